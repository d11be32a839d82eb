import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { Refused } from '../change.js';
import { lstatIfAny, parentsOf } from '../filesystem.js';
import { refuse } from '../refuse.js';
import type { Index } from './entries.js';

/** Refuses a path that does not lie in folders of this repository; follows no symbolic link. */
export async function checkParents(
  workspace: string,
  index: Index,
  path: string,
): Promise<Refused | undefined> {
  for (const parent of parentsOf(path)) {
    const stats = await lstatIfAny(join(workspace, parent));
    if (stats?.isSymbolicLink() === true) {
      const message = `${path} lies below ${parent}, which is a symbolic link. Name the real path, inside the repository.`;
      return refuse('symlink', message, [path]);
    }
    const nested = await lstatIfAny(join(workspace, parent, '.git'));
    if (nested !== undefined || index.entries.get(parent)?.mode === '160000')
      return refuse('submodule', `${path} lies in ${parent}, a repository of its own.`, [path]);
    if (stats !== undefined && !stats.isDirectory()) {
      const message = `${path} lies below ${parent}, which is a file. Choose another folder.`;
      return refuse('parent-not-a-directory', message, [path]);
    }
  }
  return undefined;
}

/** Refuses what is no regular file of this repository, by what `lstat` and the index say. */
export async function checkKind(
  workspace: string,
  index: Index,
  path: string,
  stats: Stats | undefined,
): Promise<Refused | undefined> {
  const entry = index.entries.get(path);
  if (stats?.isSymbolicLink() === true || entry?.mode === '120000')
    return refuse('symlink', `${path} is a symbolic link. Change regular files only.`, [path]);
  const folder = stats?.isDirectory() === true;
  const nested = folder && (await lstatIfAny(join(workspace, path, '.git'))) !== undefined;
  if (nested || entry?.mode === '160000')
    return refuse('submodule', `${path} is a repository of its own. Leave it as it is.`, [path]);
  if (folder) return refuse('no-such-path', `${path} is a folder. Name a file.`, [path]);
  if (stats !== undefined && !stats.isFile())
    return refuse('not-a-file', `${path} is no regular file. Leave it as it is.`, [path]);
  if (entry?.sparse === true) {
    const message = `${path} is outside the sparse checkout. Change files inside it only.`;
    return refuse('sparse-path', message, [path]);
  }
  return undefined;
}
