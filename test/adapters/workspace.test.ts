import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inspectRepository } from '../../src/adapters/repository.js';
import {
  createWorkspace,
  removeWorkspace,
  type WorkspaceRequest,
} from '../../src/adapters/workspace.js';
import { commitFiles, makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

const BRANCH = 'refactor-loop/2030-01-01-abc';

async function request(repo: string, change: Partial<WorkspaceRequest> = {}) {
  const found = await inspectRepository(repo);
  if (found.kind === 'refused') throw new Error(found.message);
  return {
    repo: found.top,
    commonDir: found.commonDir,
    base: found.head,
    branch: BRANCH,
    workspace: join(await makeFolder(), 'runs', 'workspace'),
    copy: [],
    ...change,
  };
}

async function create(repo: string, change: Partial<WorkspaceRequest> = {}) {
  const asked = await request(repo, change);
  const result = await createWorkspace(asked);
  if (result.kind === 'refused') throw new Error(`${result.reason}: ${result.message}`);
  return { ...result, workspace: asked.workspace, base: asked.base };
}

async function refusal(repo: string, change: Partial<WorkspaceRequest> = {}) {
  const asked = await request(repo, change);
  const result = await createWorkspace(asked);
  if (result.kind === 'ok') throw new Error('was not refused');
  expect(await readdir(join(asked.workspace, '..'))).toEqual([]);
  return result;
}

/** The names and bytes of everything in a repository and its git directory. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path] = (await readFile(path)).toString('base64');
  }
  return found;
}

/** Runs with a global git configuration of the user's. */
async function withSettings(content: string, work: () => Promise<void>): Promise<void> {
  const home = await makeFolder();
  await writeFile(join(home, '.gitconfig'), content);
  const saved = process.env['HOME'];
  process.env['HOME'] = home;
  try {
    await work();
  } finally {
    process.env['HOME'] = saved;
  }
}

async function text(...path: string[]): Promise<string> {
  return readFile(join(...path), 'utf8');
}

describe('createWorkspace', () => {
  it('makes a clone of its own on a new branch at the base, without remote, other branches and links to the source', async () => {
    const repo = await makeRepo({ 'a.js': '1\n', run: { exec: '#!/bin/sh\n' } });
    await runGit(repo, 'branch', 'side');
    await runGit(repo, 'tag', 'v1');
    await writeFiles(repo, { 'a.js': 'changed by the user\n' });
    const before = await snapshot(repo);
    const { workspace, base } = await create(repo);
    expect(await runGit(workspace, 'rev-parse', 'HEAD')).toBe(base);
    expect(await runGit(workspace, 'for-each-ref', '--format=%(refname)')).toBe(
      `refs/heads/${BRANCH}`,
    );
    expect(await runGit(workspace, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${BRANCH}`);
    expect(await runGit(workspace, 'remote')).toBe('');
    expect(await runGit(workspace, 'status', '--porcelain')).toBe('');
    expect(await text(workspace, 'a.js')).toBe('1\n');
    expect((await stat(join(workspace, 'run'))).mode & 0o111).not.toBe(0);
    expect(await runGit(workspace, 'count-objects', '-v')).not.toContain('alternate');
    const object = join('.git/objects', base.slice(0, 2), base.slice(2));
    expect((await stat(join(workspace, object))).ino).not.toBe(
      (await stat(join(repo, object))).ino,
    );
    expect(await snapshot(repo)).toEqual(before);
  });

  it('is found complete by a second call, also after commits on its branch, and says the same', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await writeFiles(repo, { 'node_modules/x/index.js': '1\n' });
    const asked = await request(repo);
    const first = await createWorkspace(asked);
    const commit = await commitFiles(asked.workspace, { 'a.js': '2\n' });
    expect(await createWorkspace(asked)).toEqual(first);
    expect(first).toEqual({ kind: 'ok', copied: ['node_modules'], notes: [] });
    expect(await runGit(asked.workspace, 'rev-parse', 'HEAD')).toBe(commit);
  });

  it('sweeps away what an attempt that died has left', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const asked = await request(repo);
    const left = `${asked.workspace}.partial-1-x`;
    await mkdir(join(left, '.git'), { recursive: true });
    expect(await createWorkspace(asked)).toMatchObject({ kind: 'ok' });
    expect(await readdir(join(asked.workspace, '..'))).toEqual(['workspace']);
  });

  it('ends with one workspace when two attempts run at once', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const asked = await request(repo);
    const results = await Promise.allSettled([createWorkspace(asked), createWorkspace(asked)]);
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true);
    expect(await createWorkspace(asked)).toMatchObject({ kind: 'ok' });
    expect(await runGit(asked.workspace, 'status', '--porcelain')).toBe('');
    expect(await readdir(join(asked.workspace, '..'))).toEqual(['workspace']);
  });

  it('refuses a folder that is not a workspace, or that of another run, and leaves both alone', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const asked = await request(repo);
    await writeFiles(asked.workspace, { 'mine.txt': '1\n' });
    expect(await createWorkspace(asked)).toMatchObject({ kind: 'refused', reason: 'bad-input' });
    expect(await readdir(asked.workspace)).toEqual(['mine.txt']);
    const other = await create(repo);
    const again = { ...asked, workspace: other.workspace, branch: 'refactor-loop/other' };
    expect(await createWorkspace(again)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('another run'),
    });
  });

  it('works from names with blanks, quotes, newlines and other letters', async () => {
    const name = `it's "a"\nrepo é`;
    const repo = await makeRepo({ 'src/é\nx y.js': '1\n' }, { name });
    await writeFiles(repo, { 'packages/-x/node_modules/ü y/index.js': '1\n' });
    const folder = join(await makeFolder(), name);
    const { workspace, copied } = await create(repo, { workspace: join(folder, 'work space') });
    expect(await text(workspace, 'src/é\nx y.js')).toBe('1\n');
    expect(copied).toEqual([]);
  });

  it('works from a linked worktree on a detached commit that no ref reaches', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const worktree = join(await makeFolder(), 'side tree');
    await runGit(repo, 'worktree', 'add', '--quiet', '--detach', worktree);
    await commitFiles(worktree, { 'a.js': 'detached\n' });
    const { workspace } = await create(worktree);
    expect(await text(workspace, 'a.js')).toBe('detached\n');
    expect(await runGit(worktree, 'status', '--porcelain')).toBe('');
  });

  it('fetches a commit that no ref reaches out of a shallow repository', async () => {
    const origin = await makeRepo({ 'a.js': '1\n' }, { commits: [{ 'a.js': '2\n' }] });
    const shallow = join(await makeFolder(), 'shallow');
    await runGit(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, shallow);
    const kept = await runGit(shallow, 'rev-parse', 'HEAD');
    const base = await commitFiles(shallow, { 'a.js': 'unreachable\n' });
    await runGit(shallow, 'reset', '--quiet', '--hard', kept);
    // The old protocol asks the serving side whether any commit may be wanted.
    await withSettings('[protocol]\n\tversion = 0\n', async () => {
      const { workspace } = await create(shallow, { base });
      expect(await text(workspace, 'a.js')).toBe('unreachable\n');
    });
  });

  it('works from a repository that borrows its objects from another', async () => {
    const origin = await makeRepo({ 'a.js': '1\n' });
    const borrower = join(await makeFolder(), 'borrower');
    await runGit(origin, 'clone', '--quiet', '--shared', origin, borrower);
    await commitFiles(borrower, { 'b.js': '1\n' });
    const { workspace } = await create(borrower);
    expect((await readdir(workspace)).sort()).toEqual(['.git', 'a.js', 'b.js']);
    expect(await runGit(workspace, 'fsck')).toBe('');
  });

  it('works from objects that are stored behind a link, which git refuses to clone locally', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const elsewhere = join(await makeFolder(), 'objects');
    await rename(join(repo, '.git/objects'), elsewhere);
    await symlink(elsewhere, join(repo, '.git/objects'));
    const { workspace } = await create(repo);
    expect(await text(workspace, 'a.js')).toBe('1\n');
  });

  it('has every file though the checkout of the user is sparse', async () => {
    const repo = await makeRepo({ 'a/a.js': '1\n', 'b/b.js': '1\n' });
    await runGit(repo, 'sparse-checkout', 'set', 'a');
    expect(await readdir(repo)).not.toContain('b');
    const { workspace } = await create(repo);
    expect(await text(workspace, 'b/b.js')).toBe('1\n');
  });

  it('makes its branch though the user has a branch whose name blocks it', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await runGit(repo, 'checkout', '--quiet', '-b', 'refactor-loop');
    const { workspace } = await create(repo);
    expect(await runGit(workspace, 'symbolic-ref', '--short', 'HEAD')).toBe(BRANCH);
  });

  it('runs no filter that the user has configured, and says what that means', async () => {
    const ran = join(await makeFolder(), 'ran');
    const program = (key: string) => `\t${key} = "touch '${ran}'; cat"\n`;
    const filter = (name: string) =>
      `[filter "${name}"]\n${program('smudge')}${program('clean')}\trequired = true\n`;
    const settings = ['lfs', 'my.own'].map(filter).join('');
    const repo = await makeRepo({
      '.gitattributes': '*.bin filter=lfs\n*.own filter=my.own\n',
      'a.bin': 'pointer\n',
      'b.own': 'pointer\n',
    });
    await withSettings(settings, async () => {
      const { workspace, notes } = await create(repo);
      expect(await text(workspace, 'a.bin')).toBe('pointer\n');
      expect(await text(workspace, 'b.own')).toBe('pointer\n');
      expect(notes).toEqual([expect.stringContaining('2 files with a git filter')]);
      expect(await runGit(workspace, 'status', '--porcelain')).toBe('');
    });
    await expect(stat(ran)).rejects.toThrow('ENOENT');
  });

  it('leaves submodules empty and says so', async () => {
    const sub = await makeRepo({ 'x.js': '1\n' });
    const repo = await makeRepo({ 'a.js': '1\n' });
    await runGit(
      repo,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      sub,
      'sub',
    );
    await commitFiles(repo, {});
    await withSettings('[submodule]\n\trecurse = true\n\tactive = .\n', async () => {
      const { workspace, notes } = await create(repo);
      expect(await readdir(join(workspace, 'sub'))).toEqual([]);
      expect(notes).toEqual(['submodules are empty in the workspace: sub']);
    });
  });

  it('says that a repository with missing objects cannot be cloned', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const blob = await runGit(repo, 'rev-parse', 'HEAD:a.js');
    await rm(join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const result = await refusal(repo);
    expect(result.reason).toBe('gate-broken');
    expect(result.message).toContain('could not be cloned');
  });

  it('stops when it is aborted and leaves nothing', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const asked = await request(repo, { signal: AbortSignal.abort() });
    await expect(createWorkspace(asked)).rejects.toThrow();
    expect(await readdir(join(asked.workspace, '..'))).toEqual([]);
  });
});

