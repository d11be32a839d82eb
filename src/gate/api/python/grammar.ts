import { parser } from '@lezer/python';
import { PYTHON } from '../syntax/lexicons.js';
import type { Grammar, Range, Stand } from '../syntax/source.js';
import type { Lexed } from '../syntax/tokens.js';

interface Line {
  /** Index of the first token. */
  first: number;
  /** Spaces before it. */
  column: number;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** The logical lines: a line end within brackets starts none. */
function logicalLines({ tokens, partners }: Lexed, text: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.startsLine) lines.push({ first: at, column: columnOf(text, token.from) });
    at = Math.max(at, partners[at] ?? at);
  }
  return lines;
}

/** The index of the `:` that ends a header. */
function headerEnd(first: number, { tokens, partners }: Lexed): number {
  let at = first;
  while (at < tokens.length && tokens[at]?.text !== ':') at = Math.max(at, partners[at] ?? at) + 1;
  return at;
}

function isFunction(first: number, { tokens }: Lexed): boolean {
  const word = tokens[first]?.text;
  return word === 'def' || (word === 'async' && tokens[first + 1]?.text === 'def');
}

/** The bodies of the functions that stand in no other function, in the order of the text. */
export function functionBodies(lexed: Lexed, text: string): Range[] {
  const lines = logicalLines(lexed, text);
  const bodies: Range[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || !isFunction(line.first, lexed)) continue;
    let next = at + 1;
    while ((lines[next]?.column ?? -1) > line.column) next += 1;
    const start = lexed.tokens[headerEnd(line.first, lexed) + 1];
    const end = lexed.tokens[(lines[next]?.first ?? lexed.tokens.length) - 1];
    if (start !== undefined && end !== undefined && start.from < end.to)
      bodies.push({ from: start.from, to: end.to });
    at = next - 1;
  }
  return bodies;
}

function stands(lexed: Lexed, text: string): Stand[] {
  return functionBodies(lexed, text).map(({ from, to }) => ({ from, to, text: '0' }));
}

/** How Python is read: without the bodies of functions. */
export const PYTHON_GRAMMAR: Grammar = { parser, lexicon: PYTHON, stands };
