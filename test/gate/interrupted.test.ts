import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isThere } from '../../src/adapters/is-there.js';
import { measureBaseline } from '../../src/gate/baseline.js';
import type { BaselineResult, GateContext, GatePlan } from '../../src/gate/gate.js';
import { restoreInterrupted } from '../../src/gate/interrupted.js';
import { runGate } from '../../src/gate/run-gate.js';
import { runGit, writeFiles } from '../helpers/git-repo.js';
import { compiled } from './compiled.js';
import { withTest } from './fixtures.js';
import { contextOf, planned } from './support.js';

const DRIVER = `
import { measureBaseline } from './dist/gate/baseline.js';
const { ctx, plan } = JSON.parse(process.env.CALL);
await measureBaseline({ ...ctx, signal: new AbortController().signal }, plan);
`;

/** Writes two files, one of them tracked, fails on what an earlier run left, and hangs if told to. */
const WRITER = withTest(`it('writes', async () => {
  if (fs.existsSync('left.txt')) throw new Error('not the first');
  fs.appendFileSync('src/sum.js', '// written\\n');
  fs.writeFileSync('left.txt', 'x');
  if (fs.existsSync(process.env.HOME + '/../hang')) await new Promise(() => setInterval(() => {}, 9));
});`);

let build: string;
beforeAll(async () => {
  build = await compiled(['adapters', 'core', 'gate'], DRIVER);
});

/** Measures in a process of its own and kills that when the suite has written its files. */
async function killMidSuite(workspace: string, plan: GatePlan): Promise<void> {
  const { outDir } = await contextOf(workspace);
  await writeFile(join(outDir, 'hang'), '');
  const child = spawn(process.execPath, ['driver.js'], {
    cwd: build,
    env: { ...process.env, CALL: JSON.stringify({ ctx: { workspace, outDir }, plan }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  while (!(await isThere(join(workspace, 'left.txt'))) && child.exitCode === null) await sleep(20);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

/** A workspace with a changed and a new file, in which a suite was killed. */
async function interrupted() {
  const { workspace, ctx, plan } = await planned(WRITER);
  await writeFiles(workspace, {
    'src/sum.js': 'exports.sum = (a, b) => b + a;\n',
    'mine.txt': 'new',
  });
  const before = await stateOf(workspace);
  const undisturbed = await baselineOf(ctx, plan);
  await killMidSuite(workspace, plan);
  expect(await stateOf(workspace)).not.toBe(before);
  return { workspace, plan, before, undisturbed };
}

function stateOf(workspace: string): Promise<string> {
  return Promise.all([
    runGit(workspace, 'status', '--porcelain'),
    runGit(workspace, 'diff', 'HEAD'),
  ]).then((parts) => parts.join('\n'));
}

async function baselineOf(ctx: GateContext, plan: GatePlan): Promise<BaselineResult> {
  const result = await measureBaseline(ctx, plan);
  return result.kind === 'ok'
    ? { ...result, baseline: { ...result.baseline, stepMs: {}, usualMs: {}, silenceMs: {} } }
    : result;
}

describe('a gate call that is killed while the suite writes files', () => {
  it('is run again with the same result, from another folder, and leaves the workspace as it was', async () => {
    const { workspace, plan, before, undisturbed } = await interrupted();
    expect(undisturbed).toMatchObject({
      baseline: { writes: { 'left.txt': expect.any(String), 'src/sum.js': expect.any(String) } },
    });
    expect(await baselineOf(await contextOf(workspace), plan)).toEqual(undisturbed);
    expect(await stateOf(workspace)).toBe(before);
    expect(await restoreInterrupted(workspace)).toEqual([]);
  });

  it('is undone by the next call of the gate too', async () => {
    const { workspace, plan, before, undisturbed } = await interrupted();
    if (undisturbed.kind !== 'ok') throw new Error(undisturbed.message);
    const api = { kind: 'manifest-only', why: 'not listed in this test' } as const;
    const baseline = { ...undisturbed.baseline, api };
    const subject = {
      ...{ files: ['src/sum.js'], publicApiTouched: false, pinned: [] },
      ...{ isLocked: () => false, relatedFirst: false },
    };
    const verdict = await runGate(await contextOf(workspace), plan, baseline, subject);
    expect(verdict).toMatchObject({ kind: 'green', counts: baseline.counts });
    expect(await stateOf(workspace)).toBe(before);
  });

  it('is undone once, also when the first attempt to undo it was killed', async () => {
    const { workspace, before } = await interrupted();
    await writeFiles(join(workspace, '.git/refactor-loop'), {
      'restore/index': 'half written',
      'restore/index.lock': '',
    });
    expect(await restoreInterrupted(workspace)).toEqual(['left.txt', 'src/sum.js']);
    expect(await stateOf(workspace)).toBe(before);
    await writeFiles(workspace, { 'src/sum.js': 'exports.sum = 1;\n' });
    expect(await restoreInterrupted(workspace)).toEqual([]);
  });
});
