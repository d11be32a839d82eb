import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** `lstat`, and undefined where there is nothing. */
export async function lstatIfAny(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Folders above a path, outermost first: `a/b/c` gives `a`, `a/b`. */
export function parentsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
