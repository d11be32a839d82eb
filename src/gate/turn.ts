import { join } from 'node:path';
import { withMachineLock } from '../adapters/machine-lock.js';
import type { GateContext } from './gate.js';

/** Does `work` while no other gate of the same lock runs: two at once distort each other's times. */
export function inTurn<T>(ctx: GateContext, work: () => Promise<T>): Promise<T> {
  const { machineLock, signal, onProgress } = ctx;
  if (machineLock === undefined) return work();
  const tellWait = (holder: number | null): void =>
    onProgress?.(`waits for the gate of ${holder === null ? 'another run' : `process ${holder}`}`);
  return withMachineLock(machineLock, signal, tellWait, work);
}

/** The lock by which the gates of one state directory take turns. */
export const machineLockIn = (home: string): string => join(home, 'gate.lock');
