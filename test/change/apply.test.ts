import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change } from '../../src/change/change.js';
import { applyChange, revertChange } from '../../src/change/engine.js';
import { workspaceTree } from '../../src/change/tree.js';
import { Sandbox, snapshot } from './repository.js';

let sandbox: Sandbox;
let base: string;
let change: Change;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  await sandbox.write({ 'bin/run.sh': 'echo one\n' });
  await chmod(join(sandbox.repo, 'bin/run.sh'), 0o755);
  await sandbox.commit({
    'src/a.js': 'const a = 1;\n',
    'src/old/gone.js': 'const gone = 1;\n',
    'src/b.js': 'const b = 1;\n',
  });
  base = await sandbox.git('rev-parse', 'HEAD^{tree}');
  change = await sandbox.change({
    edits: [
      { path: 'src/a.js', old: '1', new: '2' },
      { path: 'bin/run.sh', old: 'one', new: 'two' },
      { path: 'lib/deep/new.js', create: 'const fresh = 1;\n' },
      { path: 'src/old/gone.js', delete: true },
    ],
  });
});

afterEach(async () => sandbox.remove());

const request = () => ({
  workspace: sandbox.repo,
  change,
  baseTree: base,
  stateDir: sandbox.state,
});

const reverting = () => ({
  workspace: sandbox.repo,
  changeId: change.id,
  stateDir: sandbox.state,
  lockWaitMs: 100,
});

const files = () => snapshot(sandbox.repo, ['.git']);

describe('applying a change', () => {
  it('makes the files, keeps modes, and returns the tree that a commit of them would have', async () => {
    const applied = await applyChange(request());
    expect(await sandbox.text('src/a.js')).toBe('const a = 2;\n');
    expect((await stat(join(sandbox.repo, 'bin/run.sh'))).mode & 0o777).toBe(0o755);
    expect((await readdir(join(sandbox.repo, 'src'))).sort()).toEqual(['a.js', 'b.js']);
    expect(await sandbox.git('diff', '--cached', '--name-only')).toBe('');
    await sandbox.git('add', '--all');
    expect(applied).toEqual({ kind: 'applied', tree: await sandbox.git('write-tree') });
    expect(await readdir(join(sandbox.repo, '.git'))).not.toContain('refactor-loop');
  });

  it('recognises by content that it is done, also where trying again would find another place', async () => {
    await sandbox.commit({ 'src/twin.js': 'a\nend\n' });
    base = await sandbox.git('rev-parse', 'HEAD^{tree}');
    change = await sandbox.change({
      diff: '--- a/src/twin.js\n+++ b/src/twin.js\n@@ -1 +1,2 @@\n a\n+x\n',
    });
    const first = await applyChange(request());
    const written = await stat(join(sandbox.repo, 'src/twin.js'));
    expect(await applyChange(request())).toEqual(first);
    expect(await sandbox.text('src/twin.js')).toBe('a\nx\nend\n');
    expect((await stat(join(sandbox.repo, 'src/twin.js'))).ino).toBe(written.ino);
  });

  it('touches nothing when a file holds neither the old nor the new text', async () => {
    await writeFile(join(sandbox.repo, 'src/a.js'), 'const a = 3;\n');
    const before = await files();
    const result = await applyChange(request());
    expect(result).toMatchObject({ kind: 'needs-attention' });
    expect(result).toMatchObject({ message: expect.stringContaining('src/a.js') });
    expect(await files()).toEqual(before);
  });

  it('writes through no symbolic link that appeared after the check', async () => {
    const outside = join(sandbox.top, 'outside-dir');
    await mkdir(join(sandbox.repo, 'lib'));
    await symlink(outside, join(sandbox.repo, 'lib/deep'));
    expect((await applyChange(request())).kind).toBe('needs-attention');
    expect(await readdir(outside)).toEqual([]);
    expect(await sandbox.text('src/a.js')).toBe('const a = 1;\n');
  });

  it.each([
    ['a tracked file was changed', 'src/b.js'],
    ['a file of somebody was changed', 'notes.txt'],
    ['a file appeared', 'stray.txt'],
  ])('takes everything back when %s meanwhile', async (_what, path) => {
    await sandbox.write({ 'notes.txt': 'mine\n' });
    const before = await files();
    expect((await applyChange(request())).kind).toBe('applied');
    const old = await sandbox.bytes(path).catch(() => undefined);
    await sandbox.write({ [path]: 'thine\n' });
    const message = expect.stringMatching(`${path}\\. The change was taken back\\.`);
    expect(await applyChange(request())).toEqual({ kind: 'needs-attention', message });
    if (old === undefined) await rm(join(sandbox.repo, path));
    else await sandbox.write({ [path]: old });
    expect(await files()).toEqual(before);
    expect((await applyChange(request())).kind).toBe('applied');
  });

  it('sees a file of somebody that was rewritten with the same size and time', async () => {
    const notes = join(sandbox.repo, 'notes.txt');
    const when = new Date(1_700_000_000_000);
    await writeFile(notes, 'mine\n');
    await utimes(notes, when, when);
    await applyChange(request());
    await writeFile(notes, 'ours\n');
    await utimes(notes, when, when);
    expect(await applyChange(request())).toMatchObject({
      message: expect.stringContaining('notes.txt'),
    });
  });

  it('touches nothing when the change stands already and no journal says who made it', async () => {
    await applyChange(request());
    await rm(sandbox.state, { recursive: true });
    const before = await files();
    const message = expect.stringMatching(/src\/a\.js.*Nothing was touched/);
    expect(await applyChange(request())).toEqual({ kind: 'needs-attention', message });
    expect(await files()).toEqual(before);
  });

  it('trusts no journal that was altered, and names it', async () => {
    await applyChange(request());
    const [name = ''] = await readdir(join(sandbox.state, change.id));
    const journal = join(sandbox.state, change.id, name);
    const text = await readFile(journal, 'utf8');
    await writeFile(journal, text.replace('"src/a.js"', '"src/b.js"'));
    const before = await files();
    for (const result of [await applyChange(request()), await revertChange(reverting())])
      expect(result).toMatchObject({
        kind: 'needs-attention',
        message: expect.stringContaining(journal),
      });
    expect(await files()).toEqual(before);
    await writeFile(journal, text);
    expect((await revertChange(reverting())).kind).toBe('reverted');
  });

  it('begins anew with a change that landed on another base and was undone there', async () => {
    const before = await files();
    await applyChange(request());
    await sandbox.commit({});
    await sandbox.git('checkout', '--quiet', 'HEAD~1', '--', '.');
    await sandbox.git('rm', '--quiet', '-f', 'lib/deep/new.js');
    await sandbox.commit({ 'src/c.js': 'const c = 1;\n' });
    base = await sandbox.git('rev-parse', 'HEAD^{tree}');
    expect((await applyChange(request())).kind).toBe('applied');
    expect(await revertChange(reverting())).toEqual({ kind: 'reverted', tree: base });
    await rm(join(sandbox.repo, 'src/c.js'));
    expect(await files()).toEqual(before);
  });

  it('lets files of others that were there before be', async () => {
    await sandbox.write({ 'notes.txt': 'mine\n' });
    expect((await applyChange(request())).kind).toBe('applied');
    expect((await revertChange(reverting())).kind).toBe('reverted');
    expect(await sandbox.text('notes.txt')).toBe('mine\n');
  });
});

