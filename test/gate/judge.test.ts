import { describe, expect, it } from '@jest/globals';
import type { Baseline, CheckResult, GateSubject, TestSuite } from '../../src/gate/gate.js';
import {
  judgeApi,
  judgeStatic,
  judgeStrays,
  judgeTests,
  type ApiOutcome,
} from '../../src/gate/judge.js';
import type { CheckedStep, StaticRun } from '../../src/gate/run-oracle.js';
import type { TestRun } from '../../src/gate/run-tests.js';
import type { StepResult } from '../../src/gate/run-step.js';
import type { TestCase } from '../../src/gate/runners/runner.js';
import { baselineOf, suiteOf } from './plans.js';

function step(name: string, more: Partial<StepResult> = {}): StepResult {
  return {
    ...{ name, argv: [name], logPath: '', ended: 'exited', code: 0, signal: null, ms: 10 },
    ...{ longestSilenceMs: 0, strays: 0 },
    ...more,
  };
}

type Outcomes = Record<string, TestCase['outcome'][]>;

/** A run of one suite; an id is `file › title`. */
function tests(
  outcomes: Outcomes,
  more: Partial<StepResult> = {},
  suite: Partial<TestSuite> = {},
): TestRun {
  const cases = Object.entries(outcomes).flatMap(([id, all]) =>
    all.map((outcome) => ({ id, file: id.split(' › ')[0] ?? '', outcome, message: '' })),
  );
  const known = suiteOf('node:test', ['node', '--test'], suite);
  return [{ suite: known, step: step(known.name, more), report: { tests: cases, files: [] } }];
}

function withoutReport(more: Partial<StepResult>): TestRun {
  return tests({}, more).map((result) => ({ ...result, report: null }));
}

const known = baselineOf({ passed: ['a', 'b', 'twice', 'twice'], skipped: ['later'] });
const asBefore = {
  a: ['passed'],
  b: ['passed'],
  twice: ['passed', 'passed'],
  later: ['skipped'],
} satisfies Outcomes;

