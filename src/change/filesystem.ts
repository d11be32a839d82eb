import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { hasCode } from '../adapters/errno.js';

/** `lstat`, and undefined where there is nothing. */
export async function lstatIfAny(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Folders above a path, outermost first: `a/b/c` gives `a`, `a/b`. */
export function parentsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
