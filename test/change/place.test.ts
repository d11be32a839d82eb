import { describe, expect, it } from '@jest/globals';
import type { HunkLine, Piece } from '../../src/change/model.js';
import { placePieces } from '../../src/change/place.js';
import { isRefused } from '../../src/change/refuse.js';
import { normalise, toByteString } from '../../src/change/text.js';

function text(old: string, fresh: string, label = 'edit'): Piece {
  return { kind: 'text', old: normalise(old), new: normalise(fresh), label };
}

function hunk(body: string[], label = 'hunk 1'): Piece {
  const lines: HunkLine[] = [];
  for (const line of body) {
    const last = lines.at(-1);
    if (line.startsWith('\\') && last !== undefined) last.bare = true;
    else lines.push({ sign: line[0] as ' ', text: toByteString(line.slice(1)), bare: false });
  }
  return { kind: 'lines', lines, label };
}

function place(before: string | Buffer, ...pieces: Piece[]): string {
  const result = placePieces('f.js', Buffer.from(before), pieces);
  return isRefused(result) ? `${result.reason}: ${result.message}` : result.toString();
}

describe('placing edits', () => {
  it('replaces text that stands once, also inside a line', () => {
    expect(place('a = foo(1);\nb = 2;\n', text('foo(1)', 'bar(1)'))).toBe('a = bar(1);\nb = 2;\n');
  });

  it('sends back text that stands twice and names both places with their heading', () => {
    const file = 'function a() {\n  go();\n}\nfunction b() {\n  go();\n}\n';
    const said = place(file, text('  go();\n', '  run();\n'));
    expect(said).toContain('ambiguous-location');
    expect(said).toContain('stands 2 times');
    expect(said).toContain('line 2, in: function a() {');
    expect(said).toContain('line 5, in: function b() {');
  });

  it('counts overlapping occurrences as several', () => {
    expect(place('aaa\n', text('aa', 'b'))).toContain('stands 2 times');
  });

  it('shows at most five places of many', () => {
    const said = place('x;\n'.repeat(8), hunk(['-x;', '+y;']));
    expect(said.split('\n').filter((line) => line.startsWith('- line'))).toHaveLength(5);
    expect(said).toContain('and 3 more');
  });

  it('takes a hunk by its old lines and never by its line number', () => {
    expect(place('a\nb\nc\n', hunk([' b', '-c', '+d']))).toBe('a\nb\nd\n');
  });

  it('forgives no blank, wherever it is', () => {
    for (const line of [' go ', '  go', '-\tgo', '-Go'])
      expect(place('a\ngo\nb\n', hunk([' a', line, '-b', '+c']))).toContain('context-mismatch');
    expect(place('a\ngo\nb\ngo \n', hunk([' a', ' go ', '-b', '+c']))).toContain(
      'context-mismatch',
    );
  });

  it('does not match the end of a longer line', () => {
    expect(place('xa\nb\n', hunk(['-a', '+c']))).toContain('context-mismatch');
  });

  it('shows the first differing line and the real lines around it', () => {
    const said = place('one\ntwo\nthree\nfour\n', hunk([' one', ' 2', '-three', '+drei']));
    expect(said).toContain('line 2:\nexpected: 2\nfound:    two');
    expect(said).toContain('  1: one\n  2: two\n  3: three\n  4: four');
  });

  it('says when only blanks differ', () => {
    expect(place('\tgo\nx\n', hunk(['-    go', '+    run', ' x']))).toContain('in blanks only');
  });

  it('refuses edits of the same text and allows neighbours on one line', () => {
    const file = 'f(alpha, beta);\n';
    expect(
      place(file, text('alpha', 'a', 'first'), text('alpha, beta', 'a, b', 'second')),
    ).toContain('overlap: first and second of f.js');
    expect(place(file, text('alpha', 'a', 'first'), text('beta', 'b', 'second'))).toBe(
      'f(a, b);\n',
    );
  });

  it('refuses two insertions at one place, whose order nobody gave', () => {
    const file = 'a\nb\n';
    const pieces = [hunk([' a', '+x'], 'hunk 1'), hunk(['+y', ' b'], 'hunk 2')];
    expect(place(file, ...pieces)).toContain('overlap');
  });

  it('locates all hunks on the old text, in any order', () => {
    const pieces = [hunk(['-c', '+a'], 'hunk 1'), hunk(['-a', '+c'], 'hunk 2')];
    expect(place('a\nb\nc\n', ...pieces)).toBe('c\nb\na\n');
  });

  it('finds the place of an insertion between equal lines on either side of another edit', () => {
    const pieces = [text('q\n', 'q\nq\n', 'first'), text('p\nq', 'p\nQ', 'second')];
    expect(place('p\nq\nr\n', ...pieces)).toContain('overlap: second and first');
    expect(place('p\nq\nr\n', text('p\nq', 'p\nq\nq'), text('r', 'R', 'other'))).toBe(
      'p\nq\nq\nR\n',
    );
  });

  it('needs an old line to hold an insertion', () => {
    expect(place('a\n', hunk(['+b']))).toContain('no-anchor');
    expect(place('', hunk(['+b']))).toBe('b\n');
  });

  it('sends back pieces without effect', () => {
    expect(place('a\n', text('a', 'a'))).toContain('no-change');
    expect(place('a\n', hunk([' a']))).toContain('no-change');
    expect(place('a\n', hunk(['-a', '+a']))).toContain('no-change');
    const marker = '\\ No newline at end of file';
    expect(place('a', hunk(['-a', marker, '+a', marker]))).toContain('no-change');
    expect(place('a', hunk(['-a', '+a', marker]))).toContain('no-change: hunk 1 of f.js changes');
  });
});

