import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dirtyPaths } from '../../src/adapters/repository.js';
import { isCode, resolveScope, type ScopeRequest } from '../../src/adapters/scope.js';
import { commitFiles, makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

const isLocked = (path: string) => path.startsWith('test/') || path.endsWith('.test.js');

async function resolve(repo: string, request: Partial<ScopeRequest> = {}) {
  const base = await runGit(repo, 'rev-parse', 'HEAD');
  return resolveScope({ repo, base, isLocked, dirty: await dirtyPaths(repo), ...request });
}

async function files(repo: string, request: Partial<ScopeRequest> = {}): Promise<string[]> {
  const result = await resolve(repo, request);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.files;
}

async function refusal(repo: string, request: Partial<ScopeRequest>) {
  const result = await resolve(repo, request);
  if (result.kind === 'ok') throw new Error('was not refused');
  return result;
}

const PROJECT = {
  'src/a.js': '1\n',
  'src/deep/b.ts': '1\n',
  'src/deep/b.d.ts': '1\n',
  'src/[id].js': '1\n',
  'src/a.test.js': '1\n',
  'test/t.js': '1\n',
  'README.md': '1\n',
  'tool.py': '1\n',
};

describe('resolveScope with entries', () => {
  it('takes files, directories and globs, and leaves out tests, declarations and other texts', async () => {
    const repo = await makeRepo(PROJECT);
    expect(await files(repo, { scope: ['src'] })).toEqual([
      'src/[id].js',
      'src/a.js',
      'src/deep/b.ts',
    ]);
    expect(await files(repo, { scope: ['./src/deep/', 'tool.py'] })).toEqual([
      'src/deep/b.ts',
      'tool.py',
    ]);
    expect(await files(repo, { scope: ['**/*.{ts,py}'] })).toEqual(['src/deep/b.ts', 'tool.py']);
    expect(await files(repo, { scope: ['src/*.js'] })).toEqual(['src/[id].js', 'src/a.js']);
    expect(await files(repo, { scope: ['.'] })).toHaveLength(4);
  });

  it('takes a name with brackets as the file that has it', async () => {
    const repo = await makeRepo({ ...PROJECT, 'src/i.js': '1\n' });
    expect(await files(repo, { scope: ['src/[id].js'] })).toEqual(['src/[id].js']);
  });

  it('takes names with blanks, quotes, newlines and other letters', async () => {
    const names = ["it's.js", 'new\nline.js', 'with space.js', 'é日.js'];
    const repo = await makeRepo(Object.fromEntries(names.map((name) => [`src/${name}`, '1\n'])), {
      name: 'new\nrepo é',
    });
    expect(await files(repo, { scope: names.map((name) => `src/${name}`) })).toEqual(
      names.map((name) => `src/${name}`).sort(),
    );
    expect(await files(repo, { scope: ['src/**'] })).toHaveLength(4);
  });

  it('takes absolute paths and globs inside the repository, also through a link to it', async () => {
    const repo = await makeRepo(PROJECT);
    const link = join(await makeFolder(), 'link');
    await symlink(repo, link);
    expect(await files(repo, { scope: [join(repo, 'src/deep')] })).toEqual(['src/deep/b.ts']);
    expect(await files(repo, { scope: [join(link, 'src/*.js')] })).toHaveLength(2);
    expect(await files(repo, { scope: [link] })).toHaveLength(4);
  });

  it.each(['../other', 'src/../../x', '..', '/'])('refuses %j as outside', async (entry) => {
    const repo = await makeRepo(PROJECT);
    const result = await refusal(repo, { scope: [entry] });
    expect(result.reason).toBe('bad-input');
    expect(result.message).toContain(`${JSON.stringify(entry)} lies outside the repository`);
  });

  it('refuses a neighbour whose name begins like the repository', async () => {
    const repo = await makeRepo(PROJECT);
    const result = await refusal(repo, { scope: [`${repo}-other/src`] });
    expect(result.message).toContain('lies outside the repository');
  });

  it('refuses what does not exist, naming it, though other entries do', async () => {
    const repo = await makeRepo(PROJECT);
    for (const entry of ['srcc', 'src/none.js', 'lib/**/*.js', 'src/a.js/x']) {
      const result = await refusal(repo, { scope: ['src', entry] });
      expect(result.reason).toBe('bad-input');
      expect(result.message).toContain(JSON.stringify(entry));
    }
  });

  it('says when a path exists uncommitted only', async () => {
    const repo = await makeRepo(PROJECT);
    await writeFiles(repo, { 'src/new.js': '1\n' });
    const result = await refusal(repo, { scope: ['src/new.js'] });
    expect(result.message).toContain('exists uncommitted only; commit it first');
  });

  it('says that there is nothing in scope when it holds tests or texts only', async () => {
    const repo = await makeRepo(PROJECT);
    const tests = await refusal(repo, { scope: ['test', 'src/a.test.js'] });
    expect(tests.reason).toBe('nothing-in-scope');
    expect(tests.message).toContain('only files that no change may touch');
    const texts = await refusal(repo, { scope: ['README.md'] });
    expect(texts.reason).toBe('nothing-in-scope');
    expect(texts.message).toContain('holds no code file');
  });

  it('leaves out symbolic links and refuses a submodule', async () => {
    const sub = await makeRepo({ 'x.js': '1\n' });
    const repo = await makeRepo({ ...PROJECT, 'src/link.js': { link: 'a.js' } });
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
    expect(await files(repo, { scope: ['src/*.js'] })).toEqual(['src/[id].js', 'src/a.js']);
    expect((await refusal(repo, { scope: ['sub'] })).message).toContain('is a submodule');
  });

  it('lists uncommitted files in scope as not included', async () => {
    const repo = await makeRepo(PROJECT);
    await writeFiles(repo, {
      'src/a.js': '2\n',
      'src/new file.js': '1\n',
      'src/notes.md': '1\n',
      'test/new.js': '1\n',
      'tool.py': '2\n',
    });
    expect(await resolve(repo, { scope: ['src'] })).toEqual({
      kind: 'ok',
      files: ['src/[id].js', 'src/a.js', 'src/deep/b.ts'],
      notIncluded: ['src/a.js', 'src/new file.js'],
    });
  });

  it('refuses entries together with changes', async () => {
    const repo = await makeRepo(PROJECT);
    expect((await refusal(repo, { scope: ['src'], changes: true })).reason).toBe('bad-input');
  });
});

describe('resolveScope without entries', () => {
  it('takes the code files that the base commit changed and still has', async () => {
    const repo = await makeRepo(PROJECT, {
      commits: [{ 'src/a.js': '2\n', 'src/deep/b.ts': null, 'README.md': '2\n', 'new.js': '1\n' }],
    });
    await writeFiles(repo, { 'tool.py': '2\n' });
    expect(await resolve(repo)).toEqual({
      kind: 'ok',
      files: ['new.js', 'src/a.js'],
      notIncluded: ['tool.py'],
    });
  });

  it('takes all code files when the base has no parent', async () => {
    expect(await files(await makeRepo(PROJECT), { scope: [] })).toHaveLength(4);
  });

  it('says that there is nothing in scope when the base commit changed no code', async () => {
    const repo = await makeRepo(PROJECT, { commits: [{ 'README.md': '2\n' }] });
    const result = await refusal(repo, {});
    expect(result).toMatchObject({ reason: 'nothing-in-scope' });
    expect(result.message).toContain('what the base commit changed holds no code file');
  });
});

describe('resolveScope with changes', () => {
  it('takes what the branch changed since it left the default branch', async () => {
    const repo = await makeRepo(PROJECT);
    await runGit(repo, 'checkout', '--quiet', '-b', 'topic');
    await commitFiles(repo, { 'src/a.js': '2\n' });
    await commitFiles(repo, { 'src/deep/b.ts': '2\n', 'src/a.test.js': '2\n' });
    await runGit(repo, 'checkout', '--quiet', 'main');
    await commitFiles(repo, { 'tool.py': '2\n' });
    await runGit(repo, 'checkout', '--quiet', 'topic');
    expect(await files(repo, { changes: true })).toEqual(['src/a.js', 'src/deep/b.ts']);
  });

  it('prefers the default branch of the remote, so that unpushed work on it counts', async () => {
    const repo = await makeRepo(PROJECT);
    const clone = join(await makeFolder(), 'clone');
    await runGit(repo, 'clone', '--quiet', repo, clone);
    await commitFiles(clone, { 'tool.py': '2\n' });
    expect(await files(clone, { changes: true })).toEqual(['tool.py']);
  });

  it('says that there is nothing in scope on the default branch itself', async () => {
    const repo = await makeRepo(PROJECT);
    expect(await refusal(repo, { changes: true })).toMatchObject({ reason: 'nothing-in-scope' });
  });

  it('refuses when there is no default branch to compare with', async () => {
    const repo = await makeRepo(PROJECT);
    await runGit(repo, 'branch', '--move', 'main', 'other');
    const result = await refusal(repo, { changes: true });
    expect(result).toMatchObject({ reason: 'bad-input' });
    expect(result.message).toContain('no origin/HEAD, main or master');
  });

  it('works in a linked worktree', async () => {
    const repo = await makeRepo(PROJECT);
    const worktree = join(await makeFolder(), 'work tree');
    await runGit(repo, 'worktree', 'add', '--quiet', '-b', 'side', worktree);
    await commitFiles(worktree, { 'src/a.js': '2\n' });
    expect(await files(worktree, { changes: true })).toEqual(['src/a.js']);
  });
});

describe('isCode', () => {
  it.each(['a.js', 'a.mjs', 'a.cts', 'a.tsx', 'a/b.py', 'a.c', 'a.h', 'a.scala'])(
    'takes %s',
    (path) => {
      expect(isCode(path)).toBe(true);
    },
  );
  it.each(['a.d.ts', 'a.d.mts', 'a.json', 'js', 'a.jsx.snap', 'node_modules/x/a.js', 'a.txt'])(
    'leaves out %s',
    (path) => {
      expect(isCode(path)).toBe(false);
    },
  );
});
