import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { emptySuites, problemOf } from '../../src/gate/baseline-problem.js';
import type { FullRun } from '../../src/gate/full-run.js';
import type { GatePlan, TestSuite } from '../../src/gate/gate.js';
import type { StepResult } from '../../src/gate/run-step.js';
import type { SuiteResult } from '../../src/gate/run-tests.js';
import type { TestCase } from '../../src/gate/runners/runner.js';
import { makeFolder } from '../helpers/git-repo.js';
import { contextOf, planOf, suiteOf } from './support.js';

const tests = (outcome: TestCase['outcome'], ...ids: string[]): TestCase[] =>
  ids.map((id) => ({ id, file: '', outcome, message: '' }));

function resultOf(
  report: TestCase[] | null,
  step: Partial<StepResult> = {},
  more: Partial<TestSuite> = {},
): SuiteResult {
  const suite = suiteOf('mocha', ['mocha'], more);
  const ended: StepResult = {
    name: suite.name,
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
  return { suite, step: ended, report: report === null ? null : { tests: report, files: [] } };
}

type Accepted = Partial<Pick<GatePlan, 'allowFailing' | 'allowFlaky'>>;

async function problemOfAll(tests: SuiteResult[], accepted: Accepted = {}) {
  const ctx = await contextOf(await makeFolder());
  const run: FullRun = { statics: { build: [], checks: {} }, tests, writes: {} };
  return problemOf(ctx, planOf('mocha', ['mocha'], accepted), run);
}

/** What is wrong with one run of mocha, whose exit code is the number of failures. */
const problem = (
  report: TestCase[] | null,
  step: Partial<StepResult> = {},
  accepted: Accepted = {},
) => problemOfAll([resultOf(report, step)], accepted);

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

  it('tells a suite that was silent for too long the way out, and one in watch mode that it is', async () => {
    const stalled = { ended: 'stalled', code: null, longestSilenceMs: 900_000 } as const;
    const logPath = join(await makeFolder(), 'log');
    await writeFile(logPath, 'PASS  Waiting for file changes...');
    const found = await Promise.all([
      problem(null, stalled),
      problem(null, { ...stalled, argv: ['mocha', '--watch'] }),
      problem(null, { ...stalled, logPath }),
    ]);
    const [hung, asked, watching] = found.map((one) => one?.problem);
    const reason = 'gate-broken';
    expect(hung).toMatchObject({
      reason,
      message: expect.stringMatching(/15 min.*--gate-timeout/),
    });
    for (const one of [asked, watching])
      expect(one).toMatchObject({ reason, message: expect.stringMatching(/watch mode.*--test/) });
  });

  it('does not let one flaky id stand for several tests, and says why', async () => {
    const report = [...tests('passed', 'a', 'a'), ...tests('failed', 'b')];
    expect(await problem(report, { code: 1 }, { allowFlaky: ['a', 'b'] })).toMatchObject({
      mayHelp: false,
      problem: {
        reason: 'baseline-flaky',
        message: expect.stringMatching(/several tests.*\n +a\n/s),
      },
    });
    expect(await problem(report, { code: 1 }, { allowFlaky: ['b'] })).toBeNull();
    const twoSuites = [tests('passed', 'a'), tests('passed', 'a')].map((one) => resultOf(one));
    expect(await problemOfAll(twoSuites, { allowFlaky: ['a'] })).toBeNull();
  });
});

describe('a suite that executes no test', () => {
  const owner = resultOf(tests('passed', 'a'));
  const dependent = (report: TestCase[] | null, step: Partial<StepResult> = {}) =>
    resultOf(report, { name: 'tests-2', ...step }, { name: 'tests-2', isDependent: true });

  it('is left out when it owns nothing in scope and another executes some', async () => {
    const logPath = join(await makeFolder(), 'log');
    await writeFile(logPath, 'Error: No test files found: "test"');
    for (const empty of [
      dependent([]),
      dependent(tests('skipped', 'b')),
      dependent(null, { code: 1, logPath }),
    ]) {
      expect(await emptySuites([owner, empty])).toEqual([empty]);
      expect(await problemOfAll([owner, empty])).toBeNull();
    }
  });

  it('is refused when it owns something in scope, and when no other executes any', async () => {
    const noTests = { problem: { reason: 'no-tests' } };
    expect(await problemOfAll([owner, resultOf([])])).toMatchObject(noTests);
    expect(await problemOfAll([dependent([])])).toMatchObject(noTests);
  });

  it('is not taken for empty when it left no report or did not end', async () => {
    for (const broken of [
      dependent(null, { code: 1 }),
      dependent([], { ended: 'timeout', code: null }),
    ]) {
      expect(await emptySuites([owner, broken])).toEqual([]);
      expect(await problemOfAll([owner, broken])).toMatchObject({
        problem: { reason: 'gate-broken' },
      });
    }
  });
});
