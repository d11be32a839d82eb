import { describe, expect, it } from '@jest/globals';
import { applied, parse, refusal, refusalOf } from './parsed.js';

const BODY = ['@@ -1,2 +1,2 @@', '-a', '+x', ' b'];

describe('reading a unified diff', () => {
  it('reads git headers and plain ones to the same operations', () => {
    const git = parse(
      'diff --git a/f.js b/f.js',
      'index 1..2 100644',
      '--- a/f.js',
      '+++ b/f.js',
      ...BODY,
    );
    expect(parse('--- f.js\t2020-01-01', '+++ f.js\t2020-01-02', ...BODY)).toEqual(git);
    expect(git).toMatchObject([{ kind: 'modify', path: 'f.js' }]);
  });

  it('takes a/ and b/ off only when both sides have theirs', () => {
    expect(parse('--- a/f.js', '+++ a/f.js', ...BODY)).toMatchObject([{ path: 'a/f.js' }]);
    expect(parse('--- a/f.js', '+++ b/f.js', ...BODY)).toMatchObject([{ path: 'f.js' }]);
  });

  it('reads creation, deletion and renaming, with and without hunks', () => {
    const operations = parse(
      'diff --git a/new.js b/new.js',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/new.js',
      '@@ -0,0 +1 @@',
      '+n',
      '\\ No newline at end of file',
      'diff --git a/old.js b/old.js',
      'deleted file mode 100644',
      '--- a/old.js',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-o',
      'diff --git a/x y.js b/z.js',
      'similarity index 100%',
      'rename from x y.js',
      'rename to z.js',
      'diff --git a/empty.js b/empty.js',
      'new file mode 100644',
      'index 0000000..e69de29',
    );
    expect(operations).toMatchObject([
      { kind: 'create', path: 'new.js', content: 'n' },
      { kind: 'delete', path: 'old.js' },
      { kind: 'rename', from: 'x y.js', to: 'z.js', pieces: [] },
      { kind: 'create', path: 'empty.js', content: '' },
    ]);
  });

  it('decodes quoted paths, octal bytes and escapes', () => {
    const name = '"a/a\\303\\261 \\"q\\".js"';
    expect(parse(`--- ${name}`, `+++ ${name.replace('a/', 'b/')}`, ...BODY)).toMatchObject([
      { path: 'añ "q".js' },
    ]);
    expect(refusal('--- "a/\\377"', '+++ "b/\\377"', ...BODY)).toContain('bad-path');
  });

  it('reads removed and added lines that look like headers', () => {
    const operations = parse(
      '--- q.sql',
      '+++ q.sql',
      '@@ -1,2 +1,2 @@',
      '--- old',
      '+++ new',
      ' x',
    );
    expect(operations).toMatchObject([
      {
        pieces: [
          { lines: [{ sign: '-', text: '-- old' }, { sign: '+', text: '++ new' }, { sign: ' ' }] },
        ],
      },
    ]);
  });

  it('sends back what it does not know, with its line', () => {
    expect(
      refusal('diff --git a/f b/f', 'fancy header 1', '--- a/f', '+++ b/f', ...BODY),
    ).toContain('unknown-text: Line 2');
    expect(refusal('--- f.js', '+++ g.js', ...BODY)).toContain('name different files (f.js, g.js)');
    expect(refusal('', '')).toContain('empty-answer');
  });

  it('refuses binary patches, links, submodules and modes by name', () => {
    const git = 'diff --git a/f b/f';
    expect(refusal(git, 'GIT binary patch')).toContain('binary');
    expect(
      refusal('diff --git a/f.png b/f.png', 'Binary files a/f.png and b/f.png differ'),
    ).toContain('binary');
    expect(refusal(git, 'new file mode 120000', '--- /dev/null', '+++ b/f')).toContain('symlink');
    expect(refusal(git, 'index 1..2 160000', '--- a/f', '+++ b/f', ...BODY)).toContain('submodule');
    expect(refusal(git, 'new file mode 100755', '--- /dev/null', '+++ b/f')).toContain(
      'mode-change',
    );
    expect(refusal(git, 'old mode 100644', 'new mode 100755')).toContain('mode-change');
  });

  it('sends back a file without hunks', () => {
    expect(refusal('diff --git a/f b/f', 'index 1..2 100644')).toContain('no-change');
  });

  it('ends a header without hunks at the fence around it', () => {
    const rename = ['diff --git a/x b/y', 'rename from x', 'rename to y'];
    expect(parse('```diff', ...rename, '```')).toEqual([
      { kind: 'rename', from: 'x', to: 'y', pieces: [] },
    ]);
    expect(refusal(...rename, '', '-a', '+b')).toContain('unknown-text: Line 5: "-a" begins like');
  });

  it('takes a\\ and b\\ off names with backslashes, also as a pair only', () => {
    expect(parse('--- a\\src\\x.ts', '+++ b\\src\\x.ts', ...BODY)).toMatchObject([
      { path: 'src\\x.ts' },
    ]);
    expect(parse('--- a\\x.ts', '+++ a\\x.ts', ...BODY)).toMatchObject([{ path: 'a\\x.ts' }]);
  });

  it('reads the header of plain diff, and a hunk below a header without name lines', () => {
    expect(
      parse(
        'diff -ru old/f.js new/f.js',
        '--- f.js',
        '+++ f.js',
        ...BODY,
        'diff -u g g',
        '--- g',
        '+++ g',
        ...BODY,
      ),
    ).toMatchObject([{ path: 'f.js' }, { path: 'g' }]);
    expect(parse('diff --git a/f.js b/f.js', 'index 1..2 100644', ...BODY)).toMatchObject([
      { path: 'f.js' },
    ]);
  });

  it('refuses a creation that shows old lines and a deletion that keeps some', () => {
    expect(refusal('--- /dev/null', '+++ b/f', ...BODY)).toContain('shows old lines');
    expect(refusal('--- a/f', '+++ /dev/null', ...BODY)).toContain('keeps lines');
  });
});

