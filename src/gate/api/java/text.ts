import type { SyntaxNode } from '@lezer/common';
import { plain } from '../syntax/plain.js';
import { tokensIn, type Range, type Source } from '../syntax/source.js';
import { child, children } from '../syntax/tree.js';
import type { Token } from '../syntax/tokens.js';

/** What type parameters are called in a listing, whose own names are no API: `$0`, `$1`. */
export type Generics = ReadonlyMap<string, string>;

/** Splits tokens at a mark outside of brackets and angle brackets; empty parts are left out. */
export function splitAt(tokens: readonly Token[], mark: string): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{<]$/.test(token.text)) depth += 1;
    if (/^[)\]}>]$/.test(token.text)) depth -= 1;
    if (depth === 0 && token.text === mark) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function withoutAnnotations(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.text !== '@') {
      kept.push(token);
      continue;
    }
    at += 1;
    while (tokens[at + 1]?.text === '.') at += 2;
    if (tokens[at + 1]?.text !== '(') continue;
    let depth = 0;
    do {
      at += 1;
      if (tokens[at]?.text === '(') depth += 1;
      if (tokens[at]?.text === ')') depth -= 1;
    } while (depth > 0 && at < tokens.length);
  }
  return kept;
}

/** A type in one form: without annotations, and by its last name, whatever was imported. */
export function typeText(tokens: readonly Token[], generics: Generics): string {
  const bare = withoutAnnotations(tokens);
  const last = bare.filter(
    ({ text, kind }, at) =>
      !(
        text === '.' ||
        (kind === 'word' && bare[at + 1]?.text === '.' && bare[at + 2]?.kind === 'word')
      ),
  );
  return plain(last, ({ text }) => generics.get(text) ?? text);
}

/** A part of a file that is a type, in one form. */
export function rangeText(source: Source, range: Range, generics: Generics): string {
  return typeText(tokensIn(source, range), generics);
}

/** Types that a clause names, sorted: their order has no meaning. */
export function typeList(
  source: Source,
  node: SyntaxNode | undefined,
  generics: Generics,
): string[] {
  if (node === undefined) return [];
  const [, ...tokens] = tokensIn(source, node);
  return splitAt(tokens, ',')
    .map((part) => typeText(part, generics))
    .sort();
}

/** The type parameters of a declaration: `<$0 extends A & B>`, and what their names stand for. */
export function typeParameters(
  source: Source,
  node: SyntaxNode,
  outer: Generics,
): { text: string; generics: Generics } {
  const list = child(node, 'TypeParameters');
  if (list === undefined) return { text: '', generics: outer };
  const generics = new Map(outer);
  children(list, 'TypeParameter').forEach((parameter, index) => {
    const named = child(parameter, 'Definition');
    if (named !== undefined)
      generics.set(source.text.slice(named.from, named.to), `$${outer.size + index}`);
  });
  return { text: rangeText(source, list, generics), generics };
}
