import { git, records } from '../adapters/git.js';
import type { FileChange, RevertRequest, RevertResult } from './change.js';
import { readJournal, removeJournal, type Journal } from './journal.js';
import { compare, transfer } from './transfer.js';
import { workspaceTree } from './tree.js';

function fileChanges(journal: Journal): FileChange[] {
  return journal.files.map(({ path, before, after }) => ({
    path,
    kind: before === null ? 'create' : after === null ? 'delete' : 'modify',
    before: before?.content ?? null,
    after: after?.content ?? null,
    mode: '100644',
  }));
}

/**
 * Takes a change back by the bytes that its journal saved, whether it was applied in whole, in part
 * or not at all, and proves it by the tree object. Where a touched file was changed since, nothing
 * is touched. Without a journal nothing was begun; the tree is then that of the workspace as it is.
 */
export async function revertChange(request: RevertRequest): Promise<RevertResult> {
  const { workspace, changeId, stateDir } = request;
  const journal = await readJournal(stateDir, changeId);
  if (journal === undefined) return { kind: 'reverted', tree: await workspaceTree(workspace) };
  const strangers = (await compare(workspace, journal.files)).filter(
    ({ shown }) => shown === 'other',
  );
  if (strangers.length > 0) {
    const paths = strangers.map(({ path }) => path).join(', ');
    const message = `Changed by somebody else since the change was applied in ${workspace}: ${paths}. Nothing was reverted.`;
    return { kind: 'needs-attention', message };
  }
  await transfer(workspace, journal, 'before', request.atStep ?? (() => undefined));
  const { baseTree } = journal;
  const tree = await workspaceTree(workspace, {
    baseTree,
    change: { files: fileChanges(journal) },
  });
  if (tree === baseTree) {
    await removeJournal(stateDir, changeId);
    return { kind: 'reverted', tree };
  }
  const args = ['diff-tree', '-r', '-z', '--name-only', baseTree, tree];
  const paths = records(await git(workspace, args)).join(', ');
  const message = `The change was taken back in ${workspace}, but other tracked files differ from before: ${paths}.`;
  return { kind: 'needs-attention', message };
}