describe('anchors', () => {
  const FILE = 'class A {\n  go() {\n    x;\n  }\n}\nclass B {\n  go() {\n    y;\n  }\n}\n';
  const led = (anchors: string[], body: string[]): Piece => ({ ...hunk(body), anchors }) as Piece;

  it('lead to the place when each stands once, in order, at or above what changes', () => {
    expect(place(FILE, led(['class A {', 'class B {'], ['-    y;', '+    z;']))).toContain('z;');
    expect(
      place(FILE, led(['  class B {  '], [' class B {', '-  go() {', '+  run() {'])),
    ).toContain('class B {\n  run() {');
  });

  it('never choose between two places', () => {
    const file = FILE.replace('y;', 'x;');
    expect(place(file, led(['class B {'], ['-    x;', '+    z;']))).toContain('ambiguous-location');
  });

  it('are sent back when they stand nowhere, twice, below the place, or in another order', () => {
    const body = ['-    y;', '+    z;'];
    expect(place(FILE, led(['class C {'], body))).toMatch(/context-mismatch: The anchor "class C/);
    expect(place(FILE, led(['go() {'], body))).toMatch(/ambiguous-location: .* stands 2 times/);
    expect(place(FILE, led(['class B {'], ['-    x;', '+    z;']))).toContain(
      'is line 6 of f.js, which is not above the place that the old lines name (line 3)',
    );
    expect(place(FILE, led(['class B {', 'class A {'], body))).toContain(
      'is line 1 of f.js, which is not below the anchor before it',
    );
  });

  it('send a hunk back that says it is the end of the file and is not', () => {
    const end = (body: string[]): Piece => ({ ...hunk(body), atEnd: true }) as Piece;
    expect(place('a\nb\nc\n', end(['-c', '+d']))).toBe('a\nb\nd\n');
    expect(place('a\nb\nc\n', end(['-b', '+d']))).toContain('1 lines follow there, from line 3');
  });
});

describe('bytes that must survive', () => {
  it('keeps CRLF, and gives it to new lines', () => {
    expect(place('a\r\nb\r\nc\r\n', hunk([' a', '-b', '+x', '+y', ' c']))).toBe(
      'a\r\nx\r\ny\r\nc\r\n',
    );
    expect(place('a\r\nb\r\n', text('a\nb', 'a\nz\nb'))).toBe('a\r\nz\r\nb\r\n');
  });

  it('keeps each line end of a file that mixes them', () => {
    expect(place('a\r\nb\nc\r\nd\n', hunk([' a', ' b', '-c', '+x', ' d']))).toBe(
      'a\r\nb\nx\r\nd\n',
    );
    expect(place('a\r\nb\nc\r\nd\n', text('a\nb\nc\nd\n', 'new\na\nb\nc\nd\n'))).toBe(
      'new\r\na\r\nb\nc\r\nd\n',
    );
  });

  it('keeps a byte order mark, whether the old text has it or not', () => {
    expect(place('\ufeffa\nb\n', hunk(['-a', '+x', ' b']))).toBe('\ufeffx\nb\n');
    expect(place('\ufeffa\nb\n', text('\ufeffa', '\ufeffx'))).toBe('\ufeffx\nb\n');
  });

  it('keeps a missing final newline, also when lines are added at the end', () => {
    expect(place('a\nb', hunk([' a', '-b', '+c']))).toBe('a\nc');
    expect(place('a\r\nb', hunk([' b', '+c']))).toBe('a\r\nb\r\nc');
    expect(place('a\nb', text('b', 'c'))).toBe('a\nc');
  });

  it('keeps the end of the file when an edit takes its last line end along', () => {
    expect(place('a\nb\n', text('\nb\n', ''))).toBe('a\n');
    expect(place('a\nb\n', text('b\n', 'c'))).toBe('a\nc\n');
    expect(place('a\nb', text('b\n', 'c\n'))).toBe('a\nc');
    expect(place('a\nb', text('b', 'b\n'))).toBe('a\nb\n');
  });

  it('takes a lone carriage return for a character, also at the end of the file', () => {
    expect(place('a\rb\nc\r', hunk(['-a\rb', '+d']))).toBe('d\nc\r');
    expect(place('a\nb\r', text('a', 'c'))).toBe('c\nb\r');
  });

  it('gives new lines the ends of the lines that they replace, and more of them that of the last', () => {
    expect(place('a\r\nb\nc\r\n', hunk(['-a', '-b', '+x', '+y', '+z', ' c']))).toBe(
      'x\r\ny\nz\nc\r\n',
    );
    expect(place('a\nb\r\n', hunk([' a', '+x', ' b']))).toBe('a\nx\nb\r\n');
    expect(place('a\r\nb\nc\n', text('a\nb\nc', 'a2\nb\nnew\nc2'))).toBe('a2\r\nb\nnew\nc2\n');
  });

  it('lets the marker of a diff take the final newline off or put it on', () => {
    const marker = '\\ No newline at end of file';
    expect(place('a\nb\n', hunk([' a', '-b', '+b', marker]))).toBe('a\nb');
    expect(place('a\nb', hunk([' a', '-b', marker, '+b']))).toBe('a\nb\n');
    expect(place('a\nb\n', hunk(['-a', '+x', marker]))).toContain('the file goes on');
    expect(place('a\nb\n', hunk(['-b', marker, '+x', marker]))).toContain('ends with a newline');
    expect(place('a\nb\n', hunk([' a', marker, '-b', '+x']))).toContain('the file goes on');
    const ends = [hunk(['-a', '+x', ' b', marker], 'hunk 1'), hunk(['-b', marker, '+b'], 'hunk 2')];
    expect(place('a\nb', ...ends)).toContain('disagree on whether the file ends with a newline');
  });

  it('leaves the bytes of a file that is not UTF-8 alone', () => {
    const before = Buffer.from('// caf\u00e9\nlet a = 1;\n', 'latin1');
    const result = placePieces('f.js', before, [hunk(['-let a = 1;', '+const a = 1;'])]);
    expect(result).toEqual(Buffer.from('// caf\u00e9\nconst a = 1;\n', 'latin1'));
  });

  it('places text of a model with letters beyond ASCII by its UTF-8 bytes', () => {
    expect(place("say('añô');\n", text('añô', 'ñ…'))).toBe("say('ñ…');\n");
  });
});
