import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 150_000;

/** Asks until the answer is yes; fails when that takes longer than any run of these tests. */
export async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${String(isSo)}`);
    await delay(50);
  }
}
