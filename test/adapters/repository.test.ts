import { execFileSync } from 'node:child_process';
import { chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dirtyPaths, inspectRepository, resolveBase } from '../../src/adapters/repository.js';
import { commitFiles, makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

async function refusal(path: string): Promise<string> {
  const result = await inspectRepository(path);
  if (result.kind === 'ok') throw new Error('was not refused');
  expect(result.reason).toBe('bad-input');
  return result.message;
}

async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  const saved = process.env['PATH'];
  process.env['PATH'] = path;
  try {
    return await work();
  } finally {
    process.env['PATH'] = saved;
  }
}

/** Runs a git command that is meant to stop half way. */
function stopHalfWay(repo: string, ...args: string[]): void {
  expect(() =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: repo,
      stdio: 'ignore',
    }),
  ).toThrow();
}

async function conflicting(): Promise<string> {
  const repo = await makeRepo({ 'a.js': '1\n' });
  await runGit(repo, 'checkout', '--quiet', '-b', 'other');
  await commitFiles(repo, { 'a.js': '2\n' });
  await runGit(repo, 'checkout', '--quiet', 'main');
  await commitFiles(repo, { 'a.js': '3\n' });
  return repo;
}

describe('inspectRepository', () => {
  it('describes a plain repository', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    expect(await inspectRepository(repo)).toEqual({
      kind: 'ok',
      top: repo,
      commonDir: join(repo, '.git'),
      gitDir: join(repo, '.git'),
      head: await runGit(repo, 'rev-parse', 'HEAD'),
      branch: 'main',
    });
  });

  it.each([
    'with space',
    `it's "quoted"`,
    'new\nline',
    'new line at end\n',
    'é-ü-日本',
    '-dash',
    '$(x)*',
  ])('works in a folder named %j', async (name) => {
    const repo = await makeRepo({ 'a.js': '1\n' }, { name });
    expect(await inspectRepository(repo)).toMatchObject({ kind: 'ok', top: repo, branch: 'main' });
  });

  it('finds the root from a subfolder and through a symbolic link', async () => {
    const repo = await makeRepo({ 'src/deep/a.js': '1\n' });
    const link = join(await makeFolder(), 'link');
    await symlink(join(repo, 'src'), link);
    expect(await inspectRepository(join(repo, 'src/deep'))).toMatchObject({ top: repo });
    expect(await inspectRepository(link)).toMatchObject({
      top: repo,
      commonDir: join(repo, '.git'),
    });
  });

  it('works on a detached HEAD', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await runGit(repo, 'checkout', '--quiet', '--detach');
    expect(await inspectRepository(repo)).toMatchObject({ kind: 'ok', branch: null });
  });

  it('works in a linked worktree and names the git directory that all worktrees share', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const worktree = join(await makeFolder(), 'other é\nworktree');
    await runGit(repo, 'worktree', 'add', '--quiet', '-b', 'side', worktree);
    expect(await inspectRepository(worktree)).toMatchObject({
      kind: 'ok',
      top: worktree,
      commonDir: join(repo, '.git'),
      gitDir: expect.stringContaining(join(repo, '.git/worktrees/other')),
      branch: 'side',
    });
  });

  it('refuses a path that does not exist, naming it', async () => {
    const path = join(await makeFolder(), 'no\nwhere');
    expect(await refusal(path)).toContain(`${JSON.stringify(path)} does not exist`);
  });

  it('refuses a file', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    expect(await refusal(join(repo, 'a.js'))).toContain('is not a directory');
  });

  it('refuses a folder outside any repository', async () => {
    expect(await refusal(await makeFolder())).toMatch(/is not a git repository; .*git init/);
  });

  it('refuses a broken .git file with what git says', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, '.git'), 'gitdir: /nowhere/at/all\n');
    expect(await refusal(folder)).toContain('cannot be read by git: fatal: not a git repository');
  });

  it('refuses a place inside .git', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    expect(await refusal(join(repo, '.git/refs'))).toContain('inside a .git directory');
  });

  it('refuses a bare repository', async () => {
    const folder = await makeFolder();
    await runGit(folder, 'init', '--quiet', '--bare');
    expect(await refusal(folder)).toContain('is a bare repository');
  });

  it('refuses a repository without commits', async () => {
    const folder = await makeFolder();
    await runGit(folder, 'init', '--quiet');
    expect(await refusal(folder)).toContain('has no commits');
  });

  it.each([
    ['merge', ['merge', 'other'], 'git merge --abort'],
    ['rebase', ['rebase', 'other'], 'git rebase --abort'],
    ['rebase or git am', ['rebase', '--apply', 'other'], 'git rebase --abort'],
    ['cherry-pick', ['cherry-pick', 'other'], 'git cherry-pick --abort'],
    ['revert', ['revert', '--no-edit', 'HEAD~1'], 'git revert --abort'],
  ])('refuses while a %s is under way and says how to end it', async (name, args, wayOut) => {
    const repo = await conflicting();
    if (name === 'revert') await commitFiles(repo, { 'a.js': '4\n' });
    stopHalfWay(repo, ...args);
    const message = await refusal(repo);
    expect(message).toContain(`has a ${name} under way`);
    expect(message).toContain(wayOut);
  });

  it('refuses while a bisect is under way in this worktree, not in another one', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const worktree = join(await makeFolder(), 'side');
    await runGit(repo, 'worktree', 'add', '--quiet', '--detach', worktree);
    await runGit(worktree, 'bisect', 'start');
    expect(await refusal(worktree)).toContain('bisect under way');
    expect(await inspectRepository(repo)).toMatchObject({ kind: 'ok' });
  });

  it('says that git is missing', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const empty = await makeFolder();
    expect(await withPath(empty, () => refusal(repo))).toContain('git was not found on PATH');
  });

  it('says that git is too old', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const folder = await makeFolder();
    await writeFiles(folder, { git: { exec: '#!/bin/sh\necho git version 2.29.3\n' } });
    const message = await withPath(folder, () => refusal(repo));
    expect(message).toContain('"git version 2.29.3"');
    expect(message).toContain('git 2.30 or newer is needed');
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('explains dubious ownership', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await chown(repo, 12345, 12345);
    await chown(join(repo, '.git'), 12345, 12345);
    const message = await refusal(repo);
    expect(message).toContain('belongs to another user');
    expect(message).toContain('safe.directory');
  });
});

