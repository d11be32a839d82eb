/** A token of a program without its comments; offsets count characters, end exclusive. */
export interface Token {
  kind: 'word' | 'string' | 'number' | 'mark';
  text: string;
  from: number;
  to: number;
  /** Whether a line ends between the token before it and this one. */
  startsLine: boolean;
}

/** How the tokens of a language look: a sticky pattern made by {@link lexicon}. */
export interface Lexicon {
  pattern: RegExp;
  nested: boolean;
}

/** The sources of the patterns of a language's tokens, without capturing groups. */
export interface TokenPatterns {
  comment: RegExp;
  string: RegExp;
  word: RegExp;
  number: RegExp;
  /** Marks of more than one character. */
  mark: RegExp;
}

/** The tokens with, for each, the index of the bracket that it pairs with (-1: none). */
export interface Lexed {
  kind: 'lexed';
  tokens: Token[];
  partners: number[];
}

/** Where a text stops making sense: a quote or bracket without its partner. */
export interface Damage {
  kind: 'damaged';
  at: number;
}

const SPACE = /(?:[\s\uFEFF]|\\\r?\n)+/;
const JOINED_LINES = /\\\r?\n/g;
const CLOSERS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const OPENERS = new Map([...CLOSERS].map(([open, close]) => [close, open]));

/** Joins the patterns of a language's tokens into one; `nested`: its block comments nest. */
export function lexicon(patterns: TokenPatterns, nested = false): Lexicon {
  const { comment, string, number, word, mark } = patterns;
  const groups = [SPACE, comment, string, number, word, mark].map(({ source }) => `(${source})`);
  return { pattern: new RegExp([...groups, '[^]'].join('|'), 'y'), nested };
}

function nestedEnd(text: string, at: number): number {
  const ends = /\/\*|\*\//g;
  ends.lastIndex = at;
  let depth = 0;
  for (let found = ends.exec(text); found !== null; found = ends.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return ends.lastIndex;
  }
  return text.length;
}

function kindOf(match: RegExpExecArray): Token['kind'] | undefined {
  if (match[5] !== undefined) return 'word';
  if (match[4] !== undefined) return 'number';
  if (match[3] !== undefined) return 'string';
  const lone = match[6] === undefined && /["'`]/.test(match[0]);
  return lone ? undefined : 'mark';
}

/** Splits a text into tokens and pairs its brackets. */
export function tokenise(text: string, { pattern, nested }: Lexicon): Lexed | Damage {
  const tokens: Token[] = [];
  const partners: number[] = [];
  const open: number[] = [];
  let startsLine = true;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found, space, comment] = match;
    const from = match.index;
    if (comment !== undefined && nested && comment.startsWith('/*'))
      pattern.lastIndex = nestedEnd(text, from);
    const skipped = space ?? comment;
    if (skipped !== undefined) {
      startsLine ||= skipped.includes('\n') && skipped.replace(JOINED_LINES, '').includes('\n');
      continue;
    }
    const kind = kindOf(match);
    if (kind === undefined) return { kind: 'damaged', at: from };
    const index = tokens.push({ kind, text: found, from, to: from + found.length, startsLine }) - 1;
    partners.push(-1);
    startsLine = false;
    if (kind !== 'mark') continue;
    if (CLOSERS.has(found)) open.push(index);
    const opener = OPENERS.get(found);
    if (opener === undefined) continue;
    const partner = open.pop();
    if (partner === undefined || tokens[partner]?.text !== opener)
      return { kind: 'damaged', at: from };
    partners[partner] = index;
    partners[index] = partner;
  }
  const unclosed = tokens[open.at(-1) ?? -1];
  return unclosed === undefined
    ? { kind: 'lexed', tokens, partners }
    : { kind: 'damaged', at: unclosed.from };
}