describe('the tests clause of green', () => {
  it('holds when the same ids pass, a report is there and the exit code is 0', () => {
    expect(judgeTests(known, tests(asBefore))).toBeNull();
  });

  it('holds when an additional test passes or a skipped one runs', () => {
    const run = tests({ ...asBefore, new: ['passed'], later: ['passed'] });
    expect(judgeTests(known, run)).toBeNull();
  });

  it('names failing tests, also when the exit code lies', () => {
    const run = tests({ ...asBefore, b: ['failed'] });
    expect(judgeTests(known, run)).toMatchObject({
      reason: 'tests-failed',
      step: 'tests',
      evidence: ['b'],
      ids: ['b'],
    });
  });

  it('names a failing test that the base does not have, and one that was skipped there', () => {
    const run = tests({ ...asBefore, new: ['failed'], later: ['failed'] });
    expect(judgeTests(known, run)).toMatchObject({ ids: ['later', 'new'] });
  });

  it('takes a code above 128 for failures when the report names them', () => {
    const run = tests({ ...asBefore, b: ['failed'] }, { ended: 'signalled', code: 137 });
    expect(judgeTests(known, run)).toMatchObject({ reason: 'tests-failed' });
  });

  it('names tests that are skipped now', () => {
    const run = tests({ ...asBefore, b: ['skipped'] });
    expect(judgeTests(known, run)).toMatchObject({ reason: 'tests-newly-skipped', ids: ['b'] });
  });

  it('names tests that are gone, also one of two with the same id', () => {
    const run = tests({ ...asBefore, twice: ['passed'] });
    expect(judgeTests(known, run)).toMatchObject({ reason: 'tests-missing', ids: ['twice'] });
  });

  it('is red on a known test that is reported more often than on the base, as one that is run again', () => {
    for (const [id, outcomes] of [
      ['b', ['passed', 'passed']],
      ['b', ['passed', 'skipped']],
      ['later', ['skipped', 'passed']],
    ] as const)
      expect(judgeTests(known, tests({ ...asBefore, [id]: [...outcomes] }))).toMatchObject({
        reason: 'tests-repeated',
        ids: [id],
      });
    const passesAtLast = tests({ ...asBefore, b: ['failed', 'passed'] });
    expect(judgeTests(known, passesAtLast)).toMatchObject({ reason: 'tests-failed', ids: ['b'] });
    const instead = tests({ a: ['passed'], twice: ['passed', 'passed', 'passed'] });
    expect(judgeTests(known, instead)).toMatchObject({ reason: 'tests-missing', ids: ['b'] });
  });

  it('names a test that has another name, with both names, and only one of the same file', () => {
    const named = baselineOf({ passed: ['a.js › old', 'a.js › stays', 'b.js › gone'] });
    const renamed = tests({
      'a.js › new': ['passed'],
      'a.js › stays': ['passed'],
      'b.js › gone': ['passed'],
    });
    expect(judgeTests(named, renamed)).toMatchObject({
      reason: 'tests-renamed',
      evidence: ['a.js › old -> a.js › new'],
      ids: ['a.js › old'],
    });
    const elsewhere = tests({
      'a.js › old': ['passed'],
      'a.js › stays': ['passed'],
      'c.js › new': ['passed'],
    });
    expect(judgeTests(named, elsewhere)).toMatchObject({
      reason: 'tests-missing',
      ids: ['b.js › gone'],
    });
  });

  it('compares a file whose ids differ from run to run by how many tests pass', () => {
    const unstable = baselineOf({ passed: ['t.js › at 1', 't.js › at 2'], unstable: ['t.js'] });
    const other = tests({ 't.js › at 3': ['passed'], 't.js › at 4': ['passed'] });
    expect(judgeTests(unstable, other)).toBeNull();
    const fewer = tests({ 't.js › at 3': ['passed'] });
    expect(judgeTests(unstable, fewer)).toMatchObject({
      reason: 'tests-missing',
      evidence: ['t.js: 1 tests pass, 2 did'],
    });
    const failing = tests({ 't.js › at 3': ['passed'], 't.js › at 4': ['failed'] });
    expect(judgeTests(unstable, failing)).toMatchObject({ reason: 'tests-failed' });
  });

  it('is red without a report although the exit code is 0', () => {
    expect(judgeTests(known, withoutReport({}))).toMatchObject({ reason: 'tests-no-report' });
  });

  it('is red when nothing was executed', () => {
    const run = tests({ later: ['skipped'] });
    expect(judgeTests(known, run)).toMatchObject({ reason: 'tests-none-executed' });
  });

  it('is red when all tests pass but the exit code is not 0', () => {
    expect(judgeTests(known, tests(asBefore, { code: 1 }))).toMatchObject({
      reason: 'tests-exit-code',
    });
  });

  it.each(['timeout', 'stalled'] as const)('is red on a suite that ended by %s', (ended) => {
    const late = tests({ ...asBefore, b: ['failed'] }, { ended, code: null });
    expect(judgeTests(known, late)).toMatchObject({ reason: 'tests-timeout', ids: [] });
  });

  it('is red on too much output', () => {
    const loud = tests(asBefore, { ended: 'output-limit', code: null });
    expect(judgeTests(known, loud)).toMatchObject({ reason: 'output-limit' });
  });

  it('blames the machine, not the change, for a signal, a killed child or a failed start', () => {
    for (const more of [
      { ended: 'signalled', code: null, signal: 'SIGKILL' },
      { ended: 'signalled', code: 137, signal: 'SIGKILL' },
      { ended: 'spawn-error', code: null },
    ] as const)
      expect(judgeTests(known, withoutReport(more))).toEqual({
        kind: 'could-not-run',
        message: expect.any(String),
        ...(more.ended === 'signalled'
          ? { crashed: { suite: 'tests', what: 'ended by SIGKILL' } }
          : {}),
      });
  });
});

describe('several suites', () => {
  const both = (second: Outcomes, more: Partial<StepResult> = {}): TestRun => [
    ...tests(asBefore),
    ...tests(second, more, { name: 'tests-2', cwd: 'packages/p' }),
  ];
  const two = baselineOf({ ...known, passed: [...known.passed, 'packages/p/x.js › x'] });

  it('must each exit with 0, report, and execute something', () => {
    const green = { 'packages/p/x.js › x': ['passed'] } satisfies Outcomes;
    expect(judgeTests(two, both(green))).toBeNull();
    expect(judgeTests(two, both(green, { code: 1 }))).toMatchObject({
      reason: 'tests-exit-code',
      step: 'tests-2',
    });
    expect(judgeTests(two, both({}))).toMatchObject({
      reason: 'tests-none-executed',
      step: 'tests-2',
    });
    const silent = both(green).map((result, index) =>
      index === 1 ? { ...result, report: null } : result,
    );
    expect(judgeTests(two, silent)).toMatchObject({ reason: 'tests-no-report', step: 'tests-2' });
  });

  it('are told apart by the folder of a missing test and by the report of a failing one', () => {
    const missing = both({ 'packages/p/y.js › y': ['passed'] });
    expect(judgeTests(two, missing)).toMatchObject({ reason: 'tests-missing', step: 'tests-2' });
    const failing = both({ 'packages/p/x.js › x': ['failed'] });
    expect(judgeTests(two, failing)).toMatchObject({ reason: 'tests-failed', step: 'tests-2' });
  });

  it('tell of the failures of one although another did not end', () => {
    const run = [
      ...tests({ ...asBefore, a: ['failed'] }, { code: 1 }),
      ...tests({}, { ended: 'timeout', code: null }, { name: 'tests-2' }),
    ];
    expect(judgeTests(known, run)).toMatchObject({ reason: 'tests-failed', step: 'tests' });
  });
});

