import type { SyntaxNode } from '@lezer/common';
import { posix } from 'node:path';
import { parserFor } from '../syntax.js';

/** A string of a configuration and the keys that lead to it; lists have no key of their own. */
export interface Setting {
  key: string[];
  value: string;
}

const MAX_DEPTH = 60;

function children(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) all.push(child);
  return all;
}

/** Reads the settings of one script by its syntax alone; nothing of it is run. */
class Reader {
  readonly settings: Setting[] = [];
  private readonly constants = new Map<string, SyntaxNode>();

  constructor(
    private readonly text: string,
    top: SyntaxNode,
  ) {
    this.findConstants(top);
    this.read(top, [], 0);
  }

  private of(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  private findConstants(top: SyntaxNode): void {
    for (const node of children(top)) {
      if (node.name !== 'VariableDeclaration') continue;
      const name = node.getChild('VariableDefinition');
      const value = node.lastChild?.name === ';' ? node.lastChild.prevSibling : node.lastChild;
      if (name !== null && value !== null) this.constants.set(this.of(name), value);
    }
  }

  /** The text of a string; of a template, what stands beside its variables. */
  private literal(node: SyntaxNode): string | undefined {
    if (node.name !== 'String' && node.name !== 'TemplateString') return undefined;
    const inner = this.of(node).slice(1, -1);
    return inner.replace(/\$\{[^}]*\}/g, '').replace(/\\(.)/gs, '$1');
  }

  private add(key: string[], value: string): void {
    this.settings.push({ key, value });
  }

  private readProperty(node: SyntaxNode, key: string[], depth: number): void {
    const [name, ...rest] = children(node);
    if (name === undefined || !['PropertyDefinition', 'String', 'Number'].includes(name.name)) {
      for (const child of children(node)) this.read(child, key, depth);
      return;
    }
    const below = [...key, this.literal(name) ?? this.of(name)];
    if (rest.length === 0) this.readConstant(this.of(name), below, depth);
    for (const child of rest) this.read(child, below, depth);
  }

  private readConstant(name: string, key: string[], depth: number): void {
    const value = this.constants.get(name);
    if (value !== undefined && key.length > 0) this.read(value, key, depth);
  }

  private readCall(node: SyntaxNode, key: string[], depth: number): void {
    const [callee, ...rest] = children(node);
    const name = callee === undefined ? '' : this.of(callee);
    const values = rest.flatMap(children).map((child) => this.literal(child));
    const parts = values.filter((value) => value !== undefined);
    if (name === 'require') for (const value of parts) this.add(['import'], value);
    if (/(?:^|\.)(?:join|resolve)$/.test(name)) this.add(key, posix.join(...parts));
    else for (const child of rest) this.read(child, key, depth);
  }

  private readAssignment(node: SyntaxNode, key: string[], depth: number): void {
    const target = node.firstChild;
    const name = target?.name === 'MemberExpression' ? target.lastChild : null;
    const named = name?.name === 'PropertyName' && this.of(name) !== 'exports';
    const below = named ? [...key, this.of(name)] : key;
    if (node.lastChild !== null) this.read(node.lastChild, below, depth);
  }

  private read(node: SyntaxNode, key: string[], before: number): void {
    const depth = before + 1;
    const value = this.literal(node);
    if (depth > MAX_DEPTH) return;
    if (value !== undefined) {
      const inImport = ['ImportDeclaration', 'ExportDeclaration', 'DynamicImport'];
      this.add(inImport.includes(node.parent?.name ?? '') ? ['import'] : key, value);
    } else if (node.name === 'Property') this.readProperty(node, key, depth);
    else if (node.name === 'CallExpression') this.readCall(node, key, depth);
    else if (node.name === 'AssignmentExpression') this.readAssignment(node, key, depth);
    else if (node.name === 'VariableName') this.readConstant(this.of(node), key, depth);
    else for (const child of children(node)) this.read(child, key, depth);
  }
}

/** Strings of a configuration in JavaScript, TypeScript or JSON (also with comments). */
export function readScript(path: string, text: string): Setting[] {
  const isScript = /\.[cm]?[jt]sx?$/i.test(path);
  const source = isScript ? text : `(${text}\n)`;
  const tree = parserFor(isScript ? path : 'a.js')?.parse(source);
  return tree === undefined ? [] : new Reader(source, tree.topNode).settings;
}
