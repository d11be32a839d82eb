import type { SyntaxNode } from '@lezer/common';
import { tokensIn, type Range, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { functionBodies } from './grammar.js';
import { importedNames, starImports, type Imported } from './imports.js';
import type { ModulePlace } from './modules.js';

/** What a name of a module or class stands for. */
export type Binding = {
  /** Whether only type checkers see it. */
  typeOnly: boolean;
} & (
  | { kind: 'function'; node: SyntaxNode; decorators: SyntaxNode[] }
  | { kind: 'class'; node: SyntaxNode; decorators: SyntaxNode[] }
  | { kind: 'type'; node: SyntaxNode }
  | { kind: 'value'; annotation: Token[]; value: Token[] }
  | ({ kind: 'import' } & Imported)
);

/** The names that a block binds; in one that is there for several Pythons, a name has several. */
export type Bindings = Map<string, Binding[]>;

/** A part of `__all__`: a name, or the whole `__all__` of what a dotted name stands for. */
export type AllPart = { name: string } | { of: string };

/** A module as its text declares it. */
export interface PythonModule extends ModulePlace {
  source: Source;
  bindings: Bindings;
  /** Absolute names of the modules that `import *` takes from. */
  stars: string[];
  all: AllPart[] | 'dynamic' | undefined;
  /** Bodies of functions, which the tree does not have. */
  bodies: Range[];
}

interface Block {
  source: Source;
  bindings: Bindings;
  all?: AllPart[] | 'dynamic';
  /** Relative imports are made absolute with it. */
  place: ModulePlace;
  stars: string[];
}

function bind(block: Block, name: string, binding: Binding): void {
  block.bindings.set(name, [...(block.bindings.get(name) ?? []), binding]);
}

/** The parts of a literal `__all__`, or `dynamic`. */
function allParts(tokens: readonly Token[]): AllPart[] | 'dynamic' {
  const parts: AllPart[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'string') parts.push({ name: token.text.replace(/^\w*["']+|["']+$/g, '') });
    else if (token.kind === 'word') {
      const chain = [token.text];
      for (; tokens[at + 1]?.text === '.'; at += 2) chain.push(tokens[at + 2]?.text ?? '');
      if (chain.pop() !== '__all__' || chain.length === 0) return 'dynamic';
      parts.push({ of: chain.join('.') });
    } else if (!/^[[\](),+*]$/.test(token.text)) return 'dynamic';
  }
  return parts;
}

function extendAll(block: Block, tokens: readonly Token[], fresh: boolean): void {
  const parts = allParts(tokens);
  const before = fresh ? [] : (block.all ?? []);
  block.all = parts === 'dynamic' || before === 'dynamic' ? 'dynamic' : [...before, ...parts];
}

function targetNames(source: Source, node: SyntaxNode): string[] {
  if (node.name === 'VariableName') return [source.text.slice(node.from, node.to)];
  const group = ['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression'];
  return group.includes(node.name)
    ? children(node).flatMap((inner) => targetNames(source, inner))
    : [];
}

function assign(block: Block, node: SyntaxNode, typeOnly: boolean): void {
  const { source } = block;
  const parts = children(node);
  const last = parts.findLastIndex(({ name }) => name === 'AssignOp');
  const typed = child(node, 'TypeDef');
  const annotation = typed === undefined ? [] : tokensIn(source, typed).slice(1);
  const from = parts[last]?.to ?? node.to;
  const value = last === -1 ? [] : tokensIn(source, { from, to: node.to });
  const names = parts
    .slice(0, last === -1 ? undefined : last)
    .flatMap((part) => targetNames(source, part));
  for (const name of names) bind(block, name, { kind: 'value', annotation, value, typeOnly });
  if (names.includes('__all__')) extendAll(block, value, true);
}

function update(block: Block, node: SyntaxNode): void {
  const [target, operator, ...rest] = tokensIn(block.source, node);
  if (target?.text !== '__all__') return;
  // `+=` is one operator or two marks; of `.append(` and `.extend(` two words and marks.
  const value = operator?.text === '.' ? rest.slice(1) : rest.filter(({ text }) => text !== '=');
  extendAll(block, value, false);
}

function isTypeChecking(source: Source, statement: SyntaxNode, body: SyntaxNode): boolean {
  const condition = body.prevSibling;
  if (condition === null || statement.name !== 'IfStatement') return false;
  return /^(\w+\.)?TYPE_CHECKING$/.test(source.text.slice(condition.from, condition.to));
}

function compound(block: Block, statement: SyntaxNode, typeOnly: boolean): void {
  const { source } = block;
  const [, first] = tokensIn(source, statement);
  if (first?.text === '__name__') return;
  for (const body of children(statement, 'Body'))
    statements(block, body, typeOnly || isTypeChecking(source, statement, body));
}

function declare(
  block: Block,
  node: SyntaxNode,
  decorators: SyntaxNode[],
  typeOnly: boolean,
): void {
  const named = child(node, 'VariableName');
  const kind = node.name === 'ClassDefinition' ? 'class' : 'function';
  if (named !== undefined)
    bind(block, block.source.text.slice(named.from, named.to), {
      ...{ kind, node, decorators, typeOnly },
    });
}

function statement(block: Block, node: SyntaxNode, typeOnly: boolean): void {
  const { source, place } = block;
  switch (node.name) {
    case 'FunctionDefinition':
    case 'ClassDefinition':
      return declare(block, node, [], typeOnly);
    case 'DecoratedStatement': {
      const inner = child(node, 'FunctionDefinition', 'ClassDefinition');
      return inner && declare(block, inner, children(node, 'Decorator'), typeOnly);
    }
    case 'TypeDefinition': {
      const named = child(node, 'VariableName');
      const name = named && source.text.slice(named.from, named.to);
      return name === undefined ? undefined : bind(block, name, { kind: 'type', node, typeOnly });
    }
    case 'AssignStatement':
      return assign(block, node, typeOnly);
    case 'UpdateStatement':
    case 'ExpressionStatement':
      return update(block, node);
    case 'ImportStatement': {
      const tokens = tokensIn(source, node);
      for (const [name, imported] of importedNames(tokens, place))
        bind(block, name, { kind: 'import', ...imported, typeOnly });
      block.stars.push(...starImports(tokens, place));
      return;
    }
    case 'DeleteStatement':
      // On a branch it is one Python that lacks the name.
      if (/^(If|Try|With|For|While)/.test(node.parent?.parent?.name ?? '')) return;
      for (const named of children(node, 'VariableName'))
        block.bindings.delete(source.text.slice(named.from, named.to));
      return;
    case 'StatementGroup':
      return statements(block, node, typeOnly);
    case 'IfStatement':
    case 'TryStatement':
    case 'WithStatement':
    case 'ForStatement':
    case 'WhileStatement':
      return compound(block, node, typeOnly);
  }
}

function statements(block: Block, body: SyntaxNode, typeOnly: boolean): void {
  for (const node of children(body)) statement(block, node, typeOnly);
}

/** The names that the body of a class binds. */
export function classBindings(module: PythonModule, node: SyntaxNode): Bindings {
  const block: Block = { source: module.source, place: module, bindings: new Map(), stars: [] };
  const body = child(node, 'Body');
  if (body !== undefined) statements(block, body, false);
  return block.bindings;
}

/** Reads what a module binds, on all branches that are there for other Pythons. */
export function readModule(source: Source, place: ModulePlace): PythonModule {
  const block: Block = { source, place, bindings: new Map(), stars: [] };
  statements(block, source.root, false);
  const { bindings, stars, all } = block;
  return {
    ...{ ...place, source, bindings, stars, all },
    bodies: functionBodies(source.lexed, source.text),
  };
}
