import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRefusedAccess } from './errno.js';
import { GitError, records, tryGit } from './git.js';
import {
  only,
  ours,
  readControl,
  readIgnored,
  readRefs,
  stateDifference,
  workspaceState,
  type WorkspaceState,
} from './workspace-state.js';

export type RestoreResult =
  | { kind: 'restored' }
  /** Something is left that could not be put back. */
  | { kind: 'needs-attention'; message: string };

export type UndoResult =
  | { kind: 'unchanged' }
  /** `written`: what had been written, in words; all of it is undone. */
  | { kind: 'undone'; written: string[] }
  | Extract<RestoreResult, { kind: 'needs-attention' }>;

/** What git keeps of an operation half done, and locks of a git that was killed. */
const LEFTOVERS = [
  ...['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'],
  ...['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_LOG', 'BISECT_START', 'SQUASH_MSG'],
  ...['index', 'index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock'],
];

/**
 * Undoes what a call wrote: HEAD, refs and git's settings as in `before`, index and tracked files
 * as in `expected` (commit or tree), new untracked and ignored files removed. Others that were
 * there before and changed since stay as they are, for their bytes were not kept; of ignored ones,
 * which the oracle may use, that is said.
 */
export async function restoreWorkspace(
  workspace: string,
  expected: string,
  before: WorkspaceState,
): Promise<RestoreResult> {
  const left = await restore(workspace, expected, before).catch((error: unknown) => {
    if (error instanceof GitError || isRefusedAccess(error)) return [error.message];
    throw error;
  });
  return left.length === 0
    ? { kind: 'restored' }
    : {
        kind: 'needs-attention',
        message: `${workspace} could not be put back: ${left.slice(0, 10).join(', ')}`,
      };
}

/** Compares a workspace with its state before a call and restores it if the call wrote anything. */
export async function undoWrites(
  workspace: string,
  expected: string,
  before: WorkspaceState,
): Promise<UndoResult> {
  const written = await workspaceState(workspace).then(
    (after) => stateDifference(before, after),
    (error: unknown) => {
      if (error instanceof GitError) return ["git's own files"];
      if (isRefusedAccess(error)) return [error.message];
      throw error;
    },
  );
  if (written.length === 0) return { kind: 'unchanged' };
  const result = await restoreWorkspace(workspace, expected, before);
  return result.kind === 'restored' ? { kind: 'undone', written } : result;
}

async function restore(
  workspace: string,
  expected: string,
  before: WorkspaceState,
): Promise<string[]> {
  const gitDir = join(workspace, '.git');
  for (const name of LEFTOVERS) await rm(join(gitDir, name), { recursive: true, force: true });
  await restoreControl(gitDir, before.control);
  await restoreRefs(workspace, before);
  await ours(workspace, ['read-tree', '--reset', expected]);
  await ours(workspace, ['checkout-index', '--all', '--force', '--quiet', '--index']);
  // Both at both places: an untracked ignore file that a call changed is not put back.
  const known = withParents([...Object.keys(before.untracked), ...Object.keys(before.ignored)]);
  await removeUntracked(workspace, known);
  await removeNewIgnored(workspace, known);
  const after = await workspaceState(workspace);
  return [
    ...stateDifference({ ...before, ...pick(after) }, after),
    ...((await isTree(workspace, expected)) ? [] : [`tracked files differ from ${expected}`]),
  ];
}

/** The parts that are compared with the expected tree, or not at all. */
function pick(after: WorkspaceState): Pick<WorkspaceState, 'index' | 'changed' | 'untracked'> {
  return { index: after.index, changed: after.changed, untracked: after.untracked };
}

async function isTree(workspace: string, expected: string): Promise<boolean> {
  const diff = await tryGit(workspace, ['diff-files', '--quiet'], only(workspace));
  const tree = await ours(workspace, ['rev-parse', '--verify', `${expected}^{tree}`]);
  return diff.code === 0 && (await ours(workspace, ['write-tree'])) === tree;
}

async function restoreControl(gitDir: string, before: Record<string, string>): Promise<void> {
  const now = await readControl(gitDir);
  for (const name of Object.keys(now)) {
    if (before[name] === undefined) await rm(join(gitDir, name), { force: true });
  }
  for (const [name, text] of Object.entries(before)) {
    if (now[name] === text) continue;
    await mkdir(dirname(join(gitDir, name)), { recursive: true });
    await writeFile(join(gitDir, name), text);
  }
}

async function restoreRefs(workspace: string, before: WorkspaceState): Promise<void> {
  const now = await readRefs(workspace);
  const commands = [
    ...Object.keys(now)
      .filter((name) => before.refs[name] === undefined)
      .map((name) => `delete ${name}`),
    ...Object.entries(before.refs)
      .filter(([name, object]) => now[name] !== object)
      .map(([name, object]) => `update ${name} ${object}`),
  ];
  const branch = before.head.startsWith('ref: ') ? before.head.slice('ref: '.length) : undefined;
  if (branch !== undefined) await ours(workspace, ['symbolic-ref', 'HEAD', branch]);
  // In two steps: a new ref may block the name of one that was deleted.
  for (const kind of ['delete ', 'update ']) {
    const input = commands.filter((command) => command.startsWith(kind)).join('\n');
    if (input !== '') await ours(workspace, ['update-ref', '--no-deref', '--stdin'], `${input}\n`);
  }
  if (branch === undefined)
    await ours(workspace, ['update-ref', '--no-deref', 'HEAD', before.head]);
}

async function removeUntracked(workspace: string, keep: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const listed = await ours(workspace, ['ls-files', '--others', '--exclude-standard', '-z']);
    const extra = records(listed)
      .map((path) => path.replace(/\/$/, ''))
      .filter((path) => !keep.has(path));
    if (extra.length === 0) return;
    for (const path of extra) {
      await rm(join(workspace, path), { recursive: true, force: true });
      await removeEmptyParents(workspace, path);
    }
    // Once more: an ignore file among them may have hidden others.
  }
}

function withParents(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (let path of paths) {
    for (; path !== '.' && !all.has(path); path = dirname(path)) all.add(path);
  }
  return all;
}

async function removeNewIgnored(workspace: string, known: ReadonlySet<string>): Promise<void> {
  const now = Object.keys(await readIgnored(workspace));
  const fresh = new Set(now.filter((path) => !known.has(path)));
  for (const path of fresh) {
    if (fresh.has(dirname(path))) continue;
    await rm(join(workspace, path), { recursive: true, force: true });
    if (!known.has(dirname(path))) await removeEmptyParents(workspace, path);
  }
}

async function removeEmptyParents(workspace: string, path: string): Promise<void> {
  const parent = dirname(path);
  if (parent === '.') return;
  const removed = await rmdir(join(workspace, parent)).then(
    () => true,
    () => false,
  );
  if (removed) await removeEmptyParents(workspace, parent);
}
