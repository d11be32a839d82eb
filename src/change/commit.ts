import { join } from 'node:path';
import { git, GitError, tryGit } from '../adapters/git.js';
import type { Identity } from '../core/contracts.js';
import type { CommitRequest, CommitResult, NeedsAttention } from './change.js';
import { indexLock, rewriteIndex } from './index-file.js';
import { LOCK_WAIT_MS, refLock, waitForLocks } from './locks.js';
import { DURABLE } from './objects.js';
import { withStaging, type Place } from './staging.js';

const OURS: Identity = { name: 'refactor-loop', email: 'refactor-loop@localhost' };

function oneLine(text: string): string {
  return text.replace(/[\s\0]+/g, ' ').trim();
}

function messageOf({ subject, body, trailers }: CommitRequest): string {
  const block = [
    `Refactor-Loop-Run: ${oneLine(trailers.run)}`,
    `Refactor-Loop-Node: ${oneLine(trailers.node)}`,
    `Refactor-Loop-Refactoring: ${oneLine(trailers.refactoring)}`,
  ].join('\n');
  const parts = [oneLine(subject), body.replaceAll('\0', ' ').trim(), block].filter(
    (part) => part !== '',
  );
  return `${parts.join('\n\n')}\n`;
}

/** Fixed people and dates: the same request makes the same commit. */
function people({ date, identity = OURS }: CommitRequest): Record<string, string> {
  const seconds = Math.floor(Date.parse(date) / 1000);
  if (Number.isNaN(seconds)) throw new Error(`not a date: ${date}`);
  const when = `@${seconds} +0000`;
  return {
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    GIT_COMMITTER_DATE: when,
  };
}

async function resolve(workspace: string, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const { code, stdout } = await tryGit(workspace, args);
  return code === 0 ? stdout.trim() : undefined;
}

interface Landed {
  commit: string;
  tree: string;
  parent: string;
}

/** The commit between base and tip that carries both trailers of the request. */
async function findLanded(request: CommitRequest, tip: string): Promise<Landed | undefined> {
  const { workspace, base, trailers } = request;
  const value = (key: string): string => `%(trailers:key=Refactor-Loop-${key},valueonly)`;
  const format = `--format=%H%x01%T%x01%P%x01${value('Run')}%x01${value('Node')}%x00`;
  const plain = ['-c', 'log.showSignature=false', '-c', 'trailer.separators=:'];
  const output = await git(workspace, [...plain, 'log', format, `${base}..${tip}`, '--']);
  for (const record of output.split('\0')) {
    const [commit, tree, parent, run, node] = record.split('\x01').map((field) => field.trim());
    if (commit === undefined || tree === undefined || parent === undefined) continue;
    if (run === oneLine(trailers.run) && node === oneLine(trailers.node))
      return { commit, tree, parent };
  }
  return undefined;
}

function attention(message: string): NeedsAttention {
  return { kind: 'needs-attention', message };
}

/** Whether the branch of the request is the one that the workspace has checked out. */
async function isCheckedOut({ workspace, ref }: CommitRequest): Promise<boolean> {
  return (await tryGit(workspace, ['symbolic-ref', '--quiet', 'HEAD'])).stdout.trim() === ref;
}

/** Ends a commit: the index agrees with the branch afterwards, so that `git status` is clean. */
async function finish(place: Place, request: CommitRequest, commit: string): Promise<CommitResult> {
  const wait = request.lockWaitMs ?? LOCK_WAIT_MS;
  const work = [
    ['read-tree', '-i', '-m', request.ref],
    ['update-index', '-q', '--refresh'],
  ];
  const problem = (await isCheckedOut(request)) ? await rewriteIndex(place, wait, work) : undefined;
  return problem === undefined
    ? { kind: 'committed', commit }
    : attention(`${commit} is committed, but the index does not show it yet: ${problem}.`);
}

/** The locks that a commit meets: one that a killed git left behind would stop it half way. */
async function locksOf(place: Place, request: CommitRequest): Promise<string[]> {
  const branch = await refLock(place.workspace, request.ref);
  if (!(await isCheckedOut(request))) return [branch];
  return [indexLock(place), join(place.gitFolder, 'HEAD.lock'), branch];
}

/** Makes the commit and moves the branch to it, if it is still at `tip`. */
async function commitTree(
  place: Place,
  request: CommitRequest,
  tip: string | undefined,
): Promise<CommitResult> {
  const { workspace, ref, parent, tree } = request;
  const env = people(request);
  const locks = await locksOf(place, request);
  const wait = request.lockWaitMs ?? LOCK_WAIT_MS;
  const locked = await waitForLocks(locks, wait);
  if (locked !== undefined) return attention(`Nothing was committed to ${ref}: ${locked}.`);
  const options = [...DURABLE, '-c', 'i18n.commitEncoding=UTF-8'];
  const commitArgs = [...options, 'commit-tree', tree, '-p', parent, '-F', '-'];
  const commit = (await git(workspace, commitArgs, { env, input: messageOf(request) })).trim();
  const patient = [...DURABLE, '-c', `core.filesRefLockTimeout=${wait}`];
  const old = tip ?? '0'.repeat(commit.length);
  const args = [...patient, 'update-ref', '-m', 'refactor-loop: land', ref, commit, old];
  const moved = await tryGit(workspace, args, { env, detached: true });
  const now = moved.code === 0 ? commit : await resolve(workspace, ref);
  // Also by an earlier attempt, whose git went on when the attempt was killed.
  if (now === commit) return finish(place, request, commit);
  if (now !== tip)
    return attention(`${ref} must be at ${parent}, but moved to ${now ?? 'no commit'}.`);
  const left = await waitForLocks(locks, 0);
  if (left === undefined) throw new GitError(args, workspace, moved);
  return attention(`${ref} was not moved: ${left}.`);
}

/**
 * Commits the reviewed tree exactly once: a commit with the same trailers, tree and parent is
 * returned as it is, else it is made from the tree object and the branch is moved by
 * compare-and-swap. Never an empty commit; a branch that somebody else moved is left alone. A lock
 * of another git is waited for before anything is committed, and never deleted.
 */
export async function commitChange(request: CommitRequest): Promise<CommitResult> {
  const { workspace, ref, parent, tree } = request;
  const tip = await resolve(workspace, ref);
  const landed = await findLanded(request, tip ?? parent);
  if (landed !== undefined) {
    if (landed.tree === tree && landed.parent === parent)
      return withStaging(
        workspace,
        (place) => finish(place, request, landed.commit),
        request.stillCurrent,
      );
    const { node } = request.trailers;
    const message = `${node} has landed in ${landed.commit} with tree ${landed.tree} on ${landed.parent}, not with the reviewed tree ${tree} on ${parent}.`;
    return attention(message);
  }
  if (tip !== parent && !(tip === undefined && parent === request.base))
    return attention(`${ref} must be at ${parent}, but is at ${tip ?? 'no commit'}.`);
  if ((await resolve(workspace, `${parent}^{tree}`)) === tree)
    return attention(`Tree ${tree} is that of ${parent}: there is nothing to commit.`);
  return withStaging(workspace, (place) => commitTree(place, request, tip), request.stillCurrent);
}
