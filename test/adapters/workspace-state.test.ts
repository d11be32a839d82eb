import {
  appendFile,
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { undoWrites, workspaceState } from '../../src/adapters/workspace.js';
import { commitFiles, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

const FILES = {
  'a.js': '1\n',
  'b é.js': '2\n',
  'deep/er/c.js': '3\n',
  run: { exec: '#!/bin/sh\n' },
  link: { link: 'a.js' },
  '.gitignore': 'out/\n*.pyc\n',
};
/** Ignored files that are there before the call. */
const IGNORED = { 'out/lib/x.js': 'one\n', 'out/empty/.keep': '', 'old.pyc': '1\n' };
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Lets `write` loose on a workspace and undoes it; the workspace must be as before. */
async function undo(write: (workspace: string) => Promise<unknown>) {
  const workspace = await makeRepo(FILES);
  await writeFiles(workspace, { 'litter.txt': 'by the suite\n', ...IGNORED });
  await rm(join(workspace, 'out/empty/.keep'));
  await utimes(join(workspace, 'out/lib/x.js'), LONG_AGO, LONG_AGO);
  const before = await workspaceState(workspace);
  const head = await runGit(workspace, 'rev-parse', 'HEAD');
  await write(workspace);
  const result = await undoWrites(workspace, head, before);
  if (result.kind === 'undone') {
    expect(await workspaceState(workspace)).toEqual(before);
    expect(await runGit(workspace, 'status', '--porcelain')).toBe('?? litter.txt');
    expect(await runGit(workspace, 'rev-parse', 'HEAD')).toBe(head);
    expect(await readFile(join(workspace, 'a.js'), 'utf8')).toBe('1\n');
    expect((await stat(join(workspace, 'run'))).mode & 0o111).not.toBe(0);
  }
  return { result, workspace };
}

describe('undoWrites', () => {
  it('says unchanged after calls that only read', async () => {
    const { result } = await undo(async (workspace) => {
      await runGit(workspace, 'status');
      await runGit(workspace, 'log');
      await readFile(join(workspace, 'out/lib/x.js'));
      await writeFile(join(workspace, 'a.js'), '1\n');
    });
    expect(result).toEqual({ kind: 'unchanged' });
  });

  it.each<[string, string, (workspace: string) => Promise<unknown>]>([
    ['an edited file', 'a.js', (w) => appendFile(join(w, 'a.js'), 'x')],
    ['a deleted file', 'b é.js', (w) => rm(join(w, 'b é.js'))],
    ['a deleted folder', 'deep/er/c.js', (w) => rm(join(w, 'deep'), { recursive: true })],
    ['a file made executable', 'a.js', (w) => chmod(join(w, 'a.js'), 0o755)],
    ['a file that became a folder', 'a.js', (w) => writeFiles(w, { 'a.js': null, 'a.js/x': '1' })],
    ['a folder that became a link', 'deep', (w) => writeFiles(w, { deep: { link: '.' } })],
    ['a link that became a file', 'link', (w) => writeFiles(w, { link: '1\n' })],
    [
      'new files',
      'new\nfolder/x y',
      (w) => writeFiles(w, { 'new\nfolder/x y': '1', 'n/.env': '1' }),
    ],
    ['a new ignored folder', 'deep/out', (w) => writeFiles(w, { 'deep/out/x/y': '1' })],
    ['a new ignored file', 'new/x.pyc', (w) => writeFiles(w, { 'new/x.pyc': '1' })],
    [
      'a new file among ignored ones',
      'out/lib/.cache/x',
      (w) => writeFiles(w, { 'out/lib/.cache/x': '1', 'out/empty/x': '1' }),
    ],
    ['a new repository in a folder', 'sub/', (w) => runGit(w, 'init', '--quiet', 'sub')],
    [
      'files hidden by a new ignore file',
      'n/.gitignore',
      (w) => writeFiles(w, { 'n/.gitignore': 'x\n', 'n/x': '1' }),
    ],
    [
      'files hidden by an exclude line',
      '.git/info/exclude',
      async (w) => {
        await appendFile(join(w, '.git/info/exclude'), 'hidden\n');
        await writeFiles(w, { hidden: '1' });
      },
    ],
    [
      'an edit hidden by an index flag',
      'the index',
      async (w) => {
        await runGit(w, 'update-index', '--assume-unchanged', 'a.js');
        await appendFile(join(w, 'a.js'), 'x');
      },
    ],
    [
      'an edit hidden as skipped',
      'the index',
      async (w) => {
        await runGit(w, 'update-index', '--skip-worktree', 'a.js');
        await appendFile(join(w, 'a.js'), 'x');
      },
    ],
    [
      'staged files',
      'the index',
      async (w) => {
        await writeFiles(w, { 'staged.js': '1', 'a.js': null });
        await runGit(w, 'add', '--all');
      },
    ],
    ['a commit', 'refs/heads/main', (w) => commitFiles(w, { 'a.js': '9\n', 'd.js': '1\n' })],
    [
      'a change of branch',
      'refs/heads/other',
      async (w) => {
        await runGit(w, 'checkout', '--quiet', '-b', 'other');
        await commitFiles(w, { 'a.js': '9\n' });
      },
    ],
    [
      'a branch that blocks the name of the old one',
      'refs/heads/main',
      async (w) => {
        await runGit(w, 'checkout', '--quiet', '--detach');
        await runGit(w, 'branch', '--delete', '--force', '--quiet', 'main');
        await runGit(w, 'branch', 'main/sub');
      },
    ],
    [
      'a stash',
      'refs/stash',
      async (w) => {
        await appendFile(join(w, 'a.js'), 'x');
        await runGit(w, 'stash');
      },
    ],
    [
      'a merge under way',
      'the index',
      async (w) => {
        await runGit(w, 'checkout', '--quiet', '-b', 'side');
        await commitFiles(w, { 'a.js': 'side\n' });
        await runGit(w, 'checkout', '--quiet', 'main');
        await commitFiles(w, { 'a.js': 'main\n' });
        await runGit(w, 'merge', 'side').catch(() => undefined);
      },
    ],
    ['a setting', '.git/config', (w) => runGit(w, 'config', 'core.fileMode', 'false')],
    [
      'a hook',
      '.git/hooks/pre-commit',
      (w) => writeFiles(w, { '.git/hooks/pre-commit': { exec: 'x' } }),
    ],
    ['a damaged configuration', "git's own files", (w) => writeFile(join(w, '.git/config'), '[')],
    ['a damaged index', "git's own files", (w) => writeFile(join(w, '.git/index'), 'x')],
    [
      'a lock left by a git that was killed',
      'a.js',
      async (w) => {
        await writeFile(join(w, '.git/index.lock'), '');
        await appendFile(join(w, 'a.js'), 'x');
      },
    ],
  ])('undoes %s', async (_, written, write) => {
    const { result } = await undo(write);
    expect(result.kind).toBe('undone');
    expect(result).toMatchObject({
      written: expect.arrayContaining([expect.stringContaining(written)]),
    });
  });

  // The superuser may read everything.
  const asUser = process.getuid?.() === 0 ? it.skip : it;
  asUser('undoes a new file and an edit that nobody may read', async () => {
    const { result } = await undo(async (w) => {
      await writeFiles(w, { new: '1', 'a.js': 'x' });
      for (const name of ['new', 'a.js']) await chmod(join(w, name), 0);
    });
    expect(result).toMatchObject({ kind: 'undone', written: [expect.stringContaining('EACCES')] });
  });

  it('removes folders that became empty, and keeps untracked files that were there before', async () => {
    const { result, workspace } = await undo((w) => writeFiles(w, { 'x/y/z': '1' }));
    expect(result).toEqual({ kind: 'undone', written: ['x/y/z'] });
    expect(await readdir(workspace)).not.toContain('x');
    expect(await readdir(workspace)).toContain('litter.txt');
  });

  const setBack = async (workspace: string, text: string) => {
    const path = join(workspace, 'out/lib/x.js');
    await writeFile(path, text);
    await utimes(path, LONG_AGO, LONG_AGO);
  };

  it.each<[string, string, (workspace: string) => Promise<unknown>]>([
    ['an edited ignored file', 'out/lib/x.js', (w) => appendFile(join(w, 'out/lib/x.js'), 'x')],
    ['one of the same size, its time set back', 'out/lib/x.js', (w) => setBack(w, 'two\n')],
    [
      'one replaced by a file prepared elsewhere',
      'out/lib/x.js',
      async (w) => {
        await writeFile(join(w, 'mine'), 'two\n');
        await rename(join(w, 'mine'), join(w, 'out/lib/x.js'));
      },
    ],
    ['one made executable', 'out/lib/x.js', (w) => chmod(join(w, 'out/lib/x.js'), 0o755)],
    ['one that became a link', 'old.pyc', (w) => writeFiles(w, { 'old.pyc': { link: '.' } })],
    ['a deleted ignored file', 'old.pyc', (w) => rm(join(w, 'old.pyc'))],
    ['a deleted ignored folder', 'out/empty', (w) => rm(join(w, 'out/empty'), { recursive: true })],
  ])('cannot undo %s, and names it', async (_, written, write) => {
    const { result, workspace } = await undo(async (w) => {
      await write(w);
      await writeFiles(w, { 'a.js': 'by the brain\n', 'out/new': '1\n' });
    });
    expect(result).toMatchObject({
      kind: 'needs-attention',
      message: `${workspace} could not be put back: ${written}`,
    });
    expect(await runGit(workspace, 'status', '--porcelain')).toBe('?? litter.txt');
    expect(await readdir(join(workspace, 'out'))).not.toContain('new');
  });

  it('takes no other name of an ignored file, given or taken elsewhere, for a write', async () => {
    const workspace = await makeRepo(FILES);
    await writeFiles(workspace, IGNORED);
    const store = join(workspace, '..', 'store.js');
    await link(join(workspace, 'out/lib/x.js'), store);
    const before = await workspaceState(workspace);
    await link(store, `${store}.again`);
    expect(await undoWrites(workspace, 'HEAD', before)).toEqual({ kind: 'unchanged' });
  });

  it('removes nothing that was there before, although an ignore file changed that it cannot put back', async () => {
    const workspace = await makeRepo({ 'a.js': '1\n' });
    await writeFiles(workspace, { '.gitignore': 'out/\n', 'out/x': '1\n', 'in/y': '1\n' });
    const before = await workspaceState(workspace);
    await writeFile(join(workspace, '.gitignore'), 'in/\n');
    expect(await undoWrites(workspace, 'HEAD', before)).toMatchObject({ kind: 'needs-attention' });
    expect(await readFile(join(workspace, 'out/x'), 'utf8')).toBe('1\n');
    expect(await readFile(join(workspace, 'in/y'), 'utf8')).toBe('1\n');
  });

  it('puts the tree that is expected into place, not that of HEAD', async () => {
    const workspace = await makeRepo(FILES);
    await writeFiles(workspace, { 'a.js': 'applied\n' });
    await runGit(workspace, 'add', 'a.js');
    const tree = await runGit(workspace, 'write-tree');
    const before = await workspaceState(workspace);
    await writeFiles(workspace, { 'a.js': 'by the brain\n' });
    expect(await undoWrites(workspace, tree, before)).toMatchObject({ kind: 'undone' });
    expect(await readFile(join(workspace, 'a.js'), 'utf8')).toBe('applied\n');
  });

  it('never touches a repository around a workspace that has lost its git directory', async () => {
    const outer = await makeRepo({ 'a.js': 'outer\n', '.gitignore': 'inner/\n' });
    await runGit(outer, 'clone', '--quiet', outer, 'inner');
    const inner = join(outer, 'inner');
    const before = await workspaceState(inner);
    const head = await runGit(inner, 'rev-parse', 'HEAD');
    await rm(join(inner, '.git'), { recursive: true });
    await writeFiles(outer, { 'a.js': "the user's edit\n", 'new.js': '1\n' });
    await runGit(outer, 'add', 'new.js');
    await runGit(outer, 'branch', 'mine');
    const look = async () => [
      await runGit(outer, 'status', '--porcelain'),
      await runGit(outer, 'for-each-ref'),
    ];
    const outside = await look();
    expect(await undoWrites(inner, head, before)).toMatchObject({ kind: 'needs-attention' });
    expect(await look()).toEqual(outside);
    expect(await readFile(join(outer, 'a.js'), 'utf8')).toBe("the user's edit\n");
  });
});

describe('workspaceState', () => {
  it('is plain JSON, and the same for the same bytes', async () => {
    const workspace = await makeRepo(FILES, { name: 'new\nline é' });
    await writeFiles(workspace, { 'a.js': 'x', 'b é.js': null, 'n w': '1', 'out/b ü': '' });
    await mkdir(join(workspace, 'empty'));
    const state = await workspaceState(workspace);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(state.changed).toMatchObject({ 'b é.js': 'absent' });
    expect(Object.keys(state.untracked)).toEqual(['n w']);
    expect(Object.keys(state.ignored).sort()).toEqual(['out', 'out/b ü']);
    expect(await workspaceState(workspace)).toEqual(state);
  });
});
