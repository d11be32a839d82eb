import { parser } from '@lezer/go';
import { GO } from '../syntax/lexicons.js';
import type { Grammar, Stand } from '../syntax/source.js';
import type { Lexed } from '../syntax/tokens.js';

const CLOSERS = new Set([')', ']', '}']);
const NO_BODY = new Set([';', ',', '=', ':=', ...CLOSERS]);

/** The index of the `{` of a function's body: on the line on which its signature ends. */
function bodyAfter(func: number, { tokens, partners }: Lexed): number | undefined {
  for (let at = func + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    const before = tokens[at - 1];
    if (token === undefined || before === undefined || NO_BODY.has(token.text)) return undefined;
    if (token.startsLine && (before.kind !== 'mark' || CLOSERS.has(before.text))) return undefined;
    const type = before.text === 'struct' || before.text === 'interface';
    if (token.text === '{' && !type) return at;
    at = Math.max(at, partners[at] ?? at);
  }
  return undefined;
}

function stands(lexed: Lexed): Stand[] {
  const { tokens, partners } = lexed;
  const bodies = new Set<number>();
  const found: Stand[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { from, to, text } = token;
    const end = partners[at] ?? -1;
    if (text === 'func') bodies.add(bodyAfter(at, lexed) ?? -1);
    // After these two words the parser misses the semicolon that a line end stands for.
    if (text === 'true' || text === 'false') found.push({ from, to, text: text.toUpperCase() });
    // Nor does it know aliases with type parameters.
    if (text === '[' && tokens[end + 1]?.text === '=')
      found.push({ from, to: tokens[end]?.to ?? to, text: '' });
    else if (bodies.has(at)) found.push({ from: to, to: tokens[end]?.from ?? to, text: '' });
    else continue;
    at = end;
  }
  return found;
}

/** How Go is read: without the bodies of functions. */
export const GO_GRAMMAR: Grammar = { parser, lexicon: GO, stands };
