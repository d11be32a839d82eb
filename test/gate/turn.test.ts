import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inTurn, machineLockIn } from '../../src/gate/turn.js';
import { makeFolder } from '../helpers/git-repo.js';
import { contextOf } from './support.js';

describe('inTurn', () => {
  it('lets one gate of a state directory run at a time, and tells the other that it waits', async () => {
    const home = await makeFolder();
    const said: string[] = [];
    const gate = async (name: string) => {
      const ctx = await contextOf(home, {
        machineLock: machineLockIn(home),
        onProgress: (text) => void said.push(`${name} ${text}`),
      });
      return inTurn(ctx, async () => {
        said.push(`${name} runs`);
        await delay(300);
        said.push(`${name} ends`);
      });
    };
    const first = gate('one');
    await delay(100);
    await Promise.all([first, gate('two')]);
    expect(said).toEqual([
      'one runs',
      expect.stringMatching(/^two waits for the gate of /),
      'one ends',
      'two runs',
      'two ends',
    ]);
  });

  it('stops waiting when it is aborted, and does nothing', async () => {
    const home = await makeFolder();
    const machineLock = join(home, 'lock');
    const holding = inTurn(await contextOf(home, { machineLock }), () => delay(1_000));
    await delay(100);
    const controller = new AbortController();
    const ctx = await contextOf(home, { machineLock, signal: controller.signal });
    const waiting = inTurn(ctx, () => Promise.resolve('done'));
    controller.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await holding;
  });
});
