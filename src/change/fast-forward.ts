import { join } from 'node:path';
import { git, gitFolder, tryGit } from '../adapters/git.js';
import { dirtyPaths, quote } from '../adapters/repository.js';
import { LOCK_WAIT_MS, waitForLocks } from './locks.js';

export interface FastForwardRequest {
  /** The user's checkout. */
  repo: string;
  /** A commit that the repository has already. */
  commit: string;
  /** How long the lock of another git is waited for, in ms; 10 s unless given. */
  lockWaitMs?: number;
}

/** Each message says what a person can do. */
export type FastForwardResult =
  | { kind: 'done' }
  | { kind: 'dirty-tree'; message: string; paths: string[] }
  | { kind: 'moved'; message: string }
  /** git itself could not do it: a stale lock, a file that cannot be written. */
  | { kind: 'blocked'; message: string };

async function isAncestor(repo: string, old: string, fresh: string): Promise<boolean> {
  return (await tryGit(repo, ['merge-base', '--is-ancestor', old, fresh])).code === 0;
}

/** Moves the user's checked-out branch and files forward to a commit, or says why it must not. */
export async function fastForward(request: FastForwardRequest): Promise<FastForwardResult> {
  const { repo, commit } = request;
  const head = await tryGit(repo, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (head.code !== 0)
    return { kind: 'moved', message: `No branch is checked out in ${repo}. Switch to the branch.` };
  const tip = (await git(repo, ['rev-parse', 'HEAD'])).trim();
  if (await isAncestor(repo, commit, tip)) return { kind: 'done' };
  const paths = await dirtyPaths(repo);
  if (paths.length > 0) {
    const list = paths.slice(0, 10).join(', ');
    const message = `${repo} has changes that are not committed: ${list}. Commit them, or put them away with "git stash push --include-untracked".`;
    return { kind: 'dirty-tree', message, paths };
  }
  if (!(await isAncestor(repo, tip, commit))) {
    const message = `${head.stdout.trim()} in ${repo} is at ${tip}, which ${commit} does not build on. Merge by hand.`;
    return { kind: 'moved', message };
  }
  const lock = join(await gitFolder(repo), 'index.lock');
  const locked = await waitForLocks([lock], request.lockWaitMs ?? LOCK_WAIT_MS);
  if (locked !== undefined) {
    const message = `${head.stdout.trim()} in ${repo} was not moved forward: ${locked}, with: git -C ${quote(repo)} merge --ff-only ${commit}`;
    return { kind: 'blocked', message };
  }
  const settings = ['-c', 'merge.verifySignatures=false', '-c', 'merge.autoStash=false'];
  const merge = ['merge', '--ff-only', '--no-stat', '--quiet', commit];
  // Killed half way it would leave files of both commits, and a lock, in the user's checkout.
  const merged = await tryGit(repo, [...settings, ...merge], { detached: true });
  if (merged.code === 0) return { kind: 'done' };
  const message = `git could not move ${head.stdout.trim()} in ${repo} forward. Mend what it names, then run: git -C ${quote(repo)} merge --ff-only ${commit}\n${merged.stderr.trim()}`;
  return { kind: 'blocked', message };
}