describe('accepted failures', () => {
  const accepting = baselineOf({ passed: ['a'], failing: ['f'], flaky: ['sometimes'] });
  const run = (
    outcomes: Outcomes,
    more: Partial<StepResult> = {},
    suite: Partial<TestSuite> = {},
  ) => judgeTests(accepting, tests({ a: ['passed'], ...outcomes }, more, suite));

  it('may fail or pass, by exactly their ids', () => {
    expect(run({ f: ['failed'] }, { code: 1 })).toBeNull();
    expect(run({ f: ['passed'], sometimes: ['failed'] }, { code: 1 })).toBeNull();
    expect(run({ f: ['failed'], 'f too': ['failed'] }, { code: 1 })).toMatchObject({
      ids: ['f too'],
    });
  });

  it('may not fail more often than at the baseline', () => {
    expect(run({ f: ['failed', 'failed'] }, { code: 1 })).toMatchObject({
      reason: 'tests-failed',
      ids: ['f'],
    });
  });

  it('may not fail once and pass once, as one that is run again', () => {
    expect(run({ f: ['failed', 'passed'] }, { code: 1 })).toMatchObject({
      reason: 'tests-repeated',
      ids: ['f'],
    });
  });

  it('cover only as many of the tests of one id as fail on the base', () => {
    const two = baselineOf({ passed: ['waits <duration>'], failing: ['waits <duration>'] });
    const waits = (...outcomes: TestCase['outcome'][]) =>
      judgeTests(two, tests({ 'waits <duration>': outcomes }, { code: 1 }));
    expect(waits('passed', 'failed')).toBeNull();
    expect(waits('failed', 'failed')).toMatchObject({ reason: 'tests-failed' });
  });

  it('must still be executed where they fail on the base, but may be gone where they are flaky', () => {
    expect(run({ f: ['skipped'] })).toMatchObject({ reason: 'tests-newly-skipped', ids: ['f'] });
    expect(run({})).toMatchObject({ reason: 'tests-missing', ids: ['f'] });
    const gone = baselineOf({ passed: ['a', 'sometimes'], flaky: ['sometimes'] });
    expect(judgeTests(gone, tests({ a: ['passed'] }))).toBeNull();
  });

  it('explain only the exit code that the runner has for so many failures', () => {
    expect(run({ f: ['failed'] }, { code: 2 })).toMatchObject({ reason: 'tests-exit-code' });
    const mocha = { runner: 'mocha' } as const;
    const two = { f: ['failed'], sometimes: ['failed'] } satisfies Outcomes;
    expect(run(two, { code: 2 }, mocha)).toBeNull();
    expect(run(two, { code: 3 }, mocha)).toMatchObject({
      evidence: ['exited with 3', 'the 2 accepted failures explain 2 only'],
    });
  });

  it('explain no exit code when none of them failed', () => {
    expect(run({ f: ['passed'] }, { code: 1 })).toMatchObject({ reason: 'tests-exit-code' });
  });

  it('do not explain a signal', () => {
    const killed = run({ f: ['failed'] }, { ended: 'signalled', code: 137, signal: 'SIGKILL' });
    expect(killed).toMatchObject({ kind: 'could-not-run' });
  });

  it('execute something, even if it is all that a suite has', () => {
    const only = baselineOf({ failing: ['f'] });
    expect(judgeTests(only, tests({ f: ['failed'] }, { code: 1 }))).toBeNull();
  });
});

describe('the processes clause of green', () => {
  it('is red on a step that leaves more behind than at the baseline', () => {
    const before = baselineOf({ strays: { tests: 1 } });
    expect(judgeStrays(before, [step('tests', { strays: 1 })])).toBeNull();
    expect(judgeStrays(before, [step('tests', { strays: null })])).toBeNull();
    expect(judgeStrays(before, [step('tests', { strays: 2 })])).toMatchObject({
      reason: 'processes-left',
      evidence: ['left 2 processes behind, 1 at the baseline'],
    });
    expect(judgeStrays(before, [step('build-1', { strays: 1 })])).toMatchObject({
      step: 'build-1',
    });
  });
});

