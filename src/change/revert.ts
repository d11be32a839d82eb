import { git, records } from '../adapters/git.js';
import type { FileChange, NeedsAttention, RevertRequest, RevertResult } from './change.js';
import { rewriteIndex } from './index-file.js';
import { readJournal, removeJournal, type Journal } from './journal.js';
import { LOCK_WAIT_MS } from './locks.js';
import { withStaging, type Place } from './staging.js';
import { statusOf, type StatusLine } from './status.js';
import { compare, transfer } from './transfer.js';
import { treeOnDisk, workspaceTree } from './tree.js';

function attention(message: string): NeedsAttention {
  return { kind: 'needs-attention', message };
}

function fileChanges(journal: Journal): FileChange[] {
  return journal.files.map(({ path, before, after }) => ({
    path,
    kind: before === null ? 'create' : after === null ? 'delete' : 'modify',
    before: before?.content ?? null,
    after: after?.content ?? null,
    mode: '100644',
  }));
}

/** Paths of the change of which `git status` does not say what it said before. */
async function statusDifferences(workspace: string, journal: Journal): Promise<string[]> {
  const said = (lines: StatusLine[], path: string): string | undefined =>
    lines.find((one) => one.path === path)?.line;
  const now = await statusOf(workspace);
  return journal.files
    .map(({ path }) => path)
    .filter((path) => said(journal.status, path) !== said(now, path));
}

/** Why the workspace is not proven to be as it was before the change. */
async function difference(place: Place, journal: Journal): Promise<string | undefined> {
  const { workspace } = place;
  const { baseTree } = journal;
  const tree = await treeOnDisk(place, { baseTree, change: { files: fileChanges(journal) } });
  if (tree !== baseTree) {
    const args = ['diff-tree', '-r', '-z', '--name-only', baseTree, tree];
    const paths = records(await git(workspace, args)).join(', ');
    return `other tracked files differ from before: ${paths}. Put them back, or find out who wrote them`;
  }
  const staged = await statusDifferences(workspace, journal);
  if (staged.length === 0) return undefined;
  return `"git status" does not say what it said before of ${staged.join(', ')}. Somebody wrote to the index: "git reset" there puts it back`;
}

async function takeBack(
  place: Place,
  journal: Journal,
  { workspace, changeId, stateDir, lockWaitMs }: RevertRequest,
): Promise<RevertResult> {
  const strangers = (await compare(workspace, journal.files)).filter(
    ({ shown }) => shown === 'other',
  );
  if (strangers.length > 0) {
    const paths = strangers.map(({ path }) => path).join(', ');
    const message = `Changed by somebody else since the change was applied in ${workspace}: ${paths}. Nothing was reverted.`;
    return attention(message);
  }
  await transfer(place, journal, 'before');
  const refresh = ['update-index', '-q', '--refresh'];
  const problem =
    (await rewriteIndex(place, lockWaitMs ?? LOCK_WAIT_MS, [refresh])) ??
    (await difference(place, journal));
  if (problem !== undefined)
    return attention(`The change was taken back in ${workspace}, but ${problem}.`);
  await place.check();
  await removeJournal(stateDir, changeId);
  return { kind: 'reverted', tree: journal.baseTree };
}

/**
 * Takes a change back by the bytes that its journal saved, whether it was applied in whole, in part
 * or not at all, and proves it by the tree object and `git status`. Where a touched file was changed
 * since, nothing is touched. Without a journal nothing was begun; the tree is then that of the
 * workspace as it is.
 */
export async function revertChange(request: RevertRequest): Promise<RevertResult> {
  const { workspace, changeId, stateDir } = request;
  const found = await readJournal(stateDir, changeId);
  if (found.kind === 'damaged') return attention(found.message);
  if (found.kind === 'found')
    return withStaging(
      workspace,
      (place) => takeBack(place, found.journal, request),
      request.stillCurrent,
    );
  // What an attempt left that died while it wrote the journal, or forgot it.
  await removeJournal(stateDir, changeId);
  return { kind: 'reverted', tree: await workspaceTree(workspace) };
}
