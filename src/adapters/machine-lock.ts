import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock, type LockOutcome } from './file-lock.js';
import { identityIn, processIdentity } from './process-identity.js';

const POLL_MS = 100;

/** Waits until no living process holds the lock; the calling process is one like any other. */
async function take(
  path: string,
  signal: AbortSignal,
  onWait: (holder: number | null) => void,
): Promise<Extract<LockOutcome, { kind: 'acquired' }>> {
  const record = { ...(await processIdentity()) };
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    const outcome = await acquireLock(path, record);
    if (outcome.kind === 'acquired') return outcome;
    if (!told) onWait(identityIn(outcome.record)?.pid ?? null);
    told = true;
    await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/**
 * Does `work` while the lock file at `path` is held, which one caller on this machine can do at a
 * time, also within one process; a killed holder's lock is taken over. `onWait` is told once, with
 * the holder's process id where it is known, when there is another first. Rejects with the signal's
 * reason when aborted before `work` began, else as `work` does.
 */
export async function withMachineLock<T>(
  path: string,
  signal: AbortSignal,
  onWait: (holder: number | null) => void,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await take(path, signal, onWait);
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    await lock.release();
  }
}
