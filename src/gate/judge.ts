import { PRESERVE_PUBLIC_API, type CheckKind } from '../core/vocabulary.js';
import type { ApiDiff } from './api/diff.js';
import { newDiagnostics } from './diagnostics/index.js';
import type { Baseline, CheckResult, GatePlan, GateSubject } from './gate.js';
import type { RedReason } from './reasons.js';
import type { CheckedStep, StaticRun } from './run-oracle.js';
import type { SuiteResult, TestRun } from './run-tests.js';
import type { StepResult } from './run-step.js';
import { endOfStep, endOfSuite, failuresOf, isExpectedCode, type StepEnd } from './step-end.js';
import { countsOf, testDelta, type KnownTests, type TestDelta } from './test-delta.js';

/** The API as measured: compared, not listable for this kind of project, or no longer listable. */
export type ApiOutcome =
  { kind: 'compared'; diff: ApiDiff } | { kind: 'unmeasured' } | { kind: 'lost'; why: string };

/** A clause of green that does not hold. */
export interface Red {
  kind: 'red';
  reason: RedReason;
  step: string;
  guard: 'G3' | 'G4';
  /** What shows it, a line each, e.g. test ids. */
  evidence: string[];
  /** Ids of the tests that it blames; empty: it blames no single test. */
  ids: string[];
}

/** No verdict; `crashed` tells of the suite that a signal ended. */
export interface Fault {
  kind: 'could-not-run';
  message: string;
  crashed?: { suite: string; what: string };
}

export type Problem = Red | Fault;

/** A red of G3; `ids` name the tests to blame. */
export function red(
  reason: RedReason,
  step: string,
  evidence: string[],
  more: Partial<Pick<Red, 'guard' | 'ids'>> = {},
): Red {
  return { kind: 'red', reason, step, evidence, guard: 'G3', ids: [], ...more };
}

const failedToRun = (step: StepResult, why: string): Fault => ({
  kind: 'could-not-run',
  message: `${step.name} (${step.argv.join(' ')}): ${why}`,
});

/**
 * A step that did not come to an exit code of its own. A signal or a failed start may be the
 * machine's: a full memory and a kill look alike, also as 137 of a child.
 */
function brokenStep(step: StepResult, end: StepEnd, timeout: RedReason): Problem | null {
  switch (end.kind) {
    case 'exited':
      return null;
    case 'late':
      return red(timeout, step.name, [end.what]);
    case 'loud':
      return red('output-limit', step.name, [end.what]);
    default:
      return failedToRun(step, end.what);
  }
}

const CHECK_REASONS: Readonly<Record<CheckKind, RedReason>> = {
  format: 'format-new-diagnostics',
  lint: 'lint-new-diagnostics',
  types: 'types-new-diagnostics',
  script: 'script-failed',
};

function judgeCheck(
  checked: CheckedStep,
  baseline: CheckResult,
  reason: RedReason,
): Problem | null {
  const broken = brokenStep(checked.step, endOfStep(checked.step), 'step-timeout');
  if (broken !== null) return broken;
  const { check, step, why = `exited with ${step.code ?? '?'} without a report` } = checked;
  if (check === null) return failedToRun(step, why);
  const added = newDiagnostics(baseline.diagnostics, check.diagnostics);
  if (added.length > 0) return red(reason, step.name, added);
  const worse = check.code !== 0 && check.code !== baseline.code;
  if (worse) return red(reason, step.name, [`exited with ${check.code}`]);
  // What it did not come to may hold what is new.
  return checked.why === undefined ? null : failedToRun(step, checked.why);
}

/**
 * Build, lint, types and other checks against the baseline; null: nothing is wrong with them.
 * `suppressions` are those of linter, types or tests that the change adds.
 */
export function judgeStatic(
  plan: Pick<GatePlan, 'checks'>,
  baseline: Pick<Baseline, 'checks'>,
  run: StaticRun,
  suppressions: string[],
): Problem | null {
  for (const step of run.build) {
    const broken = brokenStep(step, endOfStep(step), 'step-timeout');
    if (broken !== null) return broken;
    if (step.code !== 0) return red('build-failed', step.name, [`exited with ${step.code ?? '?'}`]);
  }
  if (suppressions.length > 0) return red('new-suppressions', 'suppressions', suppressions);
  for (const { name, kind } of plan.checks) {
    const checked = run.checks[name];
    const before = baseline.checks[name];
    const problem = checked && before ? judgeCheck(checked, before, CHECK_REASONS[kind]) : null;
    if (problem !== null) return problem;
  }
  return null;
}