describe('the dependencies of a workspace', () => {
  it('are copied wherever the commit has their folder, ignored or not, and hidden from git status', async () => {
    const repo = await makeRepo({
      '.gitignore': '/node_modules\n.venv/\n',
      'package.json': '{}\n',
      'packages/a b/package.json': '{}\n',
      '.yarn/releases/yarn.cjs': '1\n',
      'vendor/kept.rb': '1\n',
      'server/app.rb': '1\n',
    });
    await writeFiles(repo, {
      'node_modules/x/index.js': '1\n',
      'node_modules/.bin/x': { link: '../x/index.js' },
      'packages/a b/node_modules/y/index.js': '1\n',
      '.venv/pyvenv.cfg': 'home = /usr/bin\n',
      '.yarn/cache/x.zip': '1\n',
      'vendor/bundle/gem.rb': '1\n',
      'server/vendor/bundle/gem.rb': '1\n',
      'server/vendor/other/x.rb': '1\n',
      '.pnp.cjs': '1\n',
      '.env': 'SECRET=1\n',
      'out/result.js': '1\n',
      'untracked/node_modules/z/index.js': '1\n',
    });
    const { workspace, copied } = await create(repo);
    expect(copied).toEqual([
      '.pnp.cjs',
      '.venv',
      '.yarn/cache',
      'node_modules',
      'packages/a b/node_modules',
      'server/vendor/bundle',
      'vendor/bundle',
    ]);
    expect(await text(workspace, 'packages/a b/node_modules/y/index.js')).toBe('1\n');
    expect(await readlink(join(workspace, 'node_modules/.bin/x'))).toBe('../x/index.js');
    expect(await readdir(join(workspace, 'server/vendor'))).toEqual(['bundle']);
    expect(await readdir(workspace)).not.toContain('.env');
    expect(await readdir(workspace)).not.toContain('untracked');
    expect(await runGit(workspace, 'status', '--porcelain', '--untracked-files=all')).toBe('');
  });

  it('are real folders though the user has linked them, and links to packages inside stay inside', async () => {
    const repo = await makeRepo({ 'packages/p/index.js': '1\n' });
    const store = await makeFolder();
    await writeFiles(store, { 'x/index.js': '1\n', '@own/p': { link: '../../packages/p' } });
    await symlink(store, join(repo, 'node_modules'));
    const { workspace } = await create(repo);
    expect((await lstat(join(workspace, 'node_modules'))).isDirectory()).toBe(true);
    expect((await lstat(join(workspace, 'node_modules/@own/p'))).isSymbolicLink()).toBe(true);
    await writeFile(join(workspace, 'packages/p/index.js'), '2\n');
    expect(await text(workspace, 'node_modules/@own/p/index.js')).toBe('2\n');
  });

  it('keep a link to a neighbour of the repository', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await writeFiles(join(repo, '..'), { 'neighbour/index.js': '7\n' });
    await writeFiles(repo, { 'node_modules/neighbour': { link: '../../neighbour' } });
    const { workspace } = await create(repo);
    expect(await text(workspace, 'node_modules/neighbour/index.js')).toBe('7\n');
  });

  it.each(['node_modules/p', 'node_modules/@own/p'])(
    'are refused when %s leads back into the repository',
    async (path) => {
      const repo = await makeRepo({ 'packages/p/index.js': '1\n' });
      await writeFiles(repo, { [path]: { link: join(repo, 'packages/p') } });
      const result = await refusal(repo);
      expect(result.reason).toBe('gate-broken');
      expect(result.message).toContain(
        `"${path}" points into ${JSON.stringify(join(repo, 'packages/p'))}`,
      );
    },
  );
});