describe('hunks whose headers are wrong, short or empty', () => {
  const before = { 'f.js': 'a\nb\nc\nd\n' };
  const head = ['--- a/f.js', '+++ b/f.js'];
  const lines = [' a', '-b', '+x', ' c'];

  it.each([
    '@@ -1,3 +1,3 @@',
    '@@ -1,3 +1,3 @@ function f() {',
    '@@ -7,2 +9,1 @@',
    '@@ -1,30 +1,40 @@',
    '@@ -1 +1 @@',
    '@@ -1,3 +1,3',
    '@@ ... @@',
    '@@ def f():',
    '@@',
  ])('takes the same edit from the body below "%s"', (header) => {
    expect(applied(before, { diff: [...head, header, ...lines, ''].join('\n') })).toEqual({
      'f.js': 'a\nx\nc\nd\n',
    });
  });

  it('names both counts in the label of a hunk whose header is wrong', () => {
    expect(parse(...head, '@@ -1,9 +1,10 @@', ...lines)).toMatchObject([
      {
        pieces: [
          { label: 'hunk 1 (its header says 9 old and 10 new lines, the body has 3 and 3)' },
        ],
      },
    ]);
    expect(parse(...head, '@@ -1,3 +1,3 @@', ...lines)).toMatchObject([
      { pieces: [{ label: 'hunk 1' }] },
    ]);
  });

  it('reads several hunks of a file, with empty lines between', () => {
    const diff = [...head, '@@ -1,2 +1,2 @@', ' a', '-b', '+x', '', '@@', ' c', '-d', '+y'];
    expect(parse(...diff)).toMatchObject([{ pieces: [{ label: 'hunk 1' }, { label: 'hunk 2' }] }]);
  });

  it('sends back a body that prose may end, and tells both readings', () => {
    const prose = [...lines, '', '+ Replaced it'];
    expect(refusal(...head, '@@ -1,3 +1,3 @@', ...prose)).toBe(
      'hunk-count: Line 3: hunk 1 of f.js: the header says 3 old and 3 new lines, the body has 4 and 5; its last line stands behind an empty line without a prefix, so it is code of the hunk or prose below it. If it is code, put a blank on the empty line and the right counts in the "@@" line; if it is prose, take it out. Send the whole hunk with a prefix on every line, or `edits` instead.',
    );
    expect(refusal(...head, '@@ -1,9 +1,9 @@', ...prose)).toContain('hunk-count: Line 3');
    expect(refusal('```', ...head, '@@', ...prose, '+ and 1 more', '```')).toContain(
      'unknown-text: Line 4: hunk 1 of f.js: its last 2 lines stand behind an empty line',
    );
    for (const right of [
      [...head, '@@ -1,4 +1,5 @@', ...prose],
      [...head, '@@', ...lines, '', '+d'],
    ])
      expect(parse(...right)).toMatchObject([{ pieces: [{ lines: { length: 6 } }] }]);
  });

  it('sends back a body with wrong counts that ends at a line without prefix, and says why', () => {
    expect(refusal(...head, '@@ -1,4 +1,5 @@', ' a', '-b', '+x', 'c', '+y', ' d')).toBe(
      'hunk-count: Line 3: hunk 1 of f.js: the header says 4 old and 5 new lines, the body has 2 and 2; line 7, "c", which stands directly below, may be a line of it that lost its prefix. Send the whole hunk with a prefix on every line, or `edits` instead.',
    );
    expect(refusal(...head, '@@', ' a', '-b', '+x', 'c')).toContain('unknown-text: Line 3: hunk 1');
    expect(refusal(...head, '@@', ' a', '-b', '+x', '', 'Prose.')).toContain('unknown-text');
    expect(refusal(...head, '@@', ' a', '-b', '+x', '\tc')).toContain('unknown-text');
  });

  it('sends back a body without right counts below which an @@ line of another kind stands', () => {
    const [ranges, bare] = ['@@ -1,9 +1,9 @@', '@@'];
    expect(refusal(...head, ranges, ...lines, bare, '-d')).toContain('hunk-count: Line 3');
    expect(refusal(...head, bare, ...lines, ranges, '-d')).toContain('unknown-text: Line 3');
    expect(parse(...head, ranges, ...lines, ranges, '-d')).toMatchObject([{ pieces: [{}, {}] }]);
    expect(parse(...head, '@@ -1,3 +1,3 @@', ...lines, bare, '-d')).toMatchObject([
      { pieces: [{}, {}] },
    ]);
  });

  it('takes a fence for the end of a body without right counts only if it closes one', () => {
    expect(refusal(...head, '@@', ...lines, '```')).toContain('unknown-text: Line 3');
    expect(refusal('````', ...head, '@@', ...lines, '```', '````')).toContain('Line 4: hunk 1');
    expect(parse(...head, '@@ -1,3 +1,3 @@', ...lines, '```')).toMatchObject([{ path: 'f.js' }]);
  });

  it('sends back a line without prefix directly below a body with right counts', () => {
    expect(refusal(...head, '@@ -1,2 +1,2 @@', ' a', '-b', '+x', 'c')).toContain(
      'line 7, "c", which stands directly below',
    );
  });

  it('sends back a hunk without lines', () => {
    expect(refusal(...head, '@@ -1,2 +1,2 @@')).toContain(
      'truncated: Line 3: hunk 1 of f.js has no',
    );
    expect(refusal(...head, '@@', '@@', ...lines)).toContain('hunk-count: Line 3');
  });

  it('sends back a marker for the end of the file before the last line', () => {
    const marker = '\\ No newline at end of file';
    expect(refusal(...head, '@@', '-a', marker, '-b', '+c')).toContain('before its last line');
    expect(refusal(...head, '@@', ' a', marker, '+c')).toContain('before its last line');
    expect(refusal('--- /dev/null', '+++ b/n', '@@ -0,0 +1,2 @@', '+a', marker, '+b')).toContain(
      'before its last line',
    );
  });

  it('takes added lines alone for a new file only where the header says that nothing was there', () => {
    expect(applied({}, { diff: '--- a/n\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n' })).toContain(
      'no-such-path',
    );
    expect(parse('--- a/n', '+++ b/n', '@@ -0,0 +1 @@', '+a')).toMatchObject([{ kind: 'modify' }]);
    expect(refusal('--- a/n', '+++ b/n', '@@ -3,0 +4 @@', '+a')).toContain(
      'no-anchor: hunk 1 of n',
    );
    expect(refusal('--- a/n', '+++ b/n', '@@', '+a')).toContain('write "--- /dev/null"');
  });

  it('lets the body of a new file win over its counts', () => {
    expect(parse('--- /dev/null', '+++ b/n', '@@ -0,0 +1,9 @@', '+a', '+', '+++ x')).toEqual([
      { kind: 'create', path: 'n', content: 'a\n\n++ x\n' },
    ]);
  });

  it('refuses the headers of a combined diff', () => {
    expect(refusal(...head, '@@@ -1 -1 +1 @@@', '  a')).toContain('no-change');
  });
});

