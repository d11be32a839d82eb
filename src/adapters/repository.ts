import { lstat, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BACKLOG_FILE, LEDGER_FILE } from '../core/vocabulary.js';
import { hasCode } from './errno.js';
import { records, tryGit, type GitOutcome } from './git.js';

const MINIMUM_GIT = [2, 30] as const;

/** A user's repository as a run needs it; every path is absolute with its links resolved. */
export interface Repository {
  /** Root of the working tree. */
  top: string;
  /** The git directory that all linked worktrees share. */
  commonDir: string;
  /** The git directory of this working tree. */
  gitDir: string;
  /** Commit that is checked out. */
  head: string;
  /** Short name of the branch that is checked out; null on a detached HEAD. */
  branch: string | null;
}

export interface BadInput {
  kind: 'refused';
  reason: 'bad-input';
  message: string;
}

/** Something of git's own that must be finished first, by the file that tells of it. */
const UNDER_WAY: readonly (readonly [file: string, name: string, wayOut: string])[] = [
  ['MERGE_HEAD', 'merge', 'git merge --abort'],
  ['rebase-merge', 'rebase', 'git rebase --abort'],
  ['rebase-apply', 'rebase or git am', 'git rebase --abort (git am --abort)'],
  ['CHERRY_PICK_HEAD', 'cherry-pick', 'git cherry-pick --abort'],
  ['REVERT_HEAD', 'revert', 'git revert --abort'],
  ['sequencer', 'cherry-pick or revert', 'git cherry-pick --abort (git revert --abort)'],
  ['BISECT_LOG', 'bisect', 'git bisect reset'],
];

/** A path or other value of the user's, quoted so that blanks and newlines can be seen. */
export function quote(value: string): string {
  return JSON.stringify(value);
}

/** A refusal for what the user gave: the message names the value, the rule and the way out. */
export function badInput(message: string): BadInput {
  return { kind: 'refused', reason: 'bad-input', message };
}

/** Finds the repository that holds a path, or says in one message why no run can start there. */
export async function inspectRepository(
  path: string,
): Promise<({ kind: 'ok' } & Repository) | BadInput> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined)
    return badInput(`repo ${quote(path)} does not exist; give the path of a git repository`);
  if (!(await stat(folder)).isDirectory())
    return badInput(`repo ${quote(path)} is not a directory; give the root of a git repository`);
  const git = await checkGit(folder);
  if (git !== undefined) return badInput(git);
  const found = await locate(path, folder);
  if (found.kind === 'refused') return found;
  const head = await tryGit(found.top, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
  if (head.code !== 0)
    return badInput(
      `repo ${quote(path)} has no commits; a run starts from a commit: make one first`,
    );
  const underWay = await findUnderWay(found.gitDir);
  if (underWay !== undefined)
    return badInput(
      `repo ${quote(path)} has a ${underWay.name} under way; finish it or end it with: ${underWay.wayOut}`,
    );
  const branch = await tryGit(found.top, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return {
    ...found,
    head: line(head),
    branch: branch.code === 0 ? line(branch) : null,
  };
}

/** Resolves a revision to its commit and tree, or says that there is no such commit. */
export async function resolveBase(
  repo: string,
  revision = 'HEAD',
): Promise<{ kind: 'ok'; sha: string; tree: string } | BadInput> {
  const verify = (name: string) =>
    tryGit(repo, ['rev-parse', '--quiet', '--verify', '--end-of-options', name]);
  const sha = await verify(`${revision}^{commit}`);
  if (sha.code !== 0)
    return badInput(
      `base ${quote(revision)} is not a commit of ${quote(repo)}; give a branch, a tag or a commit that git log knows`,
    );
  const tree = await verify(`${line(sha)}^{tree}`);
  return { kind: 'ok', sha: line(sha), tree: line(tree) };
}

/** Uncommitted paths of the user (changed, staged, untracked), without the loop's own two files. */
export async function dirtyPaths(repo: string): Promise<string[]> {
  const status = await tryGit(repo, [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
  ]);
  if (status.code !== 0) throw new Error(`git status failed in ${repo}: ${status.stderr.trim()}`);
  return records(status.stdout)
    .map((record) => record.slice(3))
    .filter((path) => path !== LEDGER_FILE && path !== BACKLOG_FILE);
}

async function checkGit(folder: string): Promise<string | undefined> {
  const need = `git ${MINIMUM_GIT.join('.')} or newer is needed`;
  let outcome: GitOutcome;
  try {
    outcome = await tryGit(folder, ['--version']);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EACCES')) throw error;
    return `git was not found on PATH; ${need}: install it, or add its folder to PATH`;
  }
  const [, major, minor] = /(\d+)\.(\d+)/.exec(outcome.stdout) ?? [];
  const version = [Number(major), Number(minor)] as const;
  const newEnough =
    version[0] > MINIMUM_GIT[0] || (version[0] === MINIMUM_GIT[0] && version[1] >= MINIMUM_GIT[1]);
  if (newEnough) return undefined;
  return `git on PATH says ${quote(outcome.stdout.trim())}; ${need}: update it`;
}

type Place = { kind: 'ok' } & Pick<Repository, 'top' | 'commonDir' | 'gitDir'>;

async function locate(path: string, folder: string): Promise<Place | BadInput> {
  // One question a call: a path may hold newlines, so several answers could not be told apart.
  const ask = (question: string) => tryGit(folder, ['rev-parse', question]);
  const gitDir = await ask('--absolute-git-dir');
  if (gitDir.code !== 0) return badInput(explainNoRepository(path, folder, gitDir.stderr));
  if (line(await ask('--is-bare-repository')) === 'true')
    return badInput(
      `repo ${quote(path)} is a bare repository; a run needs a working tree: give a clone or a worktree of it`,
    );
  const top = await ask('--show-toplevel');
  if (top.code !== 0)
    return badInput(
      `repo ${quote(path)} lies inside a .git directory; give the root of the working tree`,
    );
  return {
    kind: 'ok',
    top: await realpath(line(top)),
    gitDir: await realpath(line(gitDir)),
    commonDir: await realpath(resolve(folder, line(await ask('--git-common-dir')))),
  };
}

function explainNoRepository(path: string, folder: string, stderr: string): string {
  if (stderr.includes('dubious ownership'))
    return (
      `repo ${quote(path)} belongs to another user, so git refuses to work in it; ` +
      `if you trust it: git config --global --add safe.directory ${quote(folder)}`
    );
  if (/not a git repository \(or any/.test(stderr))
    return `repo ${quote(path)} is not a git repository; give one, or make it one with git init and a first commit`;
  return `repo ${quote(path)} cannot be read by git: ${stderr.trim()}; repair it until git status works there`;
}

async function findUnderWay(gitDir: string) {
  for (const [file, name, wayOut] of UNDER_WAY) {
    const exists = await lstat(join(gitDir, file)).then(
      () => true,
      () => false,
    );
    if (exists) return { name, wayOut };
  }
  return undefined;
}

function line(outcome: GitOutcome): string {
  return outcome.stdout.replace(/\n$/, '');
}
