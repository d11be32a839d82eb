import { describe, expect, it } from '@jest/globals';
import type { CheckResult, GateSubject } from '../../src/gate/gate.js';
import { judgeApi, judgeStatic, judgeTests, type ApiOutcome } from '../../src/gate/judge.js';
import type { CheckedStep, StaticRun, TestRun } from '../../src/gate/run-oracle.js';
import type { StepResult } from '../../src/gate/run-step.js';
import type { TestCase } from '../../src/gate/runners/runner.js';
import { baselineOf } from './support.js';

function step(name: string, more: Partial<StepResult> = {}): StepResult {
  const argv = [name];
  return { name, argv, logPath: '', ended: 'exited', code: 0, signal: null, ms: 10, ...more };
}

function tests(
  outcomes: Record<string, TestCase['outcome'][]>,
  more: Partial<StepResult> = {},
): TestRun {
  const cases = Object.entries(outcomes).flatMap(([id, all]) =>
    all.map((outcome) => ({ id, file: 'a.test.js', outcome, message: '' })),
  );
  return { step: step('tests', more), report: { tests: cases, files: [] } };
}

const baseline = { passed: ['a', 'b', 'twice', 'twice'], skipped: ['later'] };
const asBefore = {
  a: ['passed'],
  b: ['passed'],
  twice: ['passed', 'passed'],
  later: ['skipped'],
} satisfies Record<string, TestCase['outcome'][]>;

describe('the tests clause of green', () => {
  it('holds when the same ids pass, a report is there and the exit code is 0', () => {
    expect(judgeTests(baseline, tests(asBefore))).toBeNull();
  });

  it('holds when an additional test passes or a skipped one runs', () => {
    const run = tests({ ...asBefore, new: ['passed'], later: ['passed'] });
    expect(judgeTests(baseline, run)).toBeNull();
  });

  it('names failing tests, also when the exit code lies', () => {
    const run = tests({ ...asBefore, b: ['failed'] });
    expect(judgeTests(baseline, run)).toMatchObject({ reason: 'tests-failed', evidence: ['b'] });
  });

  it('takes a code above 128 for failures when the report names them', () => {
    const run = tests({ ...asBefore, b: ['failed'] }, { ended: 'signalled', code: 137 });
    expect(judgeTests(baseline, run)).toMatchObject({ reason: 'tests-failed' });
  });

  it('names tests that are skipped now', () => {
    const run = tests({ ...asBefore, b: ['skipped'] });
    expect(judgeTests(baseline, run)).toMatchObject({
      reason: 'tests-newly-skipped',
      evidence: ['b'],
    });
  });

  it('names tests that are gone, also one of two with the same id', () => {
    const run = tests({ ...asBefore, twice: ['passed'] });
    expect(judgeTests(baseline, run)).toMatchObject({
      reason: 'tests-missing',
      evidence: ['twice'],
    });
  });

  it('is red without a report although the exit code is 0', () => {
    const run = { ...tests(asBefore), report: null };
    expect(judgeTests(baseline, run)).toMatchObject({ reason: 'tests-no-report' });
  });

  it('is red when nothing was executed', () => {
    const run = tests({ later: ['skipped'] });
    expect(judgeTests(baseline, run)).toMatchObject({ reason: 'tests-none-executed' });
  });

  it('is red when all tests pass but the exit code is not 0', () => {
    expect(judgeTests(baseline, tests(asBefore, { code: 1 }))).toMatchObject({
      reason: 'tests-exit-code',
    });
  });

  it('is red on a time limit and on too much output', () => {
    const late = tests(asBefore, { ended: 'timeout', code: null });
    expect(judgeTests(baseline, late)).toMatchObject({ reason: 'tests-timeout' });
    const loud = tests(asBefore, { ended: 'output-limit', code: null });
    expect(judgeTests(baseline, loud)).toMatchObject({ reason: 'output-limit' });
  });

  it('blames the machine, not the change, for a signal or a failed start', () => {
    for (const ended of ['signalled', 'spawn-error'] as const) {
      const run = { ...tests({}, { ended, code: null }), report: null };
      expect(judgeTests(baseline, run)).toMatchObject({ kind: 'could-not-run' });
    }
  });
});

const clean: CheckResult = { code: 0, diagnostics: [] };
const dirty: CheckResult = { code: 1, diagnostics: ['src/a.js: error no-undef x is #'] };
const staticRun = (more: Partial<StaticRun> = {}): StaticRun => ({
  build: [],
  lint: null,
  types: null,
  checks: [],
  ...more,
});
const checked = (name: string, check: CheckResult | null): CheckedStep => ({
  step: step(name, { code: check?.code ?? 2 }),
  check,
});