describe('text that ends inside a hunk', () => {
  const cut = (...lines: string[]) => refusalOf({ diff: lines.join('\n') });
  const head = ['--- f.js', '+++ f.js'];

  it('is complete without a final newline only if the counts are right', () => {
    expect(cut(...head, '@@ -1,2 +1,2 @@', '-a', '+x', ' b')).toContain('"modify"');
    expect(cut(...head, '@@ -1,2 +1,3 @@', '-a', '+x', ' b')).toBe(
      'truncated: Line 3: hunk 1 of f.js: the header says 2 old and 3 new lines, the body has 2 and 2; the text ends there. Send the whole hunk with a prefix on every line, or `edits` instead.',
    );
    expect(cut(...head, '@@', '-a', '+x', ' b')).toContain('truncated');
    expect(cut(...head, '@@ -1,2 +1,2 @@', '-a', '+x', ' b', '--- g')).toContain('truncated');
  });

  it('may lack the newline behind the hunk', () => {
    expect(cut('```', ...head, '@@', '-a', '+x', ' b', '```')).toContain('"modify"');
    expect(cut(...head, '@@ -1 +1 @@', '-a', '+x', '', 'Done.')).toContain('"modify"');
  });

  it('is cut off where the fence around it is not closed, whatever its counts', () => {
    expect(refusal('```diff', ...head, '@@ -1,3 +1,3 @@', '-a', '+x', ' b')).toContain(
      'truncated: Line 4: hunk 1 of f.js: the header says 3 old and 3 new lines, the body has 2 and 2; the fence',
    );
    expect(refusal('```diff', ...head, '@@', '-a', '+x')).toContain('the fence around it is not');
    expect(refusal('```diff', ...head, '@@ -1,2 +1,2 @@', '-a', '+x', ' b')).toContain(
      'truncated: Line 1: the fenced block that opens here is not closed',
    );
  });
});
