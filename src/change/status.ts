import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { git, records } from '../adapters/git.js';

/** A line of `git status`. */
export interface StatusLine {
  path: string;
  /** Both letters and the path, as git writes them. */
  line: string;
  /** Differs once the file was written, replaced or given another mode; empty where there is none. */
  stamp: string;
}

/** Reading each file would cost too much where dependencies are not ignored; no write keeps ctime. */
async function stampOf(file: string): Promise<string> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return '';
  if (stats.isDirectory()) return 'folder';
  return [stats.ino, stats.mode, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}

/**
 * What `git status` says of a workspace: every path that differs from the index or HEAD, and every
 * untracked file. Ignored files are not looked at: no change may name one, and dependencies are many.
 */
export async function statusOf(workspace: string): Promise<StatusLine[]> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'];
  const found = records(await git(workspace, args));
  return Promise.all(
    found.map(async (line) => {
      const path = line.slice(3);
      return { path, line, stamp: await stampOf(join(workspace, path)) };
    }),
  );
}

/** Paths of the lines that only one of two statuses has. */
export function differingPaths(before: StatusLine[], after: StatusLine[]): string[] {
  const key = ({ line, stamp }: StatusLine): string => `${stamp} ${line}`;
  const missing = (from: StatusLine[], other: StatusLine[]): StatusLine[] => {
    const known = new Set(other.map(key));
    return from.filter((one) => !known.has(key(one)));
  };
  const lines = [...missing(before, after), ...missing(after, before)];
  return [...new Set(lines.map(({ path }) => path))];
}
