import { PRESERVE_PUBLIC_API } from '../core/vocabulary.js';
import type { ApiDiff } from './api/diff.js';
import { newDiagnostics } from './diagnostics.js';
import type { Baseline, CheckResult, GateSubject, RedReason } from './gate.js';
import type { CheckedStep, StaticRun, TestRun } from './run-oracle.js';
import type { StepResult } from './run-step.js';
import { countsOf, testDelta } from './test-delta.js';

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
}

export type Problem = Red | { kind: 'could-not-run'; message: string };

function red(reason: RedReason, step: string, evidence: string[], guard: Red['guard'] = 'G3'): Red {
  return { kind: 'red', reason, step, guard, evidence };
}

const failedToRun = (step: StepResult, why: string): Problem => ({
  kind: 'could-not-run',
  message: `${step.name} (${step.argv.join(' ')}): ${why}`,
});

/** A step that did not come to an exit code of its own. */
function brokenStep(step: StepResult, timeout: RedReason): Problem | null {
  if (step.ended === 'timeout')
    return red(timeout, step.name, [`stopped after ${Math.round(step.ms / 1000)} s`]);
  if (step.ended === 'output-limit')
    return red('output-limit', step.name, ['stopped: it wrote more output than allowed']);
  if (step.ended === 'exited') return null;
  return failedToRun(step, step.message ?? `ended by ${step.signal ?? step.ended}`);
}

function judgeCheck(
  checked: CheckedStep,
  baseline: CheckResult,
  reason: RedReason,
): Problem | null {
  const broken = brokenStep(checked.step, 'step-timeout');
  if (broken !== null) return broken;
  const { check, step } = checked;
  if (check === null) return failedToRun(step, `exited with ${step.code ?? '?'} without a report`);
  const added = newDiagnostics(baseline.diagnostics, check.diagnostics);
  if (added.length > 0) return red(reason, step.name, added);
  const worse = check.code !== 0 && check.code !== baseline.code;
  return worse ? red(reason, step.name, [`exited with ${check.code}`]) : null;
}

/**
 * Build, lint, types and other checks against the baseline; null: nothing is wrong with them.
 * `suppressions` are those of linter, types or tests that the change adds.
 */
export function judgeStatic(
  baseline: Baseline,
  run: StaticRun,
  suppressions: string[],
): Problem | null {
  for (const step of run.build) {
    const broken = brokenStep(step, 'step-timeout');
    if (broken !== null) return broken;
    if (step.code !== 0) return red('build-failed', step.name, [`exited with ${step.code ?? '?'}`]);
  }
  if (suppressions.length > 0) return red('new-suppressions', 'suppressions', suppressions);
  const pairs: [CheckedStep | null, CheckResult | null | undefined, RedReason][] = [
    [run.lint, baseline.lint, 'lint-new-diagnostics'],
    [run.types, baseline.types, 'types-new-diagnostics'],
    ...run.checks.map((check, index): [CheckedStep, CheckResult | null | undefined, RedReason] => [
      check,
      baseline.checks[index],
      'script-failed',
    ]),
  ];
  for (const [checked, before, reason] of pairs) {
    const problem = checked && before ? judgeCheck(checked, before, reason) : null;
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
    return red('api-changed', 'api', evidence, 'G4');
  if (touched === subject.publicApiTouched) return null;
  const claim = `the manifest says public_api_touched: ${String(subject.publicApiTouched)}`;
  const measured = touched ? evidence : ['measured: nothing changed'];
  return red('api-claim-wrong', 'api', [claim, ...measured], 'G4');
}

/** The tests against the baseline: the report, each id, and the exit code must all agree. */
export function judgeTests(
  baseline: Pick<Baseline, 'passed' | 'skipped'>,
  { step, report }: TestRun,
): Problem | null {
  const failing = report === null ? [] : testDelta(baseline, report).failed;
  // Mocha's exit code counts failures and can look like a signal's.
  if (step.ended !== 'timeout' && failing.length > 0) return red('tests-failed', 'tests', failing);
  const broken = brokenStep(step, 'tests-timeout');
  if (broken !== null) return broken;
  const exit = `exited with ${step.code ?? '?'}`;
  if (report === null) return red('tests-no-report', 'tests', [`${exit} and left no report`]);
  const { newlySkipped, missing } = testDelta(baseline, report);
  if (countsOf(report).passed === 0) return red('tests-none-executed', 'tests', [exit]);
  if (newlySkipped.length > 0) return red('tests-newly-skipped', 'tests', newlySkipped);
  if (missing.length > 0) return red('tests-missing', 'tests', missing);
  return step.code === 0 ? null : red('tests-exit-code', 'tests', [exit]);
}
