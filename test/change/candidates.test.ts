import { describe, expect, it } from '@jest/globals';
import { ambiguous, mismatch } from '../../src/change/candidates.js';
import { linesOf, toByteString } from '../../src/change/text.js';

const what = 'The old text of hunk 1';

function missing(
  file: string,
  wanted: string[],
  more: { parts?: boolean; done?: number[] } = {},
): string {
  const lines = linesOf(toByteString(file));
  return mismatch({ path: 'f.js', what, lines, wanted: wanted.map(toByteString), ...more }).message;
}

describe('refusals of old text that stands nowhere', () => {
  it('show the first line that differs, as expected and as found, with the lines around it', () => {
    const said = missing('function f() {\n  one();\n  two();\n  three();\n}\n', [
      '  one();',
      '  2();',
    ]);
    expect(said).toBe(
      [
        'The old text of hunk 1 does not stand in f.js. Nearest is this place:',
        '- in: function f() {; the first line that differs is line 3:',
        'expected:   2();',
        'found:      two();',
        'The file there:',
        '  1: function f() {',
        '  2:   one();',
        '  3:   two();',
        '  4:   three();',
        '  5: }',
        'Copy the old lines from the file, byte for byte.',
      ].join('\n'),
    );
  });

  it('show every place that comes equally near, five at most', () => {
    const said = missing('go(1);\nend\n'.repeat(8), ['go(2);', 'end']);
    expect(said).toContain('Nearest are these 8 places');
    expect(said.match(/^- in:/gm)).toHaveLength(5);
    expect(said).toContain('- and 3 more');
  });

  it.each([
    [
      '\tgo();',
      '    go();',
      'in blanks only: at its start the file has 1 tab, the old text 4 blanks',
    ],
    ['  go();', 'go();', 'in blanks only: at its start the file has 2 blanks, the old text none'],
    ['go();  ', 'go();', 'in blanks only: at its end the file has 2 blanks, the old text none'],
    ['a  = b;', 'a = b;', 'in blanks only'],
    ['go();\r', 'go();', 'in its line end only'],
    ['say(‘x’);', "say('x');", "the file has U+2018 ‘ where the old text has U+0027 ', U+2019 ’"],
    ['a — b', 'a - b', 'the file has U+2014 — where the old text has U+002D -'],
    ['a\u00a0= b', 'a = b', 'the file has U+00A0 where the old text has U+0020'],
    ['  a\u00a0= b', 'a = b', 'the file has U+00A0'],
    ['\ta\u00a0= b', '  a  = b', 'in blanks and characters that look alike only'],
  ])('say of %j for %j: %s', (found, expected, how) => {
    expect(missing(`first\n${found}\nlast\n`, [expected])).toContain(how);
  });

  it('find the line that shares most words where no whole line is known', () => {
    const said = missing('let a = total(items, tax);\nlet b = 2;\n', ['total(items, 0)'], {
      parts: true,
    });
    expect(said).toContain('is line 1:');
    expect(said).toContain('found:    let a = total(items, tax);');
  });

  it('do not blame the parts of lines that text begins and ends with', () => {
    const said = missing('f(a,\n  b,\n  c);\n', ['a,', '  x,', '  c)'], { parts: true });
    expect(said).toContain('the first line that differs is line 2:');
  });

  it('say when the new text stands there already, once', () => {
    expect(missing('let b = 1;\nlet c = 2;\n', ['let a = 1;'], { done: [0] })).toContain(
      'at line 1: the change seems to be made already',
    );
    expect(missing('let b = 1;\n', ['let a = 1;'], { done: [0, 3] })).not.toContain('already');
  });

  it('say so when nothing is like it', () => {
    expect(missing('a\nb\n', ['nothing of that'])).toContain('nor anything like it. Read the file');
  });

  it('show a file that is not UTF-8 with its letters', () => {
    const lines = ['// caf\u00e9', 'let a = 1;'];
    expect(mismatch({ path: 'f.js', what, lines, wanted: ['let b = 1;'] }).message).toContain(
      'café',
    );
  });
});

describe('refusals of old text that stands several times', () => {
  it('show each place with its number, its heading and two lines around it', () => {
    const lines = ['function a() {', '  x;', '  go();', '}', 'function b() {', '  go();', '}'];
    const refusal = ambiguous({ path: 'f.js', what, lines, places: [2, 5], height: 1 });
    expect(refusal).toMatchObject({
      kind: 'needs-repair',
      reason: 'ambiguous-location',
      files: ['f.js'],
    });
    expect(refusal.message).toContain(
      '- line 3, in: function a() {\n  1: function a() {\n  2:   x;\n  3:   go();\n  4: }\n  5: function b() {',
    );
    expect(refusal.message).toContain('- line 6, in: function b() {\n  4: }\n');
  });

  it('leave the middle of a long block out', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index % 30}`);
    const { message } = ambiguous({ path: 'f.js', what, lines, places: [0, 30], height: 20 });
    expect(message).toContain('  3: line 2\n  …\n  18: line 17');
  });
});

describe('the size of refusals', () => {
  it('is 4 KiB at most, however long lines and paths are', () => {
    const long = 'ü'.repeat(3000);
    const lines = Array.from({ length: 40 }, () => toByteString(long));
    const places = [0, 8, 16, 24, 32];
    const path = `${long}/${long}.js`;
    for (const { message } of [
      ambiguous({ path: 'f.js', what, lines, places, height: 3 }),
      ambiguous({ path, what, lines, places, height: 3 }),
      mismatch({ path: 'f.js', what, lines, wanted: [toByteString(`${long} x`)] }),
    ]) {
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
      expect(message).not.toContain('\ufffd');
    }
  });
});
