import { tokensIn } from '../syntax/source.js';
import { child } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';
import { genericsOf } from './generics.js';
import { associatedLine, type RustLine } from './items.js';
import { attributed, isPublic, type RustItem, type RustModule } from './read-crate.js';
import type { RustScope } from './scope.js';
import { typeText, type RustContext } from './text.js';

/** Lines of an impl, below the type that it is for where that is declared in the crate. */
export interface ImplLines {
  type: RustItem | undefined;
  /** The trait, where it is declared in the crate. */
  trait: RustItem | undefined;
  lines: RustLine[];
}

interface Header {
  trait: Token[];
  type: Token[];
}

/** Where `derive` finds what its users never import. */
const DERIVED = new Map([
  ['Debug', 'std::fmt::Debug'],
  ['Hash', 'std::hash::Hash'],
]);

function headerOf(item: RustItem): Header {
  const { source } = item.home;
  const list = child(item.node, 'TypeParamList');
  const impl = child(item.node, 'impl');
  const end = child(item.node, 'WhereClause', 'DeclarationList');
  const range = { from: list?.to ?? impl?.to ?? item.node.from, to: end?.from ?? item.node.to };
  const tokens = tokensIn(source, range);
  // `for<'a>` of a bound is followed by its lifetimes.
  const at = tokens.findIndex(
    ({ text }, index) => text === 'for' && tokens[index + 1]?.text !== '<',
  );
  return at === -1
    ? { trait: [], type: tokens }
    : { trait: tokens.slice(0, at), type: tokens.slice(at + 1) };
}

function declared(tokens: readonly Token[], context: RustContext): RustItem | undefined {
  const start = tokens.findIndex(
    ({ kind, text }) => kind === 'word' && !/^('|mut$|dyn$)/.test(text),
  );
  const path: string[] = [];
  for (let at = start; tokens[at]?.kind === 'word'; at += 2) {
    path.push(tokens[at]?.text ?? '');
    if (tokens[at + 1]?.text !== '::') break;
  }
  if (path.length === 0 || context.generics.has(path[0] ?? '')) return undefined;
  const meaning = context.scope.resolve(context.module, path);
  return meaning?.kind === 'items' ? meaning.items[0] : undefined;
}

function traitLine(
  item: RustItem,
  header: Header,
  type: RustItem | undefined,
  outer: RustContext,
): RustLine {
  const { parameters, where, context } = genericsOf(item.node, outer);
  const body = child(item.node, 'DeclarationList');
  const entries = body === undefined ? [] : attributed(item.home.source, body);
  const types = entries
    .filter(({ node }) => node.name === 'TypeItem')
    .map(({ node }) => associatedLine(node, context))
    .map((one) => ` type ${one?.path ?? ''}${one?.signature ?? ''}`);
  const mark = child(item.node, 'unsafe') === undefined ? '' : 'unsafe ';
  const self = typeText(header.type, context);
  const plainSelf = type !== undefined && /^\w+$/.test(self) ? '' : ` for ${self}`;
  const trait = typeText(header.trait, context);
  const generic = plainSelf === '' && where === '' ? '' : parameters;
  const signature = `${mark}${generic}${trait}${plainSelf}${where}${types.sort().join('')}`;
  return { kind: 'impl', path: '', signature };
}

function inherentLines(item: RustItem, header: Header, outer: RustContext): RustLine[] {
  const { where, context } = genericsOf(item.node, outer);
  const body = child(item.node, 'DeclarationList');
  const entries = body === undefined ? [] : attributed(item.home.source, body);
  const self = typeText(header.type, context);
  const at = self.indexOf('<');
  const of = `${at === -1 ? '' : ` for ${self.slice(at)}`}${where}`;
  return entries
    .filter(({ node }) => isPublic(item.home.source, node))
    .flatMap(({ node }) => {
      const line = associatedLine(node, context);
      return line === undefined ? [] : [{ ...line, signature: `${line.signature}${of}` }];
    });
}

/** What one impl adds to the API of its type. */
export function implLines(item: RustItem, scope: RustScope): ImplLines {
  const outer: RustContext = { module: item.home, scope, generics: new Map() };
  const header = headerOf(item);
  const { context } = genericsOf(item.node, outer);
  const type = declared(header.type, context);
  if (header.trait.length === 0)
    return { type, trait: undefined, lines: inherentLines(item, header, outer) };
  const trait = declared(
    header.trait.filter(({ text }) => text !== '!'),
    context,
  );
  return { type, trait, lines: [traitLine(item, header, type, outer)] };
}

/** The traits that a type derives, each a line like that of an impl written by hand. */
export function derivedLines(item: RustItem): RustLine[] {
  return item.attributes.flatMap((text) => {
    const list = /\bderive\((.*?)\)/.exec(text)?.[1];
    return (list ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({ kind: 'impl', path: '', signature: DERIVED.get(name) ?? name }));
  });
}

/** All modules of a crate below one, itself included. */
export function modulesBelow(module: RustModule): RustModule[] {
  const inner = module.items.flatMap((item) => (item.inner === undefined ? [] : [item.inner]));
  return [module, ...inner.flatMap(modulesBelow)];
}
