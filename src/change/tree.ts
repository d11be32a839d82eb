import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '../adapters/git.js';
import { withLf } from './blob.js';
import type { Change, FileChange } from './change.js';
import { observe } from './disk.js';
import { lstatIfAny } from './filesystem.js';
import { entriesOf, storedWithLf, writeBlobs } from './objects.js';

interface IndexEnv extends Record<string, string> {
  GIT_INDEX_FILE: string;
}

/** What one path holds; `content` is null where there is no file. */
interface Held {
  content: Buffer | null;
  mode: string;
}

/** Runs `work` with an index file of its own, so that the workspace's stays as it is. */
async function withIndex<T>(work: (env: IndexEnv) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'refactor-loop-index-'));
  try {
    return await work({ GIT_INDEX_FILE: join(folder, 'index') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the files of a change into an index, with what `holds` says about each of them. */
async function setEntries(
  workspace: string,
  env: IndexEnv,
  baseTree: string,
  files: FileChange[],
  holds: (file: FileChange) => Held | Promise<Held>,
): Promise<void> {
  const tree = (await git(workspace, ['rev-parse', `${baseTree}^{tree}`])).trim();
  const base = await entriesOf(
    workspace,
    tree,
    files.map((file) => file.path),
  );
  const held = await Promise.all(
    files.map(async (file) => {
      const { content, mode } = await holds(file);
      const lf = await storedWithLf(workspace, file, base.get(file.path)?.blob);
      return { path: file.path, mode, content: content !== null && lf ? withLf(content) : content };
    }),
  );
  const present = held.flatMap(({ content }) => (content === null ? [] : [content]));
  const blobs = await writeBlobs(workspace, present);
  const nothing = '0'.repeat(tree.length);
  const lines = held.map(({ path, mode, content }) =>
    content === null
      ? `0 ${nothing}\t${path}\0`
      : `${mode} ${blobs[present.indexOf(content)] ?? nothing}\t${path}\0`,
  );
  const input = lines.join('');
  await git(workspace, ['update-index', '-z', '--index-info'], { env, input });
}

async function writeIndex(workspace: string, env: IndexEnv): Promise<string> {
  return (await git(workspace, ['write-tree'], { env })).trim();
}

/**
 * Writes the tree object that a change makes of `baseTree`, from the change alone: the working tree
 * is not read. Objects go to the workspace's repository; its index and refs stay as they are.
 */
export async function writeTree(
  workspace: string,
  baseTree: string,
  change: Pick<Change, 'files'>,
): Promise<string> {
  return withIndex(async (env) => {
    await git(workspace, ['read-tree', baseTree], { env });
    await setEntries(workspace, env, baseTree, change.files, ({ after, mode }) => ({
      content: after === null ? null : Buffer.from(after, 'base64'),
      mode,
    }));
    return writeIndex(workspace, env);
  });
}

/** Copies the index with a time stamp no later than its own, so that git still doubts fresh files. */
async function copyIndex(workspace: string, env: IndexEnv): Promise<void> {
  const path = (await git(workspace, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const index = join(path, 'index');
  if ((await lstatIfAny(index)) === undefined) {
    await git(workspace, ['read-tree', 'HEAD'], { env });
    return;
  }
  const seconds = Math.floor((await stat(index)).mtimeMs / 1000);
  await copyFile(index, env.GIT_INDEX_FILE);
  await utimes(env.GIT_INDEX_FILE, seconds, seconds);
}

async function holdsOnDisk(workspace: string, path: string): Promise<Held> {
  const seen = await observe(workspace, path);
  if (seen.kind !== 'file') return { content: null, mode: '100644' };
  return { content: seen.bytes, mode: (seen.permissions & 0o100) === 0 ? '100644' : '100755' };
}

/**
 * Writes the tree object of the tracked files as they stand on disk now: equal ids mean that
 * nothing tracked was changed or deleted. Files that a change in progress creates are tracked when
 * it is given; other untracked files are never part of the tree.
 */
export async function workspaceTree(
  workspace: string,
  known?: { baseTree: string; change: Pick<Change, 'files'> },
): Promise<string> {
  const exact = ['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'];
  return withIndex(async (env) => {
    await copyIndex(workspace, env);
    await git(workspace, [...exact, 'add', '--update', '--', '.'], { env });
    if (known !== undefined)
      await setEntries(workspace, env, known.baseTree, known.change.files, ({ path }) =>
        holdsOnDisk(workspace, path),
      );
    return writeIndex(workspace, env);
  });
}
