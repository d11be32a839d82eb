import { git } from '../adapters/git.js';
import { withLf } from './blob.js';
import type { Change, FileChange } from './change.js';
import { observe } from './disk.js';
import { copyIndex, stagedIndex, type IndexEnv } from './index-file.js';
import { DURABLE, entriesOf, storedWithLf, writeBlobs } from './objects.js';
import { withStaging, type Place } from './staging.js';

/** What one path holds; `content` is null where there is no file. */
interface Held {
  content: Buffer | null;
  mode: string;
}

/** A change, and the id of the tree that the workspace held before it. */
interface Known {
  baseTree: string;
  change: Pick<Change, 'files'>;
}

/** Puts the files of a change into an index, with what `holds` says about each of them. */
async function setEntries(
  place: Place,
  env: IndexEnv,
  { baseTree, change: { files } }: Known,
  holds: (file: FileChange) => Held | Promise<Held>,
): Promise<void> {
  const { workspace } = place;
  const paths = files.map((file) => file.path);
  const base = await entriesOf(workspace, baseTree, paths);
  const held = await Promise.all(
    files.map(async (file) => {
      const { content, mode } = await holds(file);
      const lf = await storedWithLf(workspace, file, base.get(file.path)?.blob);
      return { path: file.path, mode, content: content !== null && lf ? withLf(content) : content };
    }),
  );
  const present = held.flatMap(({ content }) => (content === null ? [] : [content]));
  const blobs = await writeBlobs(place, present);
  const nothing = '0'.repeat(baseTree.length);
  const lines = held.map(({ path, mode, content }) =>
    content === null
      ? `0 ${nothing}\t${path}\0`
      : `${mode} ${blobs[present.indexOf(content)] ?? nothing}\t${path}\0`,
  );
  const input = lines.join('');
  await git(workspace, ['update-index', '-z', '--index-info'], { env, input });
}

async function writeIndex(workspace: string, env: IndexEnv): Promise<string> {
  return (await git(workspace, [...DURABLE, 'write-tree'], { env })).trim();
}

/**
 * Writes the tree object that a change makes of `baseTree`, from the change alone: the working tree
 * is not read. Objects go to the workspace's repository; its index and refs stay as they are.
 */
export async function writeTree(
  place: Place,
  baseTree: string,
  change: Pick<Change, 'files'>,
): Promise<string> {
  const env = stagedIndex(place, 'tree');
  await git(place.workspace, ['read-tree', baseTree], { env });
  await setEntries(place, env, { baseTree, change }, ({ after, mode }) => ({
    content: after === null ? null : Buffer.from(after, 'base64'),
    mode,
  }));
  return writeIndex(place.workspace, env);
}

async function holdsOnDisk(workspace: string, path: string): Promise<Held> {
  const seen = await observe(workspace, path);
  if (seen.kind !== 'file') return { content: null, mode: '100644' };
  return { content: seen.bytes, mode: (seen.permissions & 0o100) === 0 ? '100644' : '100755' };
}

/** {@link workspaceTree} in a place that is open already. */
export async function treeOnDisk(place: Place, known?: Known): Promise<string> {
  const { workspace } = place;
  const exact = ['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'];
  const env = stagedIndex(place, 'disk');
  await copyIndex(place, env);
  await git(workspace, [...exact, 'add', '--update', '--', '.'], { env });
  if (known !== undefined)
    await setEntries(place, env, known, ({ path }) => holdsOnDisk(workspace, path));
  return writeIndex(workspace, env);
}

/**
 * Writes the tree object of the tracked files as they stand on disk now: equal ids mean that
 * nothing tracked was changed or deleted. Files that a change in progress creates are tracked when
 * it is given; other untracked files are never part of the tree.
 */
export async function workspaceTree(workspace: string, known?: Known): Promise<string> {
  return withStaging(workspace, (place) => treeOnDisk(place, known));
}