const clean: CheckResult = { code: 0, diagnostics: [] };
const dirty: CheckResult = { code: 1, diagnostics: ['src/a.js: error no-undef x is #'] };
const checked = (name: string, check: CheckResult | null): CheckedStep => ({
  step: step(name, { code: check?.code ?? 2 }),
  check,
});
const checks = (['format', 'lint', 'types', 'script'] as const).map((kind) => ({
  kind,
  name: kind,
  argv: [kind],
  cwd: '',
  source: 'test',
}));

/** The static clauses on what each check said now and before. */
function judged(
  now: Record<string, CheckedStep>,
  before: Baseline['checks'],
  { build = [], suppressions = [] }: { build?: StepResult[]; suppressions?: string[] } = {},
) {
  const run: StaticRun = { build, checks: now };
  return judgeStatic({ checks }, baselineOf({ checks: before }), run, suppressions);
}

describe('the static clauses of green', () => {
  it('hold when the checks say what they said at the baseline', () => {
    const now = { lint: checked('lint', dirty), types: checked('types', clean) };
    expect(judged(now, { lint: dirty, types: clean })).toBeNull();
  });

  it('hold when the change mends a diagnostic', () => {
    expect(judged({ lint: checked('lint', clean) }, { lint: dirty })).toBeNull();
  });

  it.each([
    ['format', 'format-new-diagnostics'],
    ['lint', 'lint-new-diagnostics'],
    ['types', 'types-new-diagnostics'],
    ['script', 'script-failed'],
  ])('are red on a new diagnostic of %s, with the reason %s', (name, reason) => {
    expect(judged({ [name]: checked(name, dirty) }, { [name]: clean })).toMatchObject({
      reason,
      step: name,
      evidence: dirty.diagnostics,
    });
  });

  it('do not count a check that could not run at the baseline', () => {
    expect(judged({ lint: checked('lint', dirty) }, { lint: null })).toBeNull();
  });

  it('do not call a diagnostic new that moved to another file', () => {
    const moved = { code: 1, diagnostics: ['src/b.js: error no-undef x is #'] };
    expect(judged({ lint: checked('lint', moved) }, { lint: dirty })).toBeNull();
    const both = { code: 1, diagnostics: [...dirty.diagnostics, ...moved.diagnostics] };
    expect(judged({ lint: checked('lint', both) }, { lint: dirty })).toMatchObject({ kind: 'red' });
  });

  it('are red on a new exit code without diagnostics', () => {
    const silent = { code: 3, diagnostics: [] };
    expect(judged({ lint: checked('lint', silent) }, { lint: clean })).toMatchObject({
      reason: 'lint-new-diagnostics',
    });
  });

  it('are red when the build fails', () => {
    expect(judged({}, {}, { build: [step('build-1', { code: 2 })] })).toMatchObject({
      reason: 'build-failed',
      step: 'build-1',
    });
  });

  it('are red on a new suppression', () => {
    expect(judged({}, {}, { suppressions: ['@ts-ignore'] })).toMatchObject({
      reason: 'new-suppressions',
      evidence: ['@ts-ignore'],
    });
  });

  it('do not hold when a tool stopped before it had checked everything', () => {
    const half = { ...checked('lint', dirty), why: 'crashed half-way' };
    expect(judged({ lint: half }, { lint: dirty })).toMatchObject({
      kind: 'could-not-run',
      message: expect.stringContaining('crashed half-way'),
    });
    expect(judged({ lint: half }, { lint: clean })).toMatchObject({ kind: 'red' });
  });

  it('are red on a time limit, and could not run when the tool itself failed', () => {
    const late = { step: step('lint', { ended: 'timeout' as const, code: null }), check: null };
    expect(judged({ lint: late }, { lint: clean })).toMatchObject({ reason: 'step-timeout' });
    expect(judged({ lint: checked('lint', null) }, { lint: clean })).toMatchObject({
      kind: 'could-not-run',
    });
  });
});

describe('the API clause of green', () => {
  const subject = (publicApiTouched: boolean, pinned: string[]): GateSubject => ({
    files: [],
    publicApiTouched,
    pinned,
    isLocked: () => false,
    relatedFirst: false,
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
    const symbol = [...diff.removed, ...diff.added, ...diff.changed.flat()][0];
    expect(judgeApi(subject(true, ['preserve-public-api']), outcome)).toMatchObject({
      reason: 'api-changed',
      guard: 'G4',
      evidence: [expect.stringContaining(symbol ?? '')],
    });
    expect(judgeApi(subject(false, []), outcome)).toMatchObject({
      reason: 'api-claim-wrong',
      evidence: [expect.any(String), expect.stringContaining(symbol ?? '')],
    });
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
