import { parser } from '@lezer/java';
import { JAVA } from '../syntax/lexicons.js';
import type { Grammar, Stand } from '../syntax/source.js';
import type { Lexed } from '../syntax/tokens.js';

const TYPES = new Set(['class', 'interface', 'enum']);
const PRIMITIVES = new Set([
  ...['void', 'boolean', 'byte', 'short', 'char', 'int', 'long', 'float', 'double'],
]);
/** Words that the parser takes for keywords everywhere, and the language only in `module-info`. */
const MODULE_WORDS = new Set([
  ...['open', 'module', 'requires', 'transitive', 'exports', 'to', 'opens', 'uses', 'provides'],
  'with',
]);

function isTypeHeader({ tokens, partners }: Lexed, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (tokens[at - 1]?.text !== '.') {
      if (TYPES.has(text)) return true;
      if (text === 'record' && isRecord(at, tokens)) return true;
    }
    at = Math.max(at, partners[at] ?? at);
  }
  return false;
}

function isRecord(at: number, tokens: Lexed['tokens']): boolean {
  const after = tokens[at + 2]?.text ?? '';
  return tokens[at + 1]?.kind === 'word' && (after === '(' || after === '<');
}

/** The index after each `{` of a body without declarations, with that of its `}`. */
function bodies(lexed: Lexed): Map<number, number> {
  const { tokens, partners } = lexed;
  const found = new Map<number, number>();
  let header = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    const end = partners[at] ?? -1;
    if (text === '{') {
      if (!isTypeHeader(lexed, header, at)) {
        found.set(at, end);
        at = end;
      }
      header = at + 1;
    } else if (text === ';' || text === '}') header = at + 1;
    else at = Math.max(at, end);
  }
  return found;
}

function wordStand(at: number, tokens: Lexed['tokens']): string | undefined {
  const text = tokens[at]?.text ?? '';
  const before = tokens[at - 1]?.text ?? '';
  // The parser takes `Name.class` for the start of a class.
  if (text === 'class' && before === '.' && !PRIMITIVES.has(tokens[at - 2]?.text ?? ''))
    return tokens[at - 2]?.text === ']' ? undefined : 'klass';
  if (text === 'record' && !isRecord(at, tokens)) return 'Record';
  return MODULE_WORDS.has(text) ? text.toUpperCase() : undefined;
}

function isModule({ tokens }: Lexed): boolean {
  const name = tokens.findIndex(({ text }) => text === 'module');
  return name !== -1 && tokens.slice(0, name).every(({ text }) => !TYPES.has(text) && text !== '{');
}

function stands(lexed: Lexed): Stand[] {
  if (isModule(lexed)) return [];
  const { tokens } = lexed;
  const blanked = bodies(lexed);
  const found: Stand[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const stand = wordStand(at, tokens);
    if (stand !== undefined) found.push({ from: token.from, to: token.to, text: stand });
    const end = blanked.get(at);
    if (end === undefined) continue;
    found.push({ from: token.to, to: tokens[end]?.from ?? token.to, text: '' });
    at = end;
  }
  return found;
}

/** How Java is read: without the bodies of methods, initialisers and enum constants. */
export const JAVA_GRAMMAR: Grammar = { parser, lexicon: JAVA, stands };