describe('the copy patterns of a workspace', () => {
  it('bring untracked files, but no .env file that is not named as such', async () => {
    const repo = await makeRepo({ '.gitignore': 'data/\n.env*\nlib/\n', 'a.js': '1\n' });
    await writeFiles(repo, {
      'data/x y/é.json': '1\n',
      'data/.env': 'S=1\n',
      'lib/native.node': { exec: '1\n' },
      '.env.test': 'S=1\n',
      '.env': 'S=1\n',
      'new.js': '1\n',
    });
    const { workspace, copied } = await create(repo, {
      copy: ['data/', 'lib/*.node', 'lib/**', '.env.test'],
    });
    expect(copied).toEqual(['.env.test', 'data/x y/é.json', 'lib/native.node']);
    expect((await stat(join(workspace, 'lib/native.node'))).mode & 0o111).not.toBe(0);
    const { copied: all, workspace: other } = await create(repo, { copy: ['**'] });
    expect(all).toEqual(['data/x y/é.json', 'lib/native.node', 'new.js']);
    expect(await runGit(other, 'status', '--porcelain')).toBe('');
  });

  it.each(['no-such/**', '../x', '/etc/passwd', 'a.js', '.env*x'])(
    'are refused when one matches nothing, as %s',
    async (pattern) => {
      const repo = await makeRepo({ 'a.js': '1\n' });
      await writeFiles(repo, { '.env': '1\n' });
      const result = await refusal(repo, { copy: [pattern] });
      expect(result).toMatchObject({ kind: 'refused', reason: 'bad-input' });
      expect(result).toMatchObject({ message: expect.stringContaining(JSON.stringify(pattern)) });
    },
  );
});

describe('removeWorkspace', () => {
  it('removes a workspace, and nothing else', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const { workspace } = await create(repo);
    expect(await removeWorkspace(repo)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('left alone'),
    });
    expect(await text(repo, 'a.js')).toBe('1\n');
    expect(await removeWorkspace(workspace)).toEqual({ kind: 'removed' });
    expect(await removeWorkspace(workspace)).toEqual({ kind: 'absent' });
  });
});
