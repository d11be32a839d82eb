import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hostSandbox } from '../../src/adapters/sandbox.js';
import { confirmBaseline } from '../../src/gate/baseline.js';
import type { Baseline, GatePlan } from '../../src/gate/gate.js';
import { makeScratch } from '../../src/gate/workspace-copy.js';
import { makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { baselineOf, contextOf, planOf } from './support.js';

/** The baseline of {@link SUM} with further ids. */
const known = (...passed: string[]): Baseline =>
  baselineOf({
    counts: { passed: 2 + passed.length, failed: 0, skipped: 1 },
    passed: [
      ...passed,
      'test/sum.test.js › sum › adds',
      'test/sum.test.js › sum › adds negatives',
    ].sort(),
    skipped: ['test/sum.test.js › sum › later'],
    empty: [],
    stepMs: { tests: 1 },
    usualMs: { tests: 1 },
    silenceMs: { tests: 1 },
    strays: { tests: 0 },
    notes: ['told by the first run'],
  });

async function confirmed(source: string, baseline: Baseline, more: Partial<GatePlan> = {}) {
  const workspace = await makeRepo(source === '' ? SUM : withTest(source));
  const ctx = await contextOf(workspace);
  const plan = planOf('node:test', ['node', '--test'], more);
  return confirmBaseline(ctx, plan, baseline);
}

describe('confirmBaseline', () => {
  it('gives the slower times for limits, the faster as usual, and all notes of two runs that agree', async () => {
    const result = await confirmed('', known());
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: { unstable: [], notes: ['told by the first run'] },
    });
    const times = result.kind === 'ok' ? result.baseline : baselineOf();
    expect(times.stepMs['tests']).toBeGreaterThan(1);
    expect(times.usualMs).toEqual({ tests: 1 });
  });

  it('runs in the copy, which stands at the path of the workspace, and leaves both alone', async () => {
    const workspace = await makeRepo(
      withTest(`it('sees ' + fs.readFileSync('here', 'utf8'), () => {
        if (process.cwd() !== fs.readFileSync('place', 'utf8')) throw new Error(process.cwd());
        fs.writeFileSync('written', '');
      });`),
    );
    const scratch = join(await makeFolder(), 'scratch');
    await makeScratch(workspace, scratch, new AbortController().signal);
    // Where nothing can be mounted, the copy is seen at its own path.
    const place = (await hostSandbox()).tier === 'bwrap' ? workspace : scratch;
    await writeFiles(workspace, { here: 'the workspace', place });
    await writeFiles(scratch, { here: 'the copy', place });
    const ctx = await contextOf(workspace, { mounted: scratch });
    const plan = planOf('node:test', ['node', '--test']);
    const result = await confirmBaseline(ctx, plan, known('test/more.test.js › sees the copy'));
    expect(result).toMatchObject({ kind: 'ok', baseline: { writes: { written: null } } });
    for (const folder of [workspace, scratch])
      expect(await runGit(folder, 'status', '--porcelain')).toBe('?? here\n?? place');
  });

  it('refuses ids that end otherwise, and prints the option that leaves them out', async () => {
    const source = "it('is unlucky', () => { throw new Error(); });";
    const baseline = known('test/more.test.js › is unlucky');
    expect(await confirmed(source, baseline)).toMatchObject({
      kind: 'refused',
      reason: 'baseline-flaky',
      message: expect.stringContaining("--allow-flaky 'test/more.test.js › is unlucky'"),
    });
    const allowFlaky = ['test/more.test.js › is unlucky'];
    expect(await confirmed(source, baseline, { allowFlaky })).toMatchObject({ kind: 'ok' });
  });

  it('refuses a green second run in which a test is skipped, or is not there', async () => {
    const source = "it.skip('rests', () => {});";
    const baseline = known('test/more.test.js › rests', 'test/more.test.js › was there');
    expect(await confirmed(source, baseline)).toMatchObject({
      reason: 'baseline-flaky',
      message: expect.stringMatching(/more\.test\.js › rests.*more\.test\.js › was there/s),
    });
  });

  it('refuses more differing ids than can be left out one by one', async () => {
    const ids = [1, 2, 3, 4];
    const source = ids.map((id) => `it('t${id}', () => { throw new Error(); });`).join('\n');
    const result = await confirmed(source, known(...ids.map((id) => `test/more.test.js › t${id}`)));
    expect(result).toMatchObject({
      reason: 'baseline-flaky',
      message: expect.stringContaining('too many'),
    });
  });

  it('compares a file by counts when only the names of its tests change', async () => {
    const source = "it('knows ' + Math.random().toString(36), () => {});";
    const result = await confirmed(source, known('test/more.test.js › knows 0.4fzyo82mvyr'));
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: {
        unstable: ['test/more.test.js'],
        notes: [
          'told by the first run',
          expect.stringMatching(/ids differ .*: test\/more\.test\.js$/),
        ],
      },
    });
  });

  it('refuses what is red at the second run without a test to blame', async () => {
    const build = [{ argv: ['node', '-e', "console.log('no luck'); process.exit(3)"], cwd: '' }];
    expect(await confirmed('', known(), { build })).toMatchObject({
      reason: 'baseline-flaky',
      message: expect.stringMatching(/one was green.*no luck/s),
    });
  });
});
