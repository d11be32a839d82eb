import { plain } from '../syntax/plain.js';
import type { Token } from '../syntax/tokens.js';
import type { RustModule } from './read-crate.js';
import type { RustScope } from './scope.js';

/** What type parameters and lifetimes are called in a listing, whose own names are no API. */
export type Generics = ReadonlyMap<string, string>;

/** Where a text stands, which says what its names mean. */
export interface RustContext {
  module: RustModule;
  scope: RustScope;
  generics: Generics;
}

const ANGLES = new Map([
  ...[...'([{<'].map((open): [string, number] => [open, 1]),
  ...[...')]}>'].map((close): [string, number] => [close, -1]),
]);

/** Splits tokens at a mark outside of brackets and angle brackets; empty parts are left out. */
export function splitAt(tokens: readonly Token[], mark: string): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += ANGLES.get(token.text) ?? 0;
    if (depth === 0 && token.text === mark) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** The index of a mark outside of brackets and angle brackets, or -1. */
export function indexOfMark(tokens: readonly Token[], mark: string): number {
  let depth = 0;
  return tokens.findIndex(({ text }) => {
    const before = depth;
    depth += ANGLES.get(text) ?? 0;
    return before === 0 && text === mark;
  });
}

const STANDARD = /^(core|alloc)$/;

/** A path in one form: types of the crate by name, others by where they come from. */
function pathText(chain: string[], { module, scope, generics }: RustContext): string {
  const [first = '', ...rest] = chain;
  const generic = generics.get(first);
  if (generic !== undefined) return [generic, ...rest].join('::');
  if (first === 'Self' || (first === 'self' && rest.length === 0)) return chain.join('::');
  const meaning = scope.resolve(module, chain);
  if (meaning?.kind === 'items') return chain.at(-1) ?? first;
  const [top = '', ...more] = meaning?.path ?? chain;
  return [STANDARD.test(top) ? 'std' : top, ...more].join('::');
}

/** Tokens of a type, bound or attribute in one form. */
export function typeText(tokens: readonly Token[], context: RustContext): string {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const before = tokens[at - 1];
    const starts = before === undefined || (before.kind !== 'word' && before.text !== '>');
    if (token.text === '::' && starts && tokens[at + 1]?.kind === 'word') continue;
    const continues = before?.text === '::' && tokens[at - 2]?.text === '>';
    if (token.kind !== 'word' || continues) {
      result.push(token);
      continue;
    }
    const chain = [token.text];
    for (; tokens[at + 1]?.text === '::' && tokens[at + 2]?.kind === 'word'; at += 2)
      chain.push(tokens[at + 2]?.text ?? '');
    result.push({ ...token, text: pathText(chain, context) });
  }
  return plain(result);
}

/** Bounds in one form, sorted: `A + B`. */
export function boundsText(tokens: readonly Token[], context: RustContext): string[] {
  return splitAt(tokens, '+').map((bound) => typeText(bound, context));
}
