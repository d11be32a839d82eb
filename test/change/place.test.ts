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

  it('does not match the end of a longer line', () => {
    expect(place('xa\nb\n', hunk(['-a', '+c']))).toContain('context-mismatch');
  });

  it('shows the first differing line and the real lines around it', () => {
    const said = place('one\ntwo\nthree\nfour\n', hunk([' one', ' 2', '-three', '+drei']));
    expect(said).toContain('line 2:\nexpected: 2\nfound:    two');
    expect(said).toContain('1: one\n2: two\n3: three\n4: four');
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

  it('needs an old line to hold an insertion', () => {
    expect(place('a\n', hunk(['+b']))).toContain('no-anchor');
    expect(place('', hunk(['+b']))).toBe('b\n');
  });

  it('sends back pieces without effect', () => {
    expect(place('a\n', text('a', 'a'))).toContain('no-change');
    expect(place('a\n', hunk([' a']))).toContain('no-change');
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

  it('lets the marker of a diff take the final newline off or put it on', () => {
    const marker = '\\ No newline at end of file';
    expect(place('a\nb\n', hunk([' a', '-b', '+b', marker]))).toBe('a\nb');
    expect(place('a\nb', hunk([' a', '-b', marker, '+b']))).toBe('a\nb\n');
    expect(place('a\nb\n', hunk(['-a', '+x', marker]))).toContain('the file goes on');
    expect(place('a\nb\n', hunk(['-b', marker, '+x', marker]))).toContain('ends with a newline');
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
