import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { identityIn, isAlive, processIdentity } from '../../src/adapters/process-identity.js';

describe('process identity', () => {
  it('of the calling process is alive and the same each time it is asked for', async () => {
    const identity = await processIdentity();
    expect(identity.pid).toBe(process.pid);
    expect(await processIdentity()).toEqual(identity);
    expect(await isAlive(identity)).toBe(true);
  });

  it('tells a process from a later one with the same id', async () => {
    const { pid } = await processIdentity();
    expect(await isAlive({ pid, startedAt: 'some other time' })).toBe(false);
  });

  it('is dead once the process has ended', async () => {
    const child = spawn('sleep', ['60']);
    const identity = await processIdentity(child.pid);
    expect(await isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isAlive(identity)).toBe(false);
    await expect(processIdentity(identity.pid)).rejects.toThrow('there is no process');
  });

  it('is dead when the process has ended but its parent has not asked how', async () => {
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60']);
    try {
      const [output] = (await once(parent.stdout, 'data')) as [Buffer];
      const identity = await processIdentity(Number(String(output)));
      process.kill(identity.pid, 'SIGKILL');
      while (await isAlive(identity)) await new Promise(setImmediate);
      expect(() => process.kill(identity.pid, 0)).not.toThrow();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is read from a record only when the record holds a whole one', () => {
    expect(identityIn({ pid: 7, startedAt: 'x', more: 1 })).toEqual({ pid: 7, startedAt: 'x' });
    for (const record of [undefined, null, 'x', {}, { pid: 7 }, { pid: -1, startedAt: 'x' }]) {
      expect(identityIn(record)).toBeUndefined();
    }
  });
});
