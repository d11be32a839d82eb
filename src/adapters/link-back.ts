import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A copied dependency that resolves to the user's own files, and how to install it otherwise. */
export interface LinkBack {
  /** Relative to the root. */
  path: string;
  target: string;
  wayOut: string;
}

/** A user's repository, and the clone of it that is to be used in its place. */
export interface Clone {
  /** Root of the user's working tree, its links resolved. */
  top: string;
  /** Root of the clone. */
  root: string;
}

/** Whether a path is a folder or lies in it; both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith('../');
}

/** A path without links; undefined: it leads nowhere. */
export async function resolved(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

/**
 * Where the clone has what an absolute path of the repository leads to: `elsewhere` when it leads
 * out of the repository, or nowhere; `missing` when the clone has no such thing.
 */
export async function inClone(
  { top, root }: Clone,
  path: string,
): Promise<{ kind: 'found'; path: string } | { kind: 'elsewhere' | 'missing' }> {
  const target = await resolved(path);
  if (target === undefined || !isBelow(top, target)) return { kind: 'elsewhere' };
  const same = join(root, relative(top, target));
  return (await resolved(same)) === undefined ? { kind: 'missing' } : { kind: 'found', path: same };
}
