import { decode } from './text.js';

/** Characters that look like others, by what they look like. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212\u00ad]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/\u037e/g, ';'],
];

/** A line (byte string) with look-alike characters made equal, one for one. */
export function folded(line: string): string {
  const text = decode(Buffer.from(line, 'latin1'));
  return LOOK_ALIKES.reduce((all, [pattern, plain]) => all.replace(pattern, plain), text);
}

/** What is left of a line when neither blanks nor look-alike characters count. */
export function lineKey(line: string): string {
  return folded(line).replace(/\s+/g, '');
}

function codePoint(char: string): string {
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return char.trim() === '' ? `U+${hex}` : `U+${hex} ${char}`;
}

/** The part of the file's line that looks like the text that was looked for, and that text. */
function lookAlikes(expected: string, found: string): string {
  const at = folded(found).indexOf(folded(expected));
  if (at === -1) return '';
  const wanted = decode(Buffer.from(expected, 'latin1'));
  const have = decode(Buffer.from(found, 'latin1')).slice(at, at + wanted.length);
  const pairs = [...wanted].flatMap((char, index) => {
    const other = [...have][index] ?? char;
    return other === char ? [] : [`${codePoint(other)} where the old text has ${codePoint(char)}`];
  });
  return pairs.length === 0
    ? ''
    : `in characters that look alike only: the file has ${[...new Set(pairs)].join(', ')}`;
}

function blanks(text: string): string {
  if (text === '') return 'none';
  const runs = text.match(/\t+| +|[^\t ]+/g) ?? [];
  const names: Record<string, string> = { '\t': 'tab', ' ': 'blank' };
  return runs
    .map((run) => `${run.length} ${names[run[0] ?? ''] ?? 'other'}${run.length === 1 ? '' : 's'}`)
    .join(' and ');
}

function inBlanks(expected: string, found: string): string {
  for (const [where, pattern] of [
    ['at its start', /^[^\S\r]*/],
    ['at its end', /[^\S\r]*$/],
  ] as const) {
    const [wanted = '', have = ''] = [expected, found].map((line) => pattern.exec(line)?.[0] ?? '');
    if (wanted !== have)
      return `in blanks only: ${where} the file has ${blanks(have)}, the old text ${blanks(wanted)}`;
  }
  return 'in blanks only';
}

/** In what kind of thing a line of the file differs from the expected one; '' where in its words. */
export function differenceOf(expected: string, found: string): string {
  if (expected.replaceAll('\r', '') === found.replaceAll('\r', ''))
    return 'in its line end only: one of them has a carriage return of its own';
  if (expected.replace(/[\t\v\f ]/g, '') === found.replace(/[\t\v\f ]/g, ''))
    return inBlanks(expected, found);
  const alike = lookAlikes(expected, found);
  if (alike !== '') return alike;
  return lineKey(expected) === lineKey(found)
    ? 'in blanks and characters that look alike only'
    : '';
}
