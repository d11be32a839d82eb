import type { Baseline } from './gate.js';
import type { SuiteResult, TestRun } from './run-tests.js';
import { countsOf, testDelta, type TestDelta } from './test-delta.js';

const IDS_SHOWN = 10;
const LONG_MS = 5_000;
const SUSPICIOUS_SHARE = 0.3;

function listed(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
  return [`${what}: ${ids.slice(0, IDS_SHOWN).join(', ')}${more}`];
}

/** Says which failing ids were left out of a judgement because the run accepts them. */
export function excludedNote({ excluded }: Pick<TestDelta, 'excluded'>): string[] {
  return listed('failed, but left out of the judgement (--allow-failing, --allow-flaky)', [
    ...new Set(excluded),
  ]);
}

/** A suite that is much faster than it was may have answered from a cache. */
function speedNote({ usualMs, counts }: Baseline, { step }: SuiteResult, passed: number): string[] {
  const before = usualMs[step.name] ?? 0;
  if (before < LONG_MS || step.ms >= before * SUSPICIOUS_SHARE || passed !== counts.passed)
    return [];
  const [now, then] = [step.ms, before].map((ms) => `${(ms / 1000).toFixed(1)} s`);
  return [`${step.name} took ${now} instead of ${then} for as many tests: look for a cache`];
}

/** What a person should know of a run of the tests that is green. */
export function greenNotes(baseline: Baseline, run: TestRun): string[] {
  const tests = run.flatMap(({ report }) => report?.tests ?? []);
  const delta = testDelta(baseline, tests);
  const { passed } = countsOf({ tests });
  return [
    ...excludedNote(delta),
    ...listed('new tests pass that the base does not have', delta.added),
    ...run.flatMap((suite) => speedNote(baseline, suite, passed)),
  ];
}
