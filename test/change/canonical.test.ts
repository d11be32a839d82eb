import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { canonicalChange } from '../../src/change/canonical.js';
import { byteDraft as draft } from './drafts.js';

let folder: string;
const environment = { ...process.env };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'canonical-test-')));
});

afterEach(async () => {
  process.env = { ...environment };
  await rm(folder, { recursive: true, force: true });
});

describe('the diff that git writes', () => {
  it('shows every byte of texts without final newline, with CRLF, empty, or not UTF-8', async () => {
    const change = await canonicalChange(
      [
        draft('a.js', 'a\nb', 'a\nc'),
        draft('b.js', 'a\r\nb\r\n', 'a\r\nc\r\n'),
        draft('c.js', '', 'a\n'),
        draft('d.js', 'a\n', ''),
        draft('e.js', null, ''),
        draft('f.js', '\u00ef\u00bb\u00bfcaf\u00e9\n', '\u00ef\u00bb\u00bfcaf\n'),
        draft('g.sh', 'a\n', 'b\n', '100755'),
        draft('h.js', 'a\0\n', 'b\0\n'),
      ],
      folder,
    );
    expect(change.diff).toContain('-b\n\\ No newline at end of file\n+c\n\\ No newline');
    expect(change.diff).toContain(' a\r\n-b\r\n+c\r\n');
    expect(change.diff).toContain('@@ -0,0 +1 @@\n+a\n');
    expect(change.diff).toContain('@@ -1 +0,0 @@\n-a\n');
    expect(change.diff).toMatch(/diff --git a\/e\.js b\/e\.js\nnew file mode 100644\nindex 0{40}/);
    expect(change.diff).toMatch(/index [0-9a-f]{40}\.\.[0-9a-f]{40} 100755\n/);
    expect(change.diff).toContain('-a\0\n+b\0\n');
    expect(change.files.map(({ kind, mode }) => `${kind} ${mode}`)).toEqual([
      ...Array<string>(4).fill('modify 100644'),
      'create 100644',
      'modify 100644',
      'modify 100755',
      'modify 100644',
    ]);
    expect(change.touched[0]).toEqual({ path: 'a.js', before: [[2, 2]], after: [[2, 2]] });
    expect(change.touched[4]).toEqual({ path: 'e.js', before: [], after: [] });
  });

  it('takes paths with quotes, backslashes, line breaks, blanks at the ends and other letters', async () => {
    const paths = [' a ', 'a "b"\\c', 'a\nb', 'a\tb', 'a\u007fb', 'ñ/日本', 'x -> y'];
    const change = await canonicalChange(
      paths.map((path) => draft(path, 'a\n', 'b\n')),
      folder,
    );
    expect(change.touched.map(({ path }) => path)).toEqual(paths);
    expect(change.diff.match(/^diff --git /gm)).toHaveLength(paths.length);
    expect(change.diff).toContain('diff --git a/ñ/日本 b/ñ/日本\n');
    expect(change.diff).toContain('diff --git "a/a\\nb" "b/a\\nb"\n');
    expect(change.diff).toContain('diff --git "a/a \\"b\\"\\\\c" "b/a \\"b\\"\\\\c"\n');
  });

  it('is the same wherever and whenever it is written, and named by its bytes', async () => {
    const drafts = [draft('a.js', 'a\n', 'b\n'), draft('b/c.js', null, 'c\n')];
    const first = await canonicalChange(drafts, folder);
    expect(await canonicalChange(drafts, join(folder, 'deeper/still'))).toEqual(first);
    const other = await canonicalChange([draft('a.js', 'a\n', 'c\n')], folder);
    expect(other.id).not.toBe(first.id);
    expect(await readdir(folder)).toEqual(['deeper']);
  });

  it('leaves no folder behind, nor that of an attempt that was killed', async () => {
    await mkdir(join(folder, 'scratch-dead/objects'), { recursive: true });
    await mkdir(join(folder, 'another'));
    await canonicalChange([draft('a.js', 'a\n', 'b\n')], folder);
    expect(await readdir(folder)).toEqual(['another']);
  });

  it('does not depend on what users configure in their home, by environment, or by attributes', async () => {
    const drafts = [
      draft('a.js', 'f() {\n\n  a\n\n}\n'.repeat(4), 'f() {\n\n  a\n\n}\n'.repeat(5)),
      draft('b.md', 'a\r\nb \n', 'a\nb\n'),
      draft('ñ.js', 'a\n', 'b\n'),
    ];
    const plain = await canonicalChange(drafts, folder);
    const config = [
      '[diff]\n\tsuppressBlankEmpty = true\n\tnoprefix = true\n\tcontext = 9\n\talgorithm = patience',
      '\tindentHeuristic = false\n\tinterHunkContext = 9\n\trenames = copies\n\texternal = false',
      '\torderFile = order\n\twsErrorHighlight = all\n\trelative = true\n\tmnemonicPrefix = true',
      '[core]\n\tquotePath = true\n\tabbrev = 7\n\tautocrlf = true\n\tattributesFile = attributes',
      '[color]\n\tui = always\n[diff "x"]\n\ttextconv = rev\n[init]\n\tdefaultBranch = before',
      '\ttemplateDir = template\n\tdefaultObjectFormat = sha256\n[safe]\n\tbareRepository = explicit\n',
    ].join('\n');
    const home = join(folder, 'home');
    await canonicalChange([draft('x', 'a\n', 'b\n')], home);
    await writeFile(join(home, '.gitconfig'), config);
    await writeFile(join(home, 'attributes'), '* diff=x\n* text\n*.js -diff\n');
    Object.assign(process.env, {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.noprefix',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_DIFF_OPTS: '-U0',
      GIT_EXTERNAL_DIFF: 'false',
      GIT_DIR: home,
      LANG: 'de_DE.UTF-8',
    });
    expect(await canonicalChange(drafts, folder)).toEqual(plain);
  });
});
