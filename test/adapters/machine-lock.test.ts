import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withMachineLock } from '../../src/adapters/machine-lock.js';
import { processIdentity } from '../../src/adapters/process-identity.js';

let folder: string;
let path: string;
const never = new AbortController().signal;
const unexpected = () => {
  throw new Error('nobody should be waited for');
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'machine-lock-'));
  path = join(folder, 'gate.lock');
});
afterEach(() => rm(folder, { recursive: true }));

describe('withMachineLock', () => {
  it('gives what the work gives, and leaves no lock', async () => {
    expect(await withMachineLock(path, never, unexpected, async () => 7)).toBe(7);
    const failing = withMachineLock(path, never, unexpected, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await readdir(folder)).toEqual([]);
  });

  it('lets two callers in one process work one after the other, and tells the second once', async () => {
    const order: string[] = [];
    const told: (number | null)[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await sleep(600);
      order.push(`${name} ends`);
    };
    const first = withMachineLock(path, never, unexpected, work('one'));
    await sleep(50);
    const second = withMachineLock(path, never, (holder) => told.push(holder), work('two'));
    await Promise.all([first, second]);
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    expect(told).toEqual([process.pid]);
  });

  it('waits while another process lives, and takes over when it was killed', async () => {
    const holder = spawn('sleep', ['60']);
    const record = await processIdentity(holder.pid);
    await writeFile(path, JSON.stringify(record));
    const told: (number | null)[] = [];
    const working = withMachineLock(
      path,
      never,
      (pid) => told.push(pid),
      async () => 'done',
    );
    await sleep(400);
    expect(told).toEqual([holder.pid]);
    holder.kill('SIGKILL');
    expect(await working).toBe('done');
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a process that is gone, without a word', async () => {
    const { pid } = spawnSync('true');
    await writeFile(path, JSON.stringify({ pid, startedAt: 'long ago' }));
    expect(await withMachineLock(path, never, unexpected, async () => 'done')).toBe('done');
  });

  it('stops waiting on abort, without the work, and leaves the lock to its holder', async () => {
    const controller = new AbortController();
    let release = () => {};
    const held = withMachineLock(path, never, unexpected, () => {
      return new Promise<void>((settle) => (release = settle));
    });
    await sleep(50);
    const waiting = withMachineLock(
      path,
      controller.signal,
      () => controller.abort(new Error('stopped')),
      async () => 'never',
    );
    await expect(waiting).rejects.toThrow('stopped');
    expect(await readdir(folder)).toEqual(['gate.lock']);
    release();
    await held;
  });
});