describe('resolveBase', () => {
  it('resolves HEAD, branches and abbreviated commits to commit and tree', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' }, { commits: [{ 'a.js': '2\n' }] });
    const sha = await runGit(repo, 'rev-parse', 'HEAD');
    const expected = { kind: 'ok', sha, tree: await runGit(repo, 'rev-parse', 'HEAD^{tree}') };
    expect(await resolveBase(repo)).toEqual(expected);
    expect(await resolveBase(repo, 'main')).toEqual(expected);
    expect(await resolveBase(repo, sha.slice(0, 10))).toEqual(expected);
    expect(await resolveBase(repo, 'HEAD~1')).not.toEqual(expected);
  });

  it.each(['no-such', '--all', '', 'HEAD:a.js', 'HEAD~9'])('refuses %j', async (revision) => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const result = await resolveBase(repo, revision);
    expect(result).toMatchObject({ kind: 'refused', reason: 'bad-input' });
    expect(result).toMatchObject({ message: expect.stringContaining(JSON.stringify(revision)) });
  });
});

describe('dirtyPaths', () => {
  it('lists changed, staged, renamed and untracked paths, but not ignored ones nor the two files of the loop', async () => {
    const repo = await makeRepo({
      'a.js': '1\n',
      'b é.js': '2\n',
      'moved.js': 'a long enough text\n',
      '.gitignore': 'out/\n',
    });
    await writeFiles(repo, {
      'a.js': '9\n',
      'new\nline.js': '1\n',
      'deep/er/x y.js': '1\n',
      'out/x.js': '1\n',
      '.refactor-loop-ledger.md': 'x\n',
      '.refactoring-backlog.md': 'x\n',
    });
    await runGit(repo, 'rm', '--quiet', '--cached', 'b é.js');
    await runGit(repo, 'mv', 'moved.js', 'target.js');
    expect(new Set(await dirtyPaths(repo))).toEqual(
      new Set(['a.js', 'b é.js', 'moved.js', 'target.js', 'new\nline.js', 'deep/er/x y.js']),
    );
  });

  it('sees untracked files though the user hides them from git status', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await runGit(repo, 'config', 'status.showUntrackedFiles', 'no');
    await mkdir(join(repo, 'src'));
    await writeFile(join(repo, 'src/new.js'), '1\n');
    expect(await dirtyPaths(repo)).toEqual(['src/new.js']);
  });
});