describe('reverting a change', () => {
  it('restores bytes, modes and folders, and keeps a file that somebody put into a new folder', async () => {
    const before = await files();
    await mkdir(join(sandbox.repo, 'lib'));
    await applyChange(request());
    await sandbox.write({ 'lib/deep/notes.txt': 'mine\n' });
    expect(await revertChange(reverting())).toEqual({ kind: 'reverted', tree: base });
    expect(await sandbox.text('lib/deep/notes.txt')).toBe('mine\n');
    await rm(join(sandbox.repo, 'lib'), { recursive: true });
    expect(await files()).toEqual(before);
    expect(await sandbox.git('status', '--porcelain')).toBe('');
  });

  it('keeps an empty folder that was there before', async () => {
    await mkdir(join(sandbox.repo, 'lib'));
    const before = await files();
    await applyChange(request());
    await revertChange(reverting());
    expect(await files()).toEqual(before);
  });

  it('restores the modes of folders that the change had emptied', async () => {
    await chmod(join(sandbox.repo, 'src/old'), 0o2750);
    await applyChange(request());
    await revertChange(reverting());
    expect((await stat(join(sandbox.repo, 'src/old'))).mode & 0o7777).toBe(0o2750);
  });

  it('refreshes the index, so that nobody has to read the files again', async () => {
    await applyChange(request());
    await revertChange(reverting());
    expect(await sandbox.git('diff-files', '--name-only')).toBe('');
  });

  it('says so when somebody wrote to the index meanwhile', async () => {
    await applyChange(request());
    await sandbox.git('add', 'src/a.js');
    const message = expect.stringMatching(/was taken back.*src\/a\.js.*git reset/s);
    expect(await revertChange(reverting())).toEqual({ kind: 'needs-attention', message });
    await sandbox.git('reset', '--quiet');
    expect(await revertChange(reverting())).toEqual({ kind: 'reverted', tree: base });
  });

  it('takes the change back below a lock of another git, leaves that be and reports it', async () => {
    const before = await files();
    await applyChange(request());
    const lock = join(sandbox.repo, '.git/index.lock');
    await writeFile(lock, '');
    const message = expect.stringMatching(
      /was taken back.*index\.lock \d s ago.*delete that file/s,
    );
    expect(await revertChange(reverting())).toEqual({ kind: 'needs-attention', message });
    expect(await files()).toEqual(before);
    await rm(lock);
    expect(await revertChange(reverting())).toEqual({ kind: 'reverted', tree: base });
  });

  it.each(['a symbolic link', 'a folder'])(
    'touches nothing when %s stands where it created a file',
    async (what) => {
      await applyChange(request());
      const path = join(sandbox.repo, 'lib/deep/new.js');
      await rm(path);
      if (what === 'a folder') await mkdir(path);
      else await symlink(join(sandbox.top, 'outside.txt'), path);
      const before = await snapshot(sandbox.top, ['repo/.git']);
      const message = expect.stringMatching(/lib\/deep\/new\.js.*Nothing was reverted/);
      expect(await revertChange(reverting())).toEqual({ kind: 'needs-attention', message });
      expect(await snapshot(sandbox.top, ['repo/.git'])).toEqual(before);
    },
  );

  it('touches nothing when a file was changed since, and names it', async () => {
    await applyChange(request());
    await writeFile(join(sandbox.repo, 'lib/deep/new.js'), 'const fresh = 2;\n');
    const before = await files();
    const result = await revertChange(reverting());
    expect(result).toMatchObject({
      kind: 'needs-attention',
      message: expect.stringContaining('lib/deep/new.js'),
    });
    expect(await files()).toEqual(before);
  });

  it('says so when another tracked file differs from before', async () => {
    await applyChange(request());
    await writeFile(join(sandbox.repo, 'src/b.js'), 'const b = 9;\n');
    const result = await revertChange(reverting());
    expect(result).toMatchObject({
      kind: 'needs-attention',
      message: expect.stringContaining('src/b.js'),
    });
    expect(await sandbox.text('src/a.js')).toBe('const a = 1;\n');
  });

  it('has nothing to do for a change that was never begun, or is reverted already', async () => {
    const untouched = { kind: 'reverted', tree: base };
    expect(await revertChange(reverting())).toEqual(untouched);
    await applyChange(request());
    expect(await revertChange(reverting())).toEqual(untouched);
    expect(await revertChange(reverting())).toEqual(untouched);
  });
});

