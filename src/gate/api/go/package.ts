import type { SyntaxNode } from '@lezer/common';
import { tokensIn, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';

/** A piece of a Go file with the imports by which its names have a meaning. */
export interface Placed {
  node: SyntaxNode;
  file: GoFile;
}

/** One name of a `const` or `var` declaration. */
export interface ValueSpec extends Placed {
  type: Token[];
  /** For a constant that repeats the one above: the expression of that one. */
  value: Token[];
  /** What `iota` is here. */
  iota: number;
}

/** A file with its imports: local name to import path. */
export interface GoFile {
  source: Source;
  imports: ReadonlyMap<string, string>;
}

/** What the files of one package declare; a name has several where build tags choose. */
export interface GoPackage {
  path: string;
  functions: Map<string, Placed[]>;
  types: Map<string, Placed[]>;
  /** By the name of the receiver's type. */
  methods: Map<string, Placed[]>;
  constants: Map<string, ValueSpec[]>;
  variables: Map<string, ValueSpec[]>;
}

/** The text of a node. */
export function textOf({ source }: GoFile, node: SyntaxNode): string {
  return source.text.slice(node.from, node.to);
}

function add<T>(map: Map<string, T[]>, name: string, item: T): void {
  map.set(name, [...(map.get(name) ?? []), item]);
}

/** How an import path is called where nothing else is said. */
function defaultName(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? path;
  const named = /^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last;
  return named.replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/g, '');
}

function importsOf(source: Source): Map<string, string> {
  const imports = new Map<string, string>();
  const specs = children(source.root, 'ImportDecl').flatMap((node) => [
    ...children(node, 'ImportSpec'),
    ...children(node, 'SpecList').flatMap((list) => children(list, 'ImportSpec')),
  ]);
  for (const spec of specs) {
    const path = tokensIn(source, spec).at(-1)?.text.slice(1, -1) ?? '';
    const alias = child(spec, 'DefName');
    const name = alias === undefined ? defaultName(path) : source.text.slice(alias.from, alias.to);
    imports.set(name, path);
  }
  return imports;
}

function specs(node: SyntaxNode, name: string): SyntaxNode[] {
  const lists = children(node, 'SpecList').flatMap((list) => children(list, name));
  return [...children(node, name), ...lists];
}

function splitExpressions(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token.text)) depth += 1;
    if (/^[)\]}]$/.test(token.text)) depth -= 1;
    if (depth === 0 && token.text === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

interface SpecParts {
  names: string[];
  type: Token[];
  values: Token[][];
}

function specParts(file: GoFile, node: SyntaxNode): SpecParts {
  const names = children(node, 'DefName');
  const tokens = tokensIn(file.source, { from: names.at(-1)?.to ?? node.from, to: node.to });
  const equals = tokens.findIndex(({ text }) => text === '=');
  return {
    names: names.map((name) => textOf(file, name)),
    type: equals === -1 ? tokens : tokens.slice(0, equals),
    values: equals === -1 ? [] : splitExpressions(tokens.slice(equals + 1)),
  };
}

function addConstants(into: GoPackage, file: GoFile, node: SyntaxNode): void {
  let last: Pick<SpecParts, 'type' | 'values'> = { type: [], values: [] };
  specs(node, 'ConstSpec').forEach((spec, iota) => {
    const { names, type, values } = specParts(file, spec);
    if (values.length > 0) last = { type, values };
    names.forEach((name, index) => {
      const value = last.values[index] ?? [];
      add(into.constants, name, { node: spec, file, type: last.type, value, iota });
    });
  });
}

function addVariables(into: GoPackage, file: GoFile, node: SyntaxNode): void {
  for (const spec of specs(node, 'VarSpec')) {
    const { names, type, values } = specParts(file, spec);
    names.forEach((name, index) => {
      add(into.variables, name, { node: spec, file, type, value: values[index] ?? [], iota: 0 });
    });
  }
}

function receiverType(file: GoFile, node: SyntaxNode): string {
  const receiver = child(node, 'Parameters');
  const tokens = receiver === undefined ? [] : tokensIn(file.source, receiver).slice(1, -1);
  const end = tokens.findIndex(({ text }) => text === '[');
  const words = (end === -1 ? tokens : tokens.slice(0, end)).filter(({ kind }) => kind === 'word');
  return words.at(-1)?.text ?? '';
}

function declare(into: GoPackage, file: GoFile, node: SyntaxNode): void {
  const named = child(node, 'DefName');
  if (node.name === 'FunctionDecl' && named !== undefined)
    add(into.functions, textOf(file, named), { node, file });
  if (node.name === 'MethodDecl') add(into.methods, receiverType(file, node), { node, file });
  if (node.name === 'ConstDecl') addConstants(into, file, node);
  if (node.name === 'VarDecl') addVariables(into, file, node);
  if (node.name !== 'TypeDecl') return;
  for (const spec of specs(node, 'TypeSpec')) {
    const name = child(spec, 'DefName');
    if (name !== undefined) add(into.types, textOf(file, name), { node: spec, file });
  }
}

/** The name in a file's `package` clause. */
export function packageName(source: Source): string {
  const clause = child(source.root, 'PackageClause');
  const name = clause && child(clause, 'DefName');
  return name === undefined ? '' : source.text.slice(name.from, name.to);
}

/** Reads what the files of one package declare. */
export function readPackage(path: string, sources: readonly Source[]): GoPackage {
  const empty = <T>(): Map<string, T[]> => new Map();
  const into: GoPackage = {
    ...{ path, functions: empty(), types: empty(), methods: empty() },
    ...{ constants: empty(), variables: empty() },
  };
  for (const source of sources) {
    const file: GoFile = { source, imports: importsOf(source) };
    for (const node of children(source.root)) declare(into, file, node);
  }
  return into;
}
