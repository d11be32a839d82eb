import { describe, expect, it } from '@jest/globals';
import { bodyAt, type Counts } from '../../../src/change/parse/body.js';

/** The body as it would be written again, then the line behind it, then whether the counts are right. */
function body(lines: string[], counts?: Counts) {
  const { lines: read, end, exact } = bodyAt(lines, 0, counts);
  const text = read.map(({ sign, text, bare }) => `${sign}${text}${bare ? '\\' : ''}`);
  return [text, lines[end], exact];
}

const counts = (old: number, fresh: number) => ({ old, fresh });
const EDIT = [' a', '-b', '+c'];

describe('where the body of a hunk ends', () => {
  it('ends where the counts are met, if nothing but blank lines follows', () => {
    expect(body([...EDIT, '', ' ', 'Prose'], counts(2, 2))).toEqual([EDIT, '', true]);
    expect(body([...EDIT, '', '@@'], counts(2, 2))).toEqual([EDIT, '', true]);
    expect(body(EDIT, counts(2, 2))).toEqual([EDIT, undefined, true]);
  });

  it('counts an empty line as a context line that lost its blank', () => {
    expect(body([...EDIT, '', '@@'], counts(3, 3))).toEqual([[...EDIT, ' '], '@@', true]);
    expect(body(['', ...EDIT, '@@'], counts(3, 3))).toEqual([[' ', ...EDIT], '@@', true]);
  });

  it('leaves the signature of a mail out where the counts are right', () => {
    expect(body([...EDIT, '-- ', '2.39.5', ''], counts(2, 2))).toEqual([EDIT, '', true]);
    expect(body([...EDIT, '--', '2.50.1 (Apple Git-155)'], counts(2, 2))).toEqual([
      EDIT,
      undefined,
      true,
    ]);
    expect(body([...EDIT, '-- ', 'x'], counts(2, 2))).toEqual([[...EDIT, '-- '], 'x', false]);
    expect(body([...EDIT, '-- ', ' y', '2.39.5'], counts(2, 2))).toMatchObject({ 2: false });
  });

  it('wins over counts that are too small: no prefixed line is left out', () => {
    const lines = [...EDIT, '+d', '-e'];
    expect(body(lines, counts(2, 2))).toEqual([lines, undefined, false]);
  });

  it('is in doubt behind an empty line where the counts end there, or a list may follow', () => {
    const doubtful = (lines: string[], known?: ReturnType<typeof counts>) =>
      bodyAt([...EDIT, ...lines], 0, known).doubtful;
    expect(doubtful(['', '+d'], counts(2, 2))).toBe(1);
    expect(doubtful(['', '+d', ' e'], counts(2, 2))).toBe(2);
    expect(doubtful(['', '+ Renamed it', '- `x` is gone'])).toBe(2);
    expect(doubtful(['', '+ Renamed it'], counts(9, 9))).toBe(1);
    expect(doubtful(['', '+function d() {', '+  e();', '+}'])).toBe(0);
    expect(doubtful(['', '+ * Adds.', '+ */'])).toBe(0);
    expect(doubtful([' ', '+ Renamed it'])).toBe(0);
    expect(doubtful(['', '+d'], counts(3, 4))).toBe(0);
    expect(doubtful(['', ''], counts(9, 9))).toBe(0);
  });

  it('wins over counts that are too large, or that no line end meets', () => {
    expect(body([...EDIT, '```'], counts(9, 9))).toEqual([EDIT, '```', false]);
    expect(body(['+a', '+b', ' c'], counts(1, 1))).toEqual([['+a', '+b', ' c'], undefined, false]);
  });

  it('drops empty lines at the end, but not blank context lines, where no count asks for them', () => {
    expect(body([...EDIT, '', '', '@@'])).toEqual([EDIT, '@@', false]);
    expect(body([...EDIT, ' ', '', '@@'])).toEqual([[...EDIT, ' '], '@@', false]);
    expect(body([...EDIT, '', '', '@@'], counts(7, 7))).toEqual([EDIT, '@@', false]);
  });

  it('ends at the header of the next file', () => {
    const next = ['--- a/g', '+++ b/g', '@@ -1 +1 @@'];
    expect(body([...EDIT, ...next])).toEqual([EDIT, next[0], false]);
    expect(body([...EDIT, ...next], counts(5, 5))).toEqual([EDIT, next[0], false]);
    expect(body([...EDIT, ...next], counts(2, 2))).toEqual([EDIT, next[0], true]);
    expect(body([...EDIT, '', ...next], counts(2, 2))).toEqual([EDIT, '', true]);
    expect(body([...EDIT, 'diff --git a/g b/g'])).toEqual([EDIT, 'diff --git a/g b/g', false]);
  });

  it('takes what looks like a header for content only if the counts ask for exactly that', () => {
    const sql = ['--- old', '+++ new', '@@ -9 +9 @@'];
    expect(body([' a', ...sql], counts(2, 2))).toEqual([
      [' a', '--- old', '+++ new'],
      sql[2],
      true,
    ]);
    expect(body([' a', ...sql], counts(2, 1))).toEqual([[' a'], '--- old', false]);
    expect(body([' a', ...sql], counts(3, 3))).toEqual([[' a'], '--- old', false]);
  });

  it('takes such lines for content where no hunk follows them', () => {
    const lines = [' a', '--- old', '+++ new', ' b'];
    expect(body(lines)).toEqual([lines, undefined, false]);
    expect(body(['--- old', '+++ new'])).toEqual([['--- old', '+++ new'], undefined, false]);
  });

  it('puts a marker for the end of the file on the line above it, and counts it nowhere', () => {
    const marker = '\\ No newline at end of file';
    expect(body(['-a', marker, '+b', marker], counts(1, 1))).toEqual([
      ['-a\\', '+b\\'],
      undefined,
      true,
    ]);
    expect(body([marker, '+b'], counts(0, 1))).toEqual([[], marker, false]);
  });

  it('can be empty', () => {
    expect(body(['x'], counts(1, 1))).toEqual([[], 'x', false]);
    expect(body([], counts(0, 0))).toEqual([[], undefined, true]);
    expect(body(['', '@@'])).toEqual([[], '@@', false]);
  });
});
