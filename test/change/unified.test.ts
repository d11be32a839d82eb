import { describe, expect, it } from '@jest/globals';
import { parseChange } from '../../src/change/parse/index.js';
import { isRefused } from '../../src/change/refuse.js';

function parse(...lines: string[]) {
  return parseChange({ diff: `${lines.join('\n')}\n` });
}

function refusal(...lines: string[]): string {
  const result = parse(...lines);
  return isRefused(result) ? `${result.reason}: ${result.message}` : JSON.stringify(result);
}

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

  it('says what the header counts and what the body has', () => {
    const head = ['--- f.js', '+++ f.js'];
    expect(
      refusal(...head, '@@ -1,1 +1,2 @@', '-a', '+x', '+y', ' b', '', '--- g', '+++ g'),
    ).toMatch(
      /hunk-count: Line 3: hunk 1 of f.js: the header says 1 old and 2 new lines, the body has 2 and 3/,
    );
    expect(refusal(...head, '@@ -1,5 +1,5 @@', '-a', '+x', '--- g.js')).toContain(
      'the text ends there',
    );
  });

  it('sends back what it does not know, with its line', () => {
    expect(refusal('Here you are:', '--- f.js', '+++ f.js', ...BODY)).toContain(
      'unknown-text: Line 1',
    );
    expect(
      refusal('diff --git a/f b/f', 'fancy header 1', '--- a/f', '+++ b/f', ...BODY),
    ).toContain('unknown-text: Line 2');
    expect(refusal('--- f.js', '+++ f.js', '@@ ... @@', '-a', '+b')).toContain(
      'bad-header: Line 3',
    );
    expect(refusal('--- f.js', '+++ f.js', ...BODY, '```')).toContain('unknown-text: Line 7');
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

  it('refuses a creation that shows old lines and a deletion that keeps some', () => {
    expect(refusal('--- /dev/null', '+++ b/f', ...BODY)).toContain('shows old lines');
    expect(refusal('--- a/f', '+++ /dev/null', ...BODY)).toContain('keeps lines');
  });
});
