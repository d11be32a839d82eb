import { cp, mkdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { isThere } from '../../src/adapters/is-there.js';
import { gateCacheFolder } from '../../src/adapters/home.js';
import { Fence, RunFolder } from '../../src/adapters/run-folder.js';
import { controlGate, measureBaseline } from '../../src/activities/gate.js';
import type { Task } from '../../src/activities/task.js';
import { GateCache } from '../../src/gate/cache.js';
import { measurementKey } from '../../src/gate/cached-gate.js';
import { openContext } from '../../src/gate/run-step.js';
import { SUM } from '../gate/fixtures.js';
import { measured, NODE_TEST } from '../gate/gated.js';
import { makeFolder, writeFiles } from '../helpers/git-repo.js';

/** A run whose workspace holds a base commit that an earlier process measured. */
async function measuredEarlier() {
  const on = await measured(SUM);
  const home = await makeFolder();
  const folder = new RunFolder(home, 'run');
  await mkdir(folder.root, { recursive: true });
  await cp(on.workspace, folder.workspace, { recursive: true });
  const settings = await folder.store.put({ gate: {} });
  const task = {
    deps: { home },
    folder,
    fence: await Fence.claim(folder.fenceFile, 1, 1),
    sequence: 1,
    signal: new AbortController().signal,
    settings: () => folder.store.get(settings),
    elapsed: () => 0,
    tell: () => undefined,
  } as unknown as Task;
  const ctx = await openContext({ ...on.ctx, workspace: folder.workspace });
  const cache = new GateCache(gateCacheFolder(home));
  await cache.write(await measurementKey(ctx, NODE_TEST), on.baseline);
  const call = { run: 'run', sequence: 1, settings };
  return { folder, task, call, plan: await folder.store.put(NODE_TEST) };
}

describe('the negative control of a baseline that is known already', () => {
  it('judges the base commit whatever a brain writes into the workspace, and then removes its copy', async () => {
    const { folder, task, call, plan } = await measuredEarlier();
    const first = await measureBaseline({ ...call, plan }, task);
    if (first.kind !== 'ok') throw new Error(first.message);
    expect(first.isConfirmed).toBe(true);
    await writeFiles(folder.workspace, { 'src/sum.js': 'not JavaScript', 'test/sum.test.js': '' });
    const scope = await folder.store.put(['src/sum.js']);
    const { baseline, key } = first;
    const control = () => controlGate({ ...call, plan, baseline, key, scope }, task);
    expect(await control()).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(await isThere(folder.scratch)).toBe(false);
    // A second attempt finds the proof.
    expect(await control()).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(await isThere(folder.scratch)).toBe(false);
  });
});
