import type { Token } from './tokens.js';

const SPACED = new Set(['->', '=>', '=', '|', '+', '&&', '||', '==', '!=']);
const SPACE_AFTER = new Set([',', ';', ':', ')']);
const OPENERS = new Set(['(', '[', '{']);
const CLOSERS = new Set([')', ']', '}', '>']);
const PREFIXES = new Set(['&', '*', '[', '{', '<-', '...', '(']);

function isOneTuple(tokens: readonly Token[], comma: number): boolean {
  if (tokens[comma + 1]?.text !== ')') return false;
  let depth = 0;
  for (let at = comma - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (text !== '>' && CLOSERS.has(text)) depth += 1;
    else if (depth > 0 && OPENERS.has(text)) depth -= 1;
    else if (depth === 0 && text === ',') return false;
    else if (depth === 0 && text === '(') {
      const before = tokens[at - 1];
      return before === undefined || (before.kind === 'mark' && !CLOSERS.has(before.text));
    }
  }
  return false;
}

function needsSpace(left: Token, right: Token): boolean {
  if (SPACED.has(left.text) || SPACED.has(right.text) || right.text === '~') return true;
  const starts = right.kind !== 'mark' || PREFIXES.has(right.text);
  if (left.text === '?') return right.text === 'extends' || right.text === 'super';
  if (left.kind === 'mark') return SPACE_AFTER.has(left.text) && starts;
  return right.kind !== 'mark';
}

/**
 * The text of some tokens in one form: comments, line ends, spacing and trailing commas (not that of
 * a tuple of one) are left out. `rename` replaces single words and strings.
 */
export function plain(
  tokens: readonly Token[],
  rename: (token: Token, index: number) => string = ({ text }) => text,
): string {
  let result = '';
  let last: Token | undefined;
  tokens.forEach((token, index) => {
    const trailing = token.text === ',' && CLOSERS.has(tokens[index + 1]?.text ?? '');
    if (trailing && !isOneTuple(tokens, index)) return;
    if (last !== undefined && needsSpace(last, token)) result += ' ';
    result += token.kind === 'word' || token.kind === 'string' ? rename(token, index) : token.text;
    last = token;
  });
  return result;
}
