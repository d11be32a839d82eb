import { chmod, mkdir, open, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '../adapters/content-store.js';
import { hasCode } from '../adapters/errno.js';
import { lstatIfAny, parentsOf } from './filesystem.js';

/** What stands at a path; `foreign` is anything but a regular file below real folders. */
export type Observed =
  { kind: 'absent' } | { kind: 'file'; bytes: Buffer; permissions: number } | { kind: 'foreign' };

/** Looks at a path of the workspace without following a symbolic link anywhere on the way. */
export async function observe(workspace: string, path: string): Promise<Observed> {
  for (const parent of parentsOf(path)) {
    const stats = await lstatIfAny(join(workspace, parent));
    if (stats === undefined) return { kind: 'absent' };
    if (!stats.isDirectory()) return { kind: 'foreign' };
  }
  const stats = await lstatIfAny(join(workspace, path));
  if (stats === undefined) return { kind: 'absent' };
  if (!stats.isFile()) return { kind: 'foreign' };
  const bytes = await readFile(join(workspace, path));
  return { kind: 'file', bytes, permissions: stats.mode & 0o777 };
}

/** Folders above a path that do not exist yet, outermost first. */
export async function missingParents(workspace: string, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (const parent of parentsOf(path))
    if ((await lstatIfAny(join(workspace, parent))) === undefined) missing.push(parent);
  return missing;
}

/** Folders above a path with their permission bits, outermost first. */
export async function parentModes(
  workspace: string,
  path: string,
): Promise<{ path: string; permissions: number }[]> {
  const found: { path: string; permissions: number }[] = [];
  for (const parent of parentsOf(path)) {
    const stats = await lstatIfAny(join(workspace, parent));
    if (stats !== undefined) found.push({ path: parent, permissions: stats.mode & 0o7777 });
  }
  return found;
}

/** Writes a file beside the working tree, on the same file system, ready to be moved into place. */
export async function stage(file: string, bytes: Uint8Array, permissions: number): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(permissions);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder in `staging` and moves it into place, so that it never stands there with other
 * permission bits than these, where they are given, and none is made by an overtaken attempt.
 */
export async function makeFolder(
  folder: string,
  staging: string,
  permissions: number | undefined,
): Promise<void> {
  const staged = join(staging, 'folder');
  await mkdir(staged);
  if (permissions !== undefined) await chmod(staged, permissions);
  await rename(staged, folder);
}

/** Removes a folder if it is empty, and tells whether it is gone. */
export async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].some((code) => hasCode(error, code))) return false;
    throw error;
  }
}

/** Removes the folders above a path that are empty, innermost first, as git does. */
export async function pruneParents(workspace: string, path: string): Promise<void> {
  for (const parent of parentsOf(path).reverse())
    if (!(await removeIfEmpty(join(workspace, parent)))) return;
}

/** Makes what was renamed, made and removed around these paths durable. */
export async function syncParents(workspace: string, paths: string[]): Promise<void> {
  const folders = new Set(['.', ...paths.flatMap(parentsOf)]);
  for (const folder of folders) {
    const stats = await lstatIfAny(join(workspace, folder));
    if (stats?.isDirectory() === true) await syncToDisk(join(workspace, folder));
  }
}
