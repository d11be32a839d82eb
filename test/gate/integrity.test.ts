import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryState, stateChanges, workspaceState } from '../../src/gate/git-state.js';
import { judgeLearned, judgeSubject, judgeWrites, type Stage } from '../../src/gate/integrity.js';
import { commitFiles, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

const isLocked = (path: string): boolean => path.startsWith('test/');
const subject = { files: ['src/a.js'], isLocked };

function judged(stage: Stage, changed: string[], learned: string[] = []) {
  const rules = {
    subject,
    learned: Object.fromEntries(learned.map((path) => [path, null])),
    isTracked: (path: string) => !path.includes('untracked'),
  };
  return judgeWrites(stage, { added: [], changed, contents: {} }, rules);
}

describe('what the steps of a candidate write', () => {
  it.each(['build', 'checks', 'tests'] as const)('may be no locked file in %s', (stage) => {
    expect(judged(stage, ['test/a.test.js'])).toMatchObject({
      reason: 'locked-files-changed',
      step: stage,
      evidence: ['changed: test/a.test.js'],
    });
  });

  it('may be what the base writes as well, and what git does not track', () => {
    expect(judged('tests', ['test/a.snap'], ['test/a.snap'])).toBeNull();
    expect(judged('tests', ['test/untracked.txt'])).toBeNull();
  });

  it('may be no tracked file in checks and tests', () => {
    for (const stage of ['checks', 'tests'] as const)
      expect(judged(stage, ['docs/api.md'])).toMatchObject({ reason: 'tree-changed', step: stage });
  });

  it('may be the output of a build, but not the files under judgement', () => {
    expect(judged('build', ['lib/a.js'])).toBeNull();
    expect(judged('build', ['src/a.js'])).toMatchObject({ reason: 'tree-changed' });
  });
});

describe('what all steps of a candidate wrote', () => {
  const learned = {
    'test/golden.txt': '100644 a',
    'test/log.txt': null,
    'docs/api.md': '100644 a',
  };
  const written = (contents: Record<string, string>) =>
    judgeLearned({ contents }, { subject, learned });

  it('is at locked paths what the base writes each time', () => {
    expect(written({ 'test/golden.txt': '100644 a' })).toBeNull();
    for (const contents of [{ 'test/golden.txt': '100644 b' }, {}])
      expect(written(contents)).toMatchObject({
        reason: 'locked-files-changed',
        evidence: ['not written as on the base: test/golden.txt'],
      });
  });

  it('may be anything where the base writes something else in each run, and at other paths', () => {
    const golden = { 'test/golden.txt': '100644 a' };
    expect(written({ ...golden, 'test/log.txt': 'x', 'docs/api.md': '100644 b' })).toBeNull();
  });
});

describe('a change of locked files', () => {
  it('is red before anything runs', () => {
    expect(judgeSubject({ files: ['src/a.js', 'test/a.test.js'], isLocked })).toMatchObject({
      reason: 'locked-files-changed',
      evidence: ['changed: test/a.test.js'],
    });
    expect(judgeSubject(subject)).toBeNull();
  });
});

describe('the state of a git folder', () => {
  const repository = () => makeRepo({ 'a.js': 'a\n' });

  it('stays what it is when files are written, staged times are renewed and objects are made', async () => {
    const repo = await repository();
    const before = await workspaceState(repo);
    await writeFiles(repo, { 'a.js': 'b\n', 'new.js': 'new\n' });
    await runGit(repo, 'hash-object', '-w', 'new.js');
    await runGit(repo, 'status');
    expect(stateChanges(before, await workspaceState(repo))).toEqual([]);
  });

  it.each<[string, (repo: string) => Promise<unknown>, string[]]>([
    [
      'a commit',
      (repo) => commitFiles(repo, { 'a.js': 'b\n' }),
      ['changed: index', 'changed: refs/heads/main'],
    ],
    ['a new branch', (repo) => runGit(repo, 'branch', 'x'), ['new: refs/heads/x']],
    [
      'another branch checked out',
      async (repo) => {
        await runGit(repo, 'symbolic-ref', 'HEAD', 'refs/heads/y');
      },
      ['changed: HEAD'],
    ],
    ['a setting', (repo) => runGit(repo, 'config', 'core.bare', 'true'), ['changed: config']],
    [
      'a hook',
      (repo) => writeFiles(repo, { '.git/hooks/post-commit': { exec: '#!/bin/sh\n' } }),
      ['new: hooks/post-commit'],
    ],
    [
      'foreign objects',
      (repo) => writeFiles(repo, { '.git/objects/info/alternates': '/elsewhere\n' }),
      ['new: objects/info/alternates'],
    ],
    [
      'a file that git is told to overlook',
      (repo) => runGit(repo, 'update-index', '--assume-unchanged', 'a.js'),
      ['changed: index'],
    ],
  ])('shows %s', async (_, change, changes) => {
    const repo = await repository();
    const before = await workspaceState(repo);
    await change(repo);
    expect(stateChanges(before, await workspaceState(repo))).toEqual(
      expect.arrayContaining(changes),
    );
  });

  it("shows hooks and settings of the user's repository, but not what the user does there", async () => {
    const repo = await repository();
    const common = join(repo, '.git');
    const before = await repositoryState(common);
    await commitFiles(repo, { 'a.js': 'b\n' });
    await runGit(repo, 'remote', 'add', 'origin', 'https://example.com/x');
    await runGit(repo, 'config', 'branch.main.merge', 'refs/heads/main');
    expect(stateChanges(before, await repositoryState(common))).toEqual([]);
    await runGit(repo, 'config', 'core.hooksPath', '/elsewhere');
    await writeFiles(common, { 'hooks/pre-push': '#!/bin/sh\n' });
    expect(stateChanges(before, await repositoryState(common))).toEqual([
      'new: config core.hookspath',
      'new: hooks/pre-push',
    ]);
  });
});
