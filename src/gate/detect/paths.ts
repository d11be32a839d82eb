import { posix } from 'node:path';

/** A path below a folder of the repository, both relative to its root; empty: the root itself. */
export function within(dir: string, path: string): string {
  const joined = posix.join(dir === '' ? '.' : dir, path).replace(/\/$/, '');
  return joined === '.' ? '' : joined;
}

/** Whether a path leads out of the repository. */
export function leavesRepository(path: string): boolean {
  return path === '..' || path.startsWith('../') || path.startsWith('/');
}

/** A folder and all that hold it, nearest first; the last is the root, `''`. */
export function foldersUp(dir: string): string[] {
  const folders = [dir];
  for (let at = dir; at !== '';) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders;
}

/** The folder of a path; empty: the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

/** Whether a path is a folder or lies below it. */
export function isInside(path: string, dir: string): boolean {
  return dir === '' || path === dir || path.startsWith(`${dir}/`);
}

/** The deepest of some folders that holds a path; null: none does. */
export function nearestOf(folders: ReadonlySet<string>, path: string): string | null {
  return foldersUp(path).find((folder) => folders.has(folder)) ?? null;
}

/** A path of the repository as it is written from one of its folders. */
export function asSeenFrom(dir: string, path: string): string {
  return posix.relative(`/${dir}`, `/${path}`);
}
