import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncToDisk, writeFileAtomically } from '../adapters/content-store.js';
import { hasCode } from '../adapters/errno.js';
import { git, gitFolder } from '../adapters/git.js';
import { restoreTree } from './tree-guard.js';

/** Where the tree is noted while a suite runs: beside the workspace, whatever folder a call has. */
async function notePath(workspace: string): Promise<string> {
  return join(await gitFolder(workspace), 'refactor-loop', 'tree-before-suite');
}

/** Notes durably which tree the workspace holds; only then may a suite begin to write there. */
export async function noteTree(workspace: string, tree: string): Promise<void> {
  const path = await notePath(workspace);
  await writeFileAtomically(path, tree);
  await syncToDisk(dirname(path));
}

/** Forgets the tree of {@link noteTree} once the workspace holds it again. */
export async function forgetTree(workspace: string): Promise<void> {
  await rm(await notePath(workspace), { force: true });
}

/**
 * Undoes what a suite wrote whose gate call was killed, and returns the paths, sorted; none when no
 * call was. To be called before anything else reads or changes the workspace: what was changed
 * since the kill would be undone with it. A second run goes on where a killed one stopped.
 */
export async function restoreInterrupted(workspace: string): Promise<string[]> {
  const path = await notePath(workspace);
  const tree = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (tree === null) return [];
  // Not the index of the killed call: that may be half written, and locked.
  const scratch = join(dirname(path), 'restore');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch);
  const index = join(scratch, 'index');
  await git(workspace, ['read-tree', tree], { env: { GIT_INDEX_FILE: index } });
  const undone = await restoreTree(workspace, { tree, index });
  await rm(scratch, { recursive: true, force: true });
  await forgetTree(workspace);
  return Object.keys(undone);
}