describe('the static clauses of green', () => {
  it('hold when lint and types say what they said at the baseline', () => {
    const run = staticRun({ lint: checked('lint', dirty), types: checked('types', clean) });
    const before = baselineOf({ lint: dirty, types: clean });
    expect(judgeStatic(before, run, [])).toBeNull();
  });

  it('hold when the change mends a diagnostic', () => {
    const run = staticRun({ lint: checked('lint', clean) });
    expect(judgeStatic(baselineOf({ lint: dirty }), run, [])).toBeNull();
  });

  it('are red on a new diagnostic of lint or types, each with its own reason', () => {
    const before = baselineOf({ lint: clean, types: clean });
    const lint = staticRun({ lint: checked('lint', dirty) });
    expect(judgeStatic(before, lint, [])).toMatchObject({
      reason: 'lint-new-diagnostics',
      evidence: dirty.diagnostics,
    });
    const types = staticRun({ types: checked('types', dirty) });
    expect(judgeStatic(before, types, [])).toMatchObject({ reason: 'types-new-diagnostics' });
  });

  it('do not call a diagnostic new that moved to another file', () => {
    const moved = { code: 1, diagnostics: ['src/b.js: error no-undef x is #'] };
    const run = staticRun({ lint: checked('lint', moved) });
    expect(judgeStatic(baselineOf({ lint: dirty }), run, [])).toBeNull();
    const both = { code: 1, diagnostics: [...dirty.diagnostics, ...moved.diagnostics] };
    const more = staticRun({ lint: checked('lint', both) });
    expect(judgeStatic(baselineOf({ lint: dirty }), more, [])).toMatchObject({ kind: 'red' });
  });

  it('are red on a new exit code without diagnostics', () => {
    const run = staticRun({ lint: checked('lint', { code: 3, diagnostics: [] }) });
    expect(judgeStatic(baselineOf({ lint: clean }), run, [])).toMatchObject({
      reason: 'lint-new-diagnostics',
    });
  });

  it('are red when the build or another command of the script fails', () => {
    const build = staticRun({ build: [step('build-1', { code: 2 })] });
    expect(judgeStatic(baselineOf(), build, [])).toMatchObject({ reason: 'build-failed' });
    const run = staticRun({ checks: [checked('check-1', { code: 1, diagnostics: ['x'] })] });
    expect(judgeStatic(baselineOf({ checks: [clean] }), run, [])).toMatchObject({
      reason: 'script-failed',
    });
  });

  it('are red on a new suppression', () => {
    expect(judgeStatic(baselineOf(), staticRun(), ['@ts-ignore'])).toMatchObject({
      reason: 'new-suppressions',
      evidence: ['@ts-ignore'],
    });
  });

  it('are red on a time limit, and could not run when the tool itself failed', () => {
    const late = { step: step('lint', { ended: 'timeout' as const, code: null }), check: null };
    const before = baselineOf({ lint: clean });
    expect(judgeStatic(before, staticRun({ lint: late }), [])).toMatchObject({
      reason: 'step-timeout',
    });
    const crashed = staticRun({ lint: checked('lint', null) });
    expect(judgeStatic(before, crashed, [])).toMatchObject({ kind: 'could-not-run' });
  });
});

describe('the API clause of green', () => {
  const subject = (publicApiTouched: boolean, pinned: string[]): GateSubject => ({
    files: [],
    publicApiTouched,
    pinned,
  });
  const none: ApiOutcome = { kind: 'compared', diff: { removed: [], added: [], changed: [] } };
  const diffs = [
    { removed: ['function a: ()'], added: [], changed: [] },
    { removed: [], added: ['function b: ()'], changed: [] },
    {
      removed: [],
      added: [],
      changed: [['function a: ()', 'function a: (x)']] as [string, string][],
    },
  ];

  it('holds when nothing changed and nothing was claimed, and when it cannot be measured', () => {
    expect(judgeApi(subject(false, ['preserve-public-api']), none)).toBeNull();
    expect(judgeApi(subject(false, []), { kind: 'unmeasured' })).toBeNull();
  });

  it.each(diffs)('is red under preserve-public-api for %j', (diff) => {
    const outcome = { kind: 'compared', diff } as const;
    expect(judgeApi(subject(true, ['preserve-public-api']), outcome)).toMatchObject({
      reason: 'api-changed',
      guard: 'G4',
    });
    expect(judgeApi(subject(false, []), outcome)).toMatchObject({ reason: 'api-claim-wrong' });
    expect(judgeApi(subject(true, []), outcome)).toBeNull();
  });

  it('is red when the manifest claims a change that is not there', () => {
    expect(judgeApi(subject(true, []), none)).toMatchObject({ reason: 'api-claim-wrong' });
  });

  it('could not be judged when the API can no longer be listed', () => {
    const lost = { kind: 'lost', why: 'no entry' } as const;
    expect(judgeApi(subject(false, []), lost)).toMatchObject({ kind: 'could-not-run' });
  });
});
