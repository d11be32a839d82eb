import type { TestCounts } from '../core/contracts.js';
import { minus } from '../core/multiset.js';
import type { Baseline } from './gate.js';
import type { ParsedReport, TestCase } from './runners/runner.js';

/** A report's ids by outcome, each sorted. */
export function idsOf(report: Pick<ParsedReport, 'tests'>, outcome: TestCase['outcome']): string[] {
  return report.tests
    .filter((test) => test.outcome === outcome)
    .map((test) => test.id)
    .sort();
}

/** How many tests ended how. */
export function countsOf(report: Pick<ParsedReport, 'tests'>): TestCounts {
  return {
    passed: idsOf(report, 'passed').length,
    failed: idsOf(report, 'failed').length,
    skipped: idsOf(report, 'skipped').length,
  };
}

/** What the baseline knows of its tests. */
export type KnownTests = Pick<Baseline, 'passed' | 'skipped' | 'failing' | 'flaky' | 'unstable'>;

/** What became of the baseline's tests; ids are compared as multisets. */
export interface TestDelta {
  /** Fail now, and the run does not accept it. */
  failed: string[];
  /** Fail now as they may: accepted as failing or as flaky. */
  excluded: string[];
  /** Executed at the baseline, skipped now. */
  newlySkipped: string[];
  /** Executed at the baseline, not reported now. */
  missing: string[];
  /** Missing, with a new id of the same file that may be its new name. */
  renamed: [before: string, now: string][];
  /** Files whose ids differ from run to run, and in which fewer tests pass now. */
  fewer: { file: string; before: number; now: number }[];
  /** Known at the baseline, and reported more often now: a test that was run again. */
  repeated: string[];
  /** New ids that are nobody's new name. */
  added: string[];
}

/** The test file that an id names. */
export const fileOfId = (id: string): string => id.split(' › ', 1)[0] ?? '';

/** Takes each id that has a partner of the same file out of both lists. */
function pairByFile(missing: string[], added: string[]): TestDelta['renamed'] {
  const free = [...added];
  return missing.flatMap((before): TestDelta['renamed'] => {
    const position = free.findIndex((now) => fileOfId(now) === fileOfId(before));
    return position === -1 ? [] : [[before, ...free.splice(position, 1)] as [string, string]];
  });
}

/** Compares what the tests of a run did with what the baseline knows of them. */
export function testDelta(known: KnownTests, tests: readonly TestCase[]): TestDelta {
  const unstable = new Set(known.unstable);
  const flaky = new Set(known.flaky);
  const isCompared = (id: string): boolean => !flaky.has(id) && !unstable.has(fileOfId(id));
  const now = (outcome: TestCase['outcome']): string[] => idsOf({ tests: [...tests] }, outcome);
  const [passed, allFailed, skipped] = [now('passed'), now('failed'), now('skipped')];

  const failed = minus(
    allFailed.filter((id) => !flaky.has(id)),
    known.failing,
  );
  const before = [...known.passed, ...known.failing].filter(isCompared);
  const executed = [...passed, ...allFailed].filter(isCompared);
  const lost = minus(before, executed);
  const skippedNow = minus(skipped, known.skipped);
  const gone = minus(lost, skippedNow);
  const ids = [...known.passed, ...known.failing, ...known.skipped];
  const isKnown = new Set(ids);
  const more = minus(tests.map(({ id }) => id).filter(isCompared), ids);
  const repeated = more.filter((id) => isKnown.has(id)).sort();
  const fresh = minus(executed, before).filter((id) => !isKnown.has(id));
  const renamed = pairByFile(gone, fresh);
  const passes = (ids: string[], file: string): number =>
    ids.filter((id) => fileOfId(id) === file).length;
  return {
    failed,
    excluded: minus(allFailed, failed),
    newlySkipped: minus(lost, gone),
    missing: minus(
      gone,
      renamed.map(([old]) => old),
    ),
    renamed,
    fewer: known.unstable
      .map((file) => ({ file, before: passes(known.passed, file), now: passes(passed, file) }))
      .filter(({ before: least, now: count }) => count < least),
    repeated,
    added: minus(
      fresh,
      renamed.map(([, name]) => name),
    ),
  };
}
