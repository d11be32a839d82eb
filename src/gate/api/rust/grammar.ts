import { parser } from '@lezer/rust';
import { RUST } from '../syntax/lexicons.js';
import type { Grammar, Stand } from '../syntax/source.js';
import type { Lexed, Token } from '../syntax/tokens.js';

const FOREIGN = /[\x80-\uffff]/;
/** Macros that only say for which builds the items within them are. */
const CONDITIONAL = /^(cfg_(?!if$)\w+|feature|pin_project)$/;
const DECLARATION =
  /^(pub|impl|struct|enum|union|fn|mod|use|trait|const|static|type|unsafe|async|extern|macro_rules)$/;
const NO_BODY = new Set([';', ')', ']', '}']);

function bodyAfter(fn: number, { tokens, partners }: Lexed): number | undefined {
  let angles = 0;
  for (let at = fn + 2; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? ';';
    if (NO_BODY.has(text)) return undefined;
    if (text === '<') angles += 1;
    if (text === '>') angles -= 1;
    // Between angle brackets stands the value of a constant parameter.
    if (text === '{' && angles <= 0) return at;
    at = Math.max(at, partners[at] ?? at);
  }
  return undefined;
}

/** What the parser stumbles on: letters of other scripts, and a `$` of macros that binds nothing. */
function wordStand(token: Token, next: Token | undefined): string | undefined {
  if (token.kind === 'word' && FOREIGN.test(token.text)) return 'x'.repeat(token.text.length);
  const binds = next?.kind === 'word' || next?.text === '(';
  return token.text === '$' && !binds ? '?' : undefined;
}

/** The index of the first declaration in `name! { #![x] … }`, if declarations are in there. */
function contentStart(name: number, { tokens, partners }: Lexed): number | undefined {
  if (tokens[name + 1]?.text !== '!' || tokens[name + 2]?.text !== '{') return undefined;
  let at = name + 3;
  while (tokens[at]?.text === '#' && tokens[at + 1]?.text === '!')
    at = (partners[at + 2] ?? at) + 1;
  let first = at;
  while (tokens[first]?.text === '#') first = (partners[first + 1] ?? first) + 1;
  return DECLARATION.test(tokens[first]?.text ?? '') ? at : undefined;
}

function stands(lexed: Lexed): Stand[] {
  const { tokens, partners } = lexed;
  const bodies = new Set<number>();
  const closers = new Set<number>();
  const found: Stand[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { from, to, text } = token;
    if (text === 'fn' && tokens[at + 1]?.kind === 'word') bodies.add(bodyAfter(at, lexed) ?? -1);
    const stand = wordStand(token, tokens[at + 1]);
    const start = CONDITIONAL.test(text) ? contentStart(at, lexed) : undefined;
    if (start !== undefined) {
      const path = tokens[at - 1]?.text === '::' ? tokens[at - 2] : undefined;
      found.push({ from: path?.from ?? from, to: tokens[start]?.from ?? to, text: '' });
      closers.add(partners[at + 2] ?? -1);
      at = start - 1;
      continue;
    }
    if (stand !== undefined) found.push({ from, to, text: stand });
    if (closers.has(at)) found.push({ from, to, text: '' });
    if (!bodies.has(at)) continue;
    at = partners[at] ?? at;
    found.push({ from: to, to: tokens[at]?.from ?? to, text: '' });
  }
  return found;
}

/** How Rust is read: without the bodies of functions. */
export const RUST_GRAMMAR: Grammar = { parser, lexicon: RUST, stands };
