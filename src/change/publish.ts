import { git, tryGit } from '../adapters/git.js';
import type { NeedsAttention } from './change.js';
import { LOCK_WAIT_MS, refLock, waitForLocks } from './locks.js';

export interface PublishRequest {
  workspace: string;
  /** The user's repository. */
  repo: string;
  /** Short name of the run's branch, e.g. `refactor-loop/<run>`. */
  branch: string;
  run: string;
  /** How long the lock of another git is waited for, in ms; 10 s unless given. */
  lockWaitMs?: number;
}

export type PublishResult = { kind: 'published'; ref: string; note?: string } | NeedsAttention;

async function fetchRef(request: PublishRequest, ref: string): Promise<string | undefined> {
  const { workspace, repo, branch, lockWaitMs = LOCK_WAIT_MS } = request;
  const quiet = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-auto-gc', '--no-prune'];
  const refspec = `refs/heads/${branch}:${ref}`;
  const patient = ['-c', `core.filesRefLockTimeout=${lockWaitMs}`];
  const args = [...patient, 'fetch', ...quiet, '--no-recurse-submodules', '--', workspace, refspec];
  const { code, stderr } = await tryGit(repo, args, { detached: true });
  return code === 0 ? undefined : stderr.trim();
}

async function checkedOut(repo: string, ref: string): Promise<boolean> {
  const worktrees = await git(repo, ['worktree', 'list', '--porcelain']);
  return worktrees.split('\n').includes(`branch ${ref}`);
}

/** Another branch whose name leaves no room for this one. */
async function blocker(repo: string, ref: string): Promise<string | undefined> {
  const refs = (await git(repo, ['for-each-ref', '--format=%(refname)', 'refs/heads/'])).split(
    '\n',
  );
  return refs.find((name) => ref.startsWith(`${name}/`) || name.startsWith(`${ref}/`));
}

async function obstacle(repo: string, ref: string, problem: string): Promise<string> {
  const locked = await waitForLocks([await refLock(repo, ref)], 0);
  if (locked !== undefined) return locked;
  const blocking = await blocker(repo, ref);
  if (blocking !== undefined) return `${blocking} blocks its name`;
  const known = await tryGit(repo, ['show-ref', '--verify', '--quiet', ref]);
  return known.code === 0 ? 'it was moved there' : problem;
}

/**
 * Fetches the run's branch into the user's repository, never forced; where the branch is checked
 * out, was moved, or its name is blocked there, into `refs/refactor-loop/<run>`, with a note.
 * A second run finds the ref in place and changes nothing.
 */
export async function publishBranch(request: PublishRequest): Promise<PublishResult> {
  const { repo, branch, run } = request;
  const ref = `refs/heads/${branch}`;
  const open = await checkedOut(repo, ref);
  const problem = open ? 'it is checked out' : await fetchRef(request, ref);
  if (problem === undefined) return { kind: 'published', ref };
  const spare = `refs/refactor-loop/${run}`;
  const failure = await fetchRef(request, spare);
  if (failure !== undefined) {
    const message = `Neither ${ref} nor ${spare} in ${repo} could be written: ${problem}; ${failure}`;
    return { kind: 'needs-attention', message };
  }
  const why = open ? problem : await obstacle(repo, ref, problem);
  const note = `The branch ${branch} could not be updated in ${repo}, because ${why}. The commits are at ${spare}.`;
  return { kind: 'published', ref: spare, note };
}
