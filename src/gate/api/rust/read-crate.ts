import type { SyntaxNode } from '@lezer/common';
import { posix } from 'node:path';
import { plain } from '../syntax/plain.js';
import { tokensIn, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import { importsOf, type Import } from './imports.js';

/** A declaration with the module in which it stands. */
export interface RustItem {
  kind: string;
  name: string;
  node: SyntaxNode;
  /** Each without `#[]`, in one form. */
  attributes: string[];
  isPublic: boolean;
  /** Whether other modules of the crate may take it from its own. */
  isShared: boolean;
  home: RustModule;
  /** Of a module: what it contains, if its file was found. */
  inner?: RustModule;
}

/** What a module contains; names may occur more than once where builds differ. */
export interface RustModule {
  source: Source;
  parent: RustModule | undefined;
  items: RustItem[];
  imports: Import[];
  impls: RustItem[];
  /** Invocations of macros in the place of declarations. */
  calls: SyntaxNode[];
}

/** Finds the sources of a crate by path. */
export type FindSource = (path: string) => Source | undefined;

const KINDS: Readonly<Record<string, string>> = {
  FunctionItem: 'fn',
  StructItem: 'struct',
  UnionItem: 'union',
  EnumItem: 'enum',
  TraitItem: 'trait',
  TypeItem: 'type',
  AssociatedType: 'type',
  ConstItem: 'const',
  StaticItem: 'static',
  ModItem: 'mod',
  MacroDefinition: 'macro',
};

const NAMES = ['BoundIdentifier', 'TypeIdentifier', 'Identifier'];
const TESTS = /^(test|bench|cfg\((all\()?test\b.*)$/;

/** A declaration, and the attributes before it. */
export interface Attributed {
  node: SyntaxNode;
  attributes: string[];
}

/** The declarations in a list with their attributes, those for tests left out. */
export function attributed(source: Source, list: SyntaxNode): Attributed[] {
  let before: string[] = [];
  return children(list).flatMap((node) => {
    const found = node.name === 'Attribute' ? [node] : children(node, 'Attribute');
    const texts = found.map((one) => plain(tokensIn(source, one)).replace(/^#?\[|\]$/g, ''));
    if (node.name === 'Attribute') {
      before.push(...texts);
      return [];
    }
    const inner = node.name === 'AttributeItem' ? node.lastChild : node;
    const attributes = [...before, ...texts];
    before = [];
    if (inner === null || attributes.some((text) => TESTS.test(text))) return [];
    return [{ node: inner, attributes }];
  });
}

/** Whether a declaration is `pub`, to everyone. */
export function isPublic(source: Source, node: SyntaxNode): boolean {
  const visibility = child(node, 'Vis');
  return visibility !== undefined && tokensIn(source, visibility).length === 1;
}

/** The name that a declaration binds. */
export function nameOf(source: Source, node: SyntaxNode): string {
  const named = child(node, ...NAMES);
  return named === undefined ? '' : source.text.slice(named.from, named.to).replace(/^r#/, '');
}

interface Place {
  source: Source;
  /** Folder in which files of inner modules are looked for. */
  folder: string;
  parent: RustModule | undefined;
  find: FindSource;
}

function isWithin(file: Source, module: RustModule): boolean {
  if (module.source.path === file.path) return true;
  return module.parent !== undefined && isWithin(file, module.parent);
}

function innerModule(item: RustItem, place: Place): RustModule | undefined {
  const { source, folder, find } = place;
  const body = child(item.node, 'DeclarationList');
  const below = posix.join(folder, item.name);
  if (body !== undefined) return read(body, { ...place, folder: below, parent: item.home });
  const given = item.attributes.map((text) => /^path = "(.*)"$/.exec(text)?.[1]);
  const named = given.find((path) => path !== undefined);
  const paths =
    named === undefined
      ? [`${below}.rs`, `${below}/mod.rs`]
      : [posix.join(posix.dirname(source.path), named)];
  const file = paths.map(find).find((found) => found !== undefined);
  if (file === undefined || isWithin(file, item.home)) return undefined;
  const owns = named !== undefined || file.path.endsWith('/mod.rs');
  const next = owns ? posix.dirname(file.path) : below;
  return read(file.root, { source: file, folder: next, parent: item.home, find });
}

function read(list: SyntaxNode, place: Place): RustModule {
  const { source, parent } = place;
  const module: RustModule = { source, parent, items: [], imports: [], impls: [], calls: [] };
  const add = (entry: Attributed): void => {
    const { node, attributes } = entry;
    const kind = KINDS[node.name];
    const visible = {
      isPublic: isPublic(source, node),
      isShared: child(node, 'Vis') !== undefined,
    };
    const base = { node, attributes, home: module, ...visible };
    const item: RustItem = { ...base, kind: kind ?? 'impl', name: nameOf(source, node) };
    if (node.name === 'ImplItem') module.impls.push(item);
    else if (node.name === 'MacroInvocation') module.calls.push(node);
    else if (node.name === 'UseDeclaration' || node.name === 'ExternCrateDeclaration')
      module.imports.push(...importsOf(tokensIn(source, node)));
    else if (node.name === 'ForeignModItem') {
      const body = child(node, 'DeclarationList');
      if (body !== undefined) attributed(source, body).forEach(add);
    } else if (node.name === 'ExpressionStatement' && node.firstChild !== null)
      add({ node: node.firstChild, attributes });
    else if (kind !== undefined) {
      const inner = kind === 'mod' ? innerModule(item, place) : undefined;
      module.items.push(inner === undefined ? item : { ...item, inner });
    }
  };
  attributed(source, list).forEach(add);
  return module;
}

/** Reads the modules of a crate from its first file on. */
export function readCrate(root: Source, find: FindSource): RustModule {
  const folder = posix.dirname(root.path);
  return read(root.root, { source: root, folder, parent: undefined, find });
}
