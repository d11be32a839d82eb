import { git, GitError, records, tryGit } from '../adapters/git.js';

export interface FastForwardRequest {
  /** The user's checkout. */
  repo: string;
  /** A commit that the repository has already. */
  commit: string;
  /** Paths that may be dirty: the loop's own files. */
  exceptPaths: string[];
}

export type FastForwardResult =
  | { kind: 'done' }
  | { kind: 'dirty-tree'; message: string; paths: string[] }
  | { kind: 'moved'; message: string };

/** Paths that `git status` names, without these. */
export async function dirtyPaths(repo: string, exceptPaths: string[]): Promise<string[]> {
  const status = await git(repo, [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=normal',
  ]);
  return records(status)
    .map((record) => record.slice(3))
    .filter((path) => !exceptPaths.includes(path));
}

async function isAncestor(repo: string, old: string, fresh: string): Promise<boolean> {
  return (await tryGit(repo, ['merge-base', '--is-ancestor', old, fresh])).code === 0;
}

/** Moves the user's checked-out branch and files forward to a commit, or says why it must not. */
export async function fastForward(request: FastForwardRequest): Promise<FastForwardResult> {
  const { repo, commit, exceptPaths } = request;
  const head = await tryGit(repo, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (head.code !== 0)
    return { kind: 'moved', message: `No branch is checked out in ${repo}. Switch to the branch.` };
  const tip = (await git(repo, ['rev-parse', 'HEAD'])).trim();
  if (await isAncestor(repo, commit, tip)) return { kind: 'done' };
  const paths = await dirtyPaths(repo, exceptPaths);
  if (paths.length > 0) {
    const list = paths.slice(0, 10).join(', ');
    const message = `${repo} has changes that are not committed: ${list}. Commit them, or put them away with "git stash push --include-untracked".`;
    return { kind: 'dirty-tree', message, paths };
  }
  if (!(await isAncestor(repo, tip, commit))) {
    const message = `${head.stdout.trim()} in ${repo} is at ${tip}, which ${commit} does not build on. Merge by hand.`;
    return { kind: 'moved', message };
  }
  const settings = ['-c', 'merge.verifySignatures=false', '-c', 'merge.autoStash=false'];
  const args = [...settings, 'merge', '--ff-only', '--no-stat', '--quiet', commit];
  const merged = await tryGit(repo, args);
  if (merged.code !== 0) throw new GitError(args, repo, merged);
  return { kind: 'done' };
}
