import { copyFile, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, gitFolder, records } from '../adapters/git.js';

/** The state of a workspace's files before a suite ran: everything that git does not ignore. */
export interface TreeState {
  tree: string;
  index: string;
}

const NOT_DEPENDENCIES = ['.', ':(exclude,glob)**/node_modules/**', ':(exclude,glob)**/.venv/**'];

/** So that the objects outlive a crash of the machine, like the note that names their tree. */
const DURABLE = ['-c', 'core.fsync=added', '-c', 'core.fsyncMethod=batch'];

async function writeTree(workspace: string, index: string, how: string[] = []): Promise<string> {
  const env = { GIT_INDEX_FILE: index };
  await git(workspace, [...how, 'add', '--all', '--', ...NOT_DEPENDENCIES], { env });
  return (await git(workspace, [...how, 'write-tree'], { env })).trim();
}

/** Copies an index with a time no later than its own: git must still doubt files as fresh as it. */
async function copyIndex(from: string, to: string): Promise<void> {
  const seconds = Math.floor((await stat(from)).mtimeMs / 1_000);
  await copyFile(from, to);
  await utimes(to, seconds, seconds);
}

/** Remembers every file of the workspace, also changed and untracked ones, as a git tree. */
export async function rememberTree(workspace: string, outDir: string): Promise<TreeState> {
  const index = join(outDir, 'tree-guard.index');
  for (const stale of [index, `${index}.lock`]) await rm(stale, { force: true });
  // A copy of the index knows the files' times: only what changed is read again.
  await copyIndex(join(await gitFolder(workspace), 'index'), index).catch(() =>
    git(workspace, ['read-tree', 'HEAD'], { env: { GIT_INDEX_FILE: index } }),
  );
  return { tree: await writeTree(workspace, index, DURABLE), index };
}

/** Takes a file away, and the folders that it leaves empty. */
export async function removeFile(workspace: string, path: string): Promise<void> {
  await rm(join(workspace, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const removed = await rmdir(join(workspace, folder)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

/** Mode and git's hash of what a path holds, by path; zeros: nothing. */
export type Contents = Record<string, string>;

/** Paths by what became of them between two trees: new ones, and those with other or no content. */
export interface Writes {
  added: string[];
  changed: string[];
  /** Of all of them, afterwards. */
  contents: Contents;
}

const sorted = (contents: Contents): Contents =>
  Object.fromEntries(Object.entries(contents).sort(([one], [two]) => (one < two ? -1 : 1)));

/** The workspace's files as they stand now, as a tree beside that of `before`. */
export function treeNow(workspace: string, { index }: TreeState): Promise<string> {
  return writeTree(workspace, index);
}

/** What was written between two trees of {@link rememberTree} or {@link treeNow}. */
export async function writesBetween(
  workspace: string,
  before: string,
  after: string,
): Promise<Writes> {
  const writes: Writes = { added: [], changed: [], contents: {} };
  if (before === after) return writes;
  const listing = ['diff-tree', '-r', '-z', '--no-renames', before, after];
  const found = records(await git(workspace, listing));
  for (const [index, record] of found.entries()) {
    const path = found[index + 1];
    if (index % 2 === 1 || path === undefined) continue;
    const [, mode = '', , hash = '', status] = record.split(' ');
    (status === 'A' ? writes.added : writes.changed).push(path);
    writes.contents[path] = `${mode} ${hash}`;
  }
  return writes;
}

/**
 * Undoes what a suite wrote since `before`: contents are restored, new files removed, ignored ones
 * left alone. Returns what it wrote, sorted by path.
 */
export async function restoreTree(workspace: string, before: TreeState): Promise<Contents> {
  const env = { GIT_INDEX_FILE: before.index };
  const after = await writeTree(workspace, before.index);
  if (after === before.tree) return {};
  const { added, changed, contents } = await writesBetween(workspace, before.tree, after);
  for (const path of added) await removeFile(workspace, path);
  await git(workspace, ['read-tree', before.tree], { env });
  const input = changed.map((path) => `${path}\0`).join('');
  if (input !== '') await git(workspace, ['checkout-index', '-f', '-z', '--stdin'], { env, input });
  return sorted(contents);
}
