import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { touchedLines } from '../../src/change/touched.js';
import {
  formatSpan,
  moveSpan,
  parseSpan,
  spanText,
  type TouchedFile,
} from '../../src/core/spans.js';

describe('a span', () => {
  it.each([
    ['src/a.js:1-3', { path: 'src/a.js', start: 1, end: 3 }],
    ['a.js:7-7', { path: 'a.js', start: 7, end: 7 }],
    ['C:odd:name.js:10-12', { path: 'C:odd:name.js', start: 10, end: 12 }],
    ['new\nline "ü".js:1-2', { path: 'new\nline "ü".js', start: 1, end: 2 }],
  ])('%j is read, and written as it was', (text, span) => {
    expect(parseSpan(text)).toEqual(span);
    expect(formatSpan(span)).toBe(text);
  });

  it.each(['', 'a.js', 'a.js:3', 'a.js:3-1', 'a.js:0-2', ':1-2', 'a.js:1-2 ', 'a.js:-1-2'])(
    '%j is none',
    (text) => {
      expect(parseSpan(text)).toBeUndefined();
    },
  );

  it('has the text of its lines, and none outside the file', () => {
    const span = (start: number, end: number) => ({ path: 'a.js', start, end });
    expect(spanText('one\ntwo\nthree\n', span(2, 3))).toBe('two\nthree');
    expect(spanText('one\ntwo\nthree\n', span(3, 9))).toBe('three\n');
    expect(spanText('one\ntwo\nthree\n', span(9, 9))).toBe('');
  });
});

describe('a span behind a change', () => {
  const file = (before: [number, number][], after: [number, number][]): TouchedFile => ({
    path: 'a.js',
    before,
    after,
  });

  it.each([
    ['nothing changed', file([], []), '10-12', false],
    ['two lines are put in far above', file([], [[2, 3]]), '12-14', false],
    ['two lines are put in directly above', file([], [[10, 11]]), '12-14', false],
    ['two lines are put in directly below', file([], [[13, 14]]), '10-12', false],
    ['two lines are put in below', file([], [[20, 21]]), '10-12', false],
    ['two lines are put into it', file([], [[11, 12]]), '10-14', true],
    ['three lines above are deleted', file([[1, 3]], []), '7-9', false],
    ['the line directly above is deleted', file([[9, 9]], []), '9-11', false],
    ['the line directly below is deleted', file([[13, 13]], []), '10-12', false],
    ['its first line is deleted', file([[10, 10]], []), '10-11', true],
    ['its last line is deleted', file([[12, 12]], []), '10-11', true],
    ['it is deleted whole', file([[10, 12]], []), '10-10', true],
    ['it is deleted with what surrounds it', file([[8, 14]], []), '8-8', true],
    ['the whole file is deleted', file([[1, 40]], []), '1-1', true],
    ['a line above becomes three', file([[4, 4]], [[4, 6]]), '12-14', false],
    ['its middle line becomes three', file([[11, 11]], [[11, 13]]), '10-14', true],
    ['it is replaced by one line', file([[10, 12]], [[10, 10]]), '10-10', true],
    ['its head and the line above become one', file([[9, 10]], [[9, 9]]), '9-11', true],
    ['its tail and the line below become four', file([[12, 13]], [[12, 15]]), '10-15', true],
    ['the whole file is replaced', file([[1, 40]], [[1, 5]]), '1-5', true],
    [
      'lines go and come in several places',
      file(
        [
          [2, 3],
          [11, 11],
          [30, 30],
        ],
        [
          [1, 1],
          [6, 9],
          [14, 15],
        ],
      ),
      '13-16',
      true,
    ],
    [
      'a deletion above and an insertion below do not pair up',
      file([[2, 4]], [[20, 29]]),
      '7-9',
      false,
    ],
    [
      'an insertion above and a deletion below do not either',
      file([[20, 29]], [[2, 4]]),
      '13-15',
      false,
    ],
    [
      'runs that touch are one run',
      file(
        [
          [8, 9],
          [10, 12],
        ],
        [[8, 8]],
      ),
      '8-8',
      true,
    ],
  ])('of lines 10 to 12 stands where it belongs when %s', (_, touched, lines, isTouched) => {
    const moved = moveSpan({ path: 'a.js', start: 10, end: 12 }, touched);
    expect(formatSpan(moved.span)).toBe(`a.js:${lines}`);
    expect(moved.touched).toBe(isTouched);
  });
});

describe('the lines that git calls touched', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spans-test-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const OLD = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const edits: [string, (lines: string[]) => string[]][] = [
    ['an insertion at the top', (lines) => ['new 1', 'new 2', ...lines]],
    ['an insertion at the end', (lines) => [...lines, 'new 1']],
    ['a deletion at the top', (lines) => lines.slice(4)],
    ['a deletion at the end', (lines) => lines.slice(0, 25)],
    ['a replacement', (lines) => [...lines.slice(0, 9), 'new 1', 'new 2', ...lines.slice(10)]],
    [
      'many places',
      (lines) =>
        lines.flatMap((line, index) =>
          index % 7 === 3 ? [] : index % 5 === 0 ? [line, `new ${index}`] : [line],
        ),
    ],
  ];

  it.each(edits)('move every kept line to where it stands after %s', (_, edit) => {
    const fresh = edit(OLD);
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    writeFileSync(before, `${OLD.join('\n')}\n`);
    writeFileSync(after, `${fresh.join('\n')}\n`);
    const [touched] = touchedLines(gitDiff(before, after), ['a.js']);
    if (touched === undefined) throw new Error('git saw no change');
    for (const [index, line] of OLD.entries()) {
      const at = fresh.indexOf(line) + 1;
      const span = { path: 'a.js', start: index + 1, end: index + 1 };
      const moved = moveSpan(span, touched);
      expect(moved.touched).toBe(at === 0);
      if (at > 0) expect(moved.span).toEqual({ path: 'a.js', start: at, end: at });
    }
  });
});

/** `git diff` between two files; it exits 1 when they differ. */
function gitDiff(before: string, after: string): string {
  try {
    return execFileSync('git', ['diff', '--no-index', '--no-ext-diff', before, after], {
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}