describe('tree objects', () => {
  it('are those of the working files as they are, without writing to the index', async () => {
    const index = await sandbox.bytes('.git/index');
    expect(await workspaceTree(sandbox.repo)).toBe(base);
    await writeFile(join(sandbox.repo, 'src/b.js'), 'const b = 2;\n');
    const modified = await workspaceTree(sandbox.repo);
    expect(modified).not.toBe(base);
    await rm(join(sandbox.repo, 'src/b.js'));
    expect(await workspaceTree(sandbox.repo)).not.toBe(base);
    await sandbox.write({ 'src/b.js': 'const b = 1;\n', 'stray.js': 'x\n' });
    expect(await workspaceTree(sandbox.repo)).toBe(base);
    await chmod(join(sandbox.repo, 'src/b.js'), 0o755);
    expect(await workspaceTree(sandbox.repo)).not.toBe(base);
    expect(await sandbox.bytes('.git/index')).toEqual(index);
  });

  it('hold the files that a change creates, when the change is given', async () => {
    const applied = await applyChange(request());
    const known = { baseTree: base, change };
    expect(await workspaceTree(sandbox.repo, known)).toBe(
      applied.kind === 'applied' && applied.tree,
    );
    await writeFile(join(sandbox.repo, 'lib/deep/new.js'), 'const fresh = 2;\n');
    expect(await workspaceTree(sandbox.repo, known)).not.toBe(
      applied.kind === 'applied' && applied.tree,
    );
  });

  it('store LF where git converts line ends, as a commit would', async () => {
    await sandbox.commit({ '.gitattributes': '*.txt text eol=crlf\n', 'a.txt': 'one\r\ntwo\r\n' });
    base = await sandbox.git('rev-parse', 'HEAD^{tree}');
    expect(await sandbox.git('cat-file', 'blob', 'HEAD:a.txt')).toBe('one\ntwo');
    change = await sandbox.change({
      edits: [
        { path: 'a.txt', old: 'two', new: 'zwei' },
        { path: 'b.txt', create: 'x\r\n' },
      ],
    });
    const applied = await applyChange(request());
    expect(await sandbox.text('a.txt')).toBe('one\r\nzwei\r\n');
    await sandbox.git('add', '--all');
    expect(applied).toEqual({ kind: 'applied', tree: await sandbox.git('write-tree') });
  });
});
