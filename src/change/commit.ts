import { git, GitError, tryGit } from '../adapters/git.js';
import type { CommitRequest, CommitResult, NeedsAttention } from './change.js';

const NAME = 'refactor-loop';
const EMAIL = 'refactor-loop@localhost';

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function messageOf({ subject, body, trailers }: CommitRequest): string {
  const block = [
    `Refactor-Loop-Run: ${oneLine(trailers.run)}`,
    `Refactor-Loop-Node: ${oneLine(trailers.node)}`,
    `Refactor-Loop-Refactoring: ${oneLine(trailers.refactoring)}`,
  ].join('\n');
  const parts = [oneLine(subject), body.trim(), block].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

/** Fixed people and dates: the same request makes the same commit. */
function identity(date: string): Record<string, string> {
  const seconds = Math.floor(Date.parse(date) / 1000);
  if (Number.isNaN(seconds)) throw new Error(`not a date: ${date}`);
  const when = `@${seconds} +0000`;
  return {
    GIT_AUTHOR_NAME: NAME,
    GIT_AUTHOR_EMAIL: EMAIL,
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_NAME: NAME,
    GIT_COMMITTER_EMAIL: EMAIL,
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
}

/** The commit between base and tip that carries both trailers of the request. */
async function findLanded(request: CommitRequest, tip: string): Promise<Landed | undefined> {
  const { workspace, base, trailers } = request;
  const value = (key: string): string => `%(trailers:key=Refactor-Loop-${key},valueonly)`;
  const format = `--format=%H%x01%T%x01${value('Run')}%x01${value('Node')}%x00`;
  const output = await git(workspace, [
    '-c',
    'log.showSignature=false',
    'log',
    format,
    `${base}..${tip}`,
    '--',
  ]);
  for (const record of output.split('\0')) {
    const [commit, tree, run, node] = record.split('\x01').map((field) => field.trim());
    if (commit === undefined || tree === undefined) continue;
    if (run === oneLine(trailers.run) && node === oneLine(trailers.node)) return { commit, tree };
  }
  return undefined;
}

/** Makes the index of the workspace agree with its branch, so that `git status` is clean. */
async function syncIndex({ workspace, ref }: CommitRequest): Promise<void> {
  const { stdout } = await tryGit(workspace, ['symbolic-ref', '--quiet', 'HEAD']);
  if (stdout.trim() !== ref) return;
  await git(workspace, ['read-tree', '-i', '-m', ref]);
  await tryGit(workspace, ['update-index', '-q', '--refresh']);
}

function attention(message: string): NeedsAttention {
  return { kind: 'needs-attention', message };
}

/**
 * Commits the reviewed tree exactly once: a commit with the same trailers is returned as it is, else
 * it is made from the tree object and the branch is moved by compare-and-swap. Never an empty
 * commit; a branch that somebody else moved is left alone.
 */
export async function commitChange(request: CommitRequest): Promise<CommitResult> {
  const { workspace, ref, parent, tree } = request;
  const atStep = request.atStep ?? (() => undefined);
  const tip = await resolve(workspace, ref);
  const landed = await findLanded(request, tip ?? parent);
  if (landed !== undefined) {
    if (landed.tree !== tree) {
      const message = `${request.trailers.node} has landed in ${landed.commit} with tree ${landed.tree}, not with the reviewed tree ${tree}.`;
      return attention(message);
    }
    await syncIndex(request);
    return { kind: 'committed', commit: landed.commit };
  }
  if (tip !== parent && !(tip === undefined && parent === request.base))
    return attention(`${ref} must be at ${parent}, but is at ${tip ?? 'no commit'}.`);
  if ((await resolve(workspace, `${parent}^{tree}`)) === tree)
    return attention(`Tree ${tree} is that of ${parent}: there is nothing to commit.`);
  const env = identity(request.date);
  const options = ['-c', 'i18n.commitEncoding=UTF-8'];
  const commitArgs = [...options, 'commit-tree', tree, '-p', parent, '-F', '-'];
  const commit = (await git(workspace, commitArgs, { env, input: messageOf(request) })).trim();
  atStep('commit made');
  const old = tip ?? '0'.repeat(commit.length);
  const args = ['update-ref', '-m', 'refactor-loop: land', ref, commit, old];
  const moved = await tryGit(workspace, args, { env });
  if (moved.code !== 0) {
    const now = await resolve(workspace, ref);
    if (now === tip) throw new GitError(args, workspace, moved);
    return attention(`${ref} must be at ${parent}, but moved to ${now ?? 'no commit'}.`);
  }
  atStep('branch moved');
  await syncIndex(request);
  return { kind: 'committed', commit };
}