/** The measured API against the pinned constraints and the manifest's claim. */
export function judgeApi(subject: GateSubject, api: ApiOutcome): Problem | null {
  if (api.kind === 'unmeasured') return null;
  if (api.kind === 'lost')
    return { kind: 'could-not-run', message: `the public API can no longer be listed: ${api.why}` };
  const { removed, added, changed } = api.diff;
  const evidence = [
    ...removed.map((symbol) => `removed: ${symbol}`),
    ...changed.map(([before, after]) => `changed: ${before} -> ${after}`),
    ...added.map((symbol) => `added: ${symbol}`),
  ];
  const touched = evidence.length > 0;
  if (touched && subject.pinned.includes(PRESERVE_PUBLIC_API))
    return red('api-changed', 'api', evidence, { guard: 'G4' });
  if (touched === subject.publicApiTouched) return null;
  const claim = `the manifest says public_api_touched: ${String(subject.publicApiTouched)}`;
  const measured = touched ? evidence : ['measured: nothing changed'];
  return red('api-claim-wrong', 'api', [claim, ...measured], { guard: 'G4' });
}

/** A suite that came to no end of its own, told nothing, or executed nothing. */
function brokenSuite(result: SuiteResult): Problem | null {
  const { step, report, unread } = result;
  const end = endOfSuite(result);
  const broken = brokenStep(step, end, 'tests-timeout');
  if (broken?.kind === 'could-not-run' && end.kind === 'killed')
    return { ...broken, crashed: { suite: step.name, what: end.what } };
  if (broken !== null) return broken;
  const exit = `exited with ${step.code ?? '?'}`;
  if (report === null)
    return red('tests-no-report', step.name, [`${exit}: ${unread ?? 'it wrote no report'}`]);
  const { passed, failed } = countsOf(report);
  return passed + failed === 0 ? red('tests-none-executed', step.name, [exit]) : null;
}

function badExit(result: SuiteResult): Problem | null {
  if (isExpectedCode(result)) return null;
  const { step } = result;
  const { count, code } = failuresOf(result);
  const exit = `exited with ${step.code ?? '?'}`;
  const accepted = `the ${count} accepted failures explain ${code} only`;
  return red('tests-exit-code', step.name, count === 0 ? [exit] : [exit, accepted]);
}

const endedInTime = ({ step }: SuiteResult): boolean =>
  step.ended !== 'timeout' && step.ended !== 'stalled';

/** Name of the suite that reports an id, or in whose folder its file lies. */
function suiteOf(run: TestRun, id: string): string {
  const reporting = run.find(({ report }) => report?.tests.some((test) => test.id === id));
  const [owner] = run
    .filter(({ suite }) => suite.cwd === '' || id.startsWith(`${suite.cwd}/`))
    .sort((left, right) => right.suite.cwd.length - left.suite.cwd.length);
  return (reporting ?? owner ?? run[0])?.suite.name ?? 'tests';
}

function judgeIds(run: TestRun, delta: TestDelta): Red | null {
  const blame = (reason: RedReason, ids: string[], evidence = ids): Red[] =>
    ids.length === 0 ? [] : [red(reason, suiteOf(run, ids[0] ?? ''), evidence, { ids })];
  const fewer = delta.fewer.map(
    ({ file, before, now }) => `${file}: ${now} tests pass, ${before} did`,
  );
  const [first] = [
    ...blame('tests-newly-skipped', delta.newlySkipped),
    ...blame('tests-missing', delta.missing),
    ...blame(
      'tests-renamed',
      delta.renamed.map(([before]) => before),
      delta.renamed.map(([before, now]) => `${before} -> ${now}`),
    ),
    ...blame('tests-repeated', delta.repeated),
    ...(fewer.length === 0 ? [] : [red('tests-missing', suiteOf(run, fewer[0] ?? ''), fewer)]),
  ];
  return first ?? null;
}

/** The tests against the baseline: each report, each id, and each exit code must agree. */
export function judgeTests(known: KnownTests, run: TestRun): Problem | null {
  const reported = (results: TestRun) => results.flatMap(({ report }) => report?.tests ?? []);
  const { failed } = testDelta(known, reported(run.filter(endedInTime)));
  if (failed.length > 0)
    return red('tests-failed', suiteOf(run, failed[0] ?? ''), failed, { ids: failed });
  const broken = run.map(brokenSuite).find((problem) => problem !== null);
  if (broken !== undefined) return broken;
  const delta = testDelta(known, reported(run));
  return judgeIds(run, delta) ?? run.map(badExit).find((problem) => problem !== null) ?? null;
}

/** Processes that a step left behind although it did not at the baseline. */
export function judgeStrays(
  { strays }: Pick<Baseline, 'strays'>,
  steps: readonly StepResult[],
): Problem | null {
  const step = steps.find(({ name, strays: left }) => (left ?? 0) > (strays[name] ?? 0));
  if (step === undefined) return null;
  const before = strays[step.name] ?? 0;
  const what = `left ${step.strays ?? 0} processes behind, ${before} at the baseline`;
  return red('processes-left', step.name, [what]);
}
