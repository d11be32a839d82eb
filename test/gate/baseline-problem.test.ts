import { describe, expect, it } from '@jest/globals';
import { problemOf } from '../../src/gate/baseline-problem.js';
import type { FullRun } from '../../src/gate/full-run.js';
import type { GatePlan } from '../../src/gate/gate.js';
import type { StepResult } from '../../src/gate/run-step.js';
import type { ParsedReport, TestCase } from '../../src/gate/runners/runner.js';
import { makeFolder } from '../helpers/git-repo.js';
import { contextOf, planOf } from './support.js';

const tests = (outcome: TestCase['outcome'], ...ids: string[]): TestCase[] =>
  ids.map((id) => ({ id, file: '', outcome, message: '' }));

/** What is wrong with one run of mocha, whose exit code is the number of failures. */
async function problem(
  report: TestCase[] | null,
  step: Partial<StepResult> = {},
  accepted: Partial<Pick<GatePlan, 'allowFailing' | 'allowFlaky'>> = {},
) {
  const ctx = await contextOf(await makeFolder());
  const plan = planOf('mocha', ['mocha'], accepted);
  const [suite] = plan.tests;
  if (suite === undefined) throw new Error('the plan has no suite');
  const ended: StepResult = {
    name: 'tests',
    argv: ['mocha'],
    logPath: '/no/such/log',
    ended: 'exited',
    code: 0,
    signal: null,
    ms: 1_000,
    longestSilenceMs: 0,
    strays: 0,
    ...step,
  };
  const parsed: ParsedReport | null = report === null ? null : { tests: report, files: [] };
  const run: FullRun = {
    statics: { build: [], checks: {} },
    tests: [{ suite, step: ended, report: parsed }],
    writes: [],
  };
  return problemOf(ctx, plan, run);
}

const MIXED = [...tests('passed', 'a'), ...tests('failed', 'b', 'c')];

describe('problemOf', () => {
  it('finds nothing in a green run, nor in one where only accepted tests fail', async () => {
    expect(await problem(tests('passed', 'a'))).toBeNull();
    const accepted = { allowFailing: ['b'], allowFlaky: ['c'] };
    expect(await problem(MIXED, { code: 2 }, accepted)).toBeNull();
    expect(await problem(MIXED, { code: 0 }, accepted)).toBeNull();
  });

  it('names exactly the failures that nobody accepts, and the whole option', async () => {
    const found = await problem(MIXED, { code: 2 }, { allowFailing: ['b'] });
    expect(found).toMatchObject({
      failing: ['c'],
      mayHelp: true,
      problem: {
        reason: 'baseline-red',
        message: expect.stringMatching(/a test fails .*--allow-failing b \\\n\s+c$/s),
      },
    });
  });

  it('does not take an exit code for that of the accepted failures when it says more', async () => {
    const accepted = { allowFailing: ['b', 'c'] };
    expect(await problem(MIXED, { code: 3 }, accepted)).toMatchObject({
      failing: [],
      problem: { reason: 'baseline-red', message: expect.stringContaining('exited with 3') },
    });
    expect(await problem(tests('passed', 'a'), { code: 1 })).toMatchObject({
      problem: { reason: 'baseline-red' },
    });
  });

  it('does not take a suite without a test for green; skipped ones may only lack a network', async () => {
    expect(await problem([])).toMatchObject({ problem: { reason: 'no-tests' }, mayHelp: false });
    expect(await problem(tests('skipped', 'a'))).toMatchObject({
      problem: { reason: 'no-tests' },
      mayHelp: true,
    });
    expect(await problem(null, { code: 1 })).toMatchObject({ problem: { reason: 'gate-broken' } });
  });

  it.each([
    ['timeout', 'gate-broken', '--gate-timeout'],
    ['stalled', 'gate-broken', '--gate-timeout'],
    ['output-limit', 'gate-broken', 'more output'],
    ['spawn-error', 'gate-broken', 'could not be started'],
  ] as const)('ends at once when a step ended as %s', async (ended, reason, message) => {
    expect(await problem(null, { ended, code: null })).toMatchObject({
      mayHelp: false,
      problem: { kind: 'refused', reason, message: expect.stringContaining(message) },
    });
  });

  it('tries again what a signal ended, unless the runner told all of it', async () => {
    const signalled = { ended: 'signalled', signal: 'SIGKILL', code: 137 } as const;
    expect(await problem(null, signalled)).toMatchObject({ problem: { kind: 'could-not-run' } });
    const failing = Array.from({ length: 137 }, (_, index) => `t${index}`);
    const many = [...tests('passed', 'a'), ...tests('failed', ...failing)];
    expect(await problem(many, signalled)).toMatchObject({
      problem: { reason: 'baseline-red', message: expect.stringContaining('and 117 more') },
    });
    expect(await problem(many, signalled, { allowFailing: failing })).toBeNull();
  });
});
