import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { git } from '../adapters/git.js';
import { lstatIfAny } from './filesystem.js';

/** How long the lock of another git is waited for, in ms, unless a request says otherwise. */
export const LOCK_WAIT_MS = 10_000;

const POLL_MS = 50;

/** The lock that git takes before it moves a ref of a repository; it need not exist. */
export async function refLock(repo: string, ref: string): Promise<string> {
  const common = (await git(repo, ['rev-parse', '--git-common-dir'])).replace(/\n$/, '');
  return join(resolve(repo, common), `${ref}.lock`);
}

interface Lock {
  file: string;
  /** How long ago it was made, in ms. */
  age: number;
}

async function standing(files: readonly string[]): Promise<Lock | undefined> {
  for (const file of files) {
    const stats = await lstatIfAny(file);
    if (stats !== undefined) return { file, age: Math.max(0, Date.now() - stats.mtimeMs) };
  }
  return undefined;
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}

/**
 * Waits until none of these lock files stands any more. After `waitMs` it says which one does, how
 * old it is, and the way out. No lock is ever deleted: whose it is cannot be known.
 */
export async function waitForLocks(
  files: readonly string[],
  waitMs: number,
): Promise<string | undefined> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = await standing(files);
    if (lock === undefined) return undefined;
    if (performance.now() >= deadline)
      return `another git process made ${lock.file} ${inWords(lock.age)} ago and it is still there. If no git works there any more, delete that file and try again`;
    await delay(POLL_MS);
  }
}
