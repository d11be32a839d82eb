import { copyFile, lstat, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '../adapters/content-store.js';
import { git } from '../adapters/git.js';
import { lstatIfAny } from './filesystem.js';
import { waitForLocks } from './locks.js';
import type { Place } from './staging.js';

/** Points git at another index file. */
export interface IndexEnv extends Record<string, string> {
  GIT_INDEX_FILE: string;
}

/** An index file in the staging folder that does not exist yet. */
export function stagedIndex({ staging }: Place, name: string): IndexEnv {
  return { GIT_INDEX_FILE: join(staging, `${name}.index`) };
}

/** Copies the index with a time stamp no later than its own, so that git still doubts fresh files. */
export async function copyIndex({ workspace, gitFolder }: Place, to: IndexEnv): Promise<void> {
  const index = join(gitFolder, 'index');
  if ((await lstatIfAny(index)) === undefined) {
    await git(workspace, ['read-tree', 'HEAD'], { env: to });
    return;
  }
  const seconds = Math.floor((await stat(index)).mtimeMs / 1000);
  await copyFile(index, to.GIT_INDEX_FILE);
  await utimes(to.GIT_INDEX_FILE, seconds, seconds);
}

async function version(file: string): Promise<string> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

/** The lock that git takes before it writes the index of a place. */
export function indexLock({ gitFolder }: Place): string {
  return join(gitFolder, 'index.lock');
}

/** How often the index may be another one by the time that ours is ready. */
const ATTEMPTS = 5;

/**
 * Has git rewrite the index: in a copy, which is then moved into place. So the index is whole
 * whenever we die, and no `index.lock` of ours can stay behind. Another git's lock is waited for;
 * when it stays, the index is left as it is and the answer says why.
 */
export async function rewriteIndex(
  place: Place,
  waitMs: number,
  args: readonly (readonly string[])[],
): Promise<string | undefined> {
  const index = join(place.gitFolder, 'index');
  const fresh = stagedIndex(place, 'fresh');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const locked = await waitForLocks([indexLock(place)], waitMs);
    if (locked !== undefined) return locked;
    const seen = await version(index);
    await copyIndex(place, fresh);
    for (const one of args) await git(place.workspace, one, { env: fresh });
    await syncToDisk(fresh.GIT_INDEX_FILE);
    const isFree = (await lstatIfAny(indexLock(place))) === undefined;
    if (isFree && (await version(index)) === seen) {
      await rename(fresh.GIT_INDEX_FILE, index);
      return undefined;
    }
  }
  return `another process writes ${index} again and again. Stop it and try again`;
}
