import type { TestCounts } from '../core/contracts.js';
import type { Baseline } from './gate.js';
import { minus } from '../core/multiset.js';
import type { ParsedReport, TestCase } from './runners/runner.js';

/** A report's ids by outcome, each sorted. */
export function idsOf(report: ParsedReport, outcome: TestCase['outcome']): string[] {
  return report.tests
    .filter((test) => test.outcome === outcome)
    .map((test) => test.id)
    .sort();
}

/** How many tests ended how. */
export function countsOf(report: ParsedReport): TestCounts {
  return {
    passed: idsOf(report, 'passed').length,
    failed: idsOf(report, 'failed').length,
    skipped: idsOf(report, 'skipped').length,
  };
}

/** What became of the baseline's tests; ids are compared as multisets. */
export interface TestDelta {
  failed: string[];
  /** Passed at the baseline, skipped now. */
  newlySkipped: string[];
  /** Passed at the baseline, not reported as passed, failed or skipped now. */
  missing: string[];
}

/** Compares a report with the baseline's ids. */
export function testDelta(
  baseline: Pick<Baseline, 'passed' | 'skipped'>,
  report: ParsedReport,
): TestDelta {
  const failed = idsOf(report, 'failed');
  const lost = minus(minus(baseline.passed, idsOf(report, 'passed')), failed);
  const skippedNow = minus(idsOf(report, 'skipped'), baseline.skipped);
  const missing = minus(lost, skippedNow);
  return { failed, newlySkipped: minus(lost, missing), missing };
}
