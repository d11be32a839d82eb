import type { TestCase } from './runners/runner.js';
import { fileOfId } from './test-delta.js';

/** A test by its id, and how it ended. */
export type Outcome = Pick<TestCase, 'id' | 'outcome'>;

/** How two runs of the same code differ. */
export interface RunDifference {
  /** Ids that did not end alike, or that only one of the runs has; sorted. */
  unsteady: string[];
  /** Files whose ids differ although as many tests ended each way; sorted. */
  unstable: string[];
}

const MOST_UNSTEADY = 3;
const MOST_UNSTEADY_SHARE = 0.01;

type Tests = ReadonlyMap<string, Outcome[]>;

function grouped(tests: readonly Outcome[], key: (id: string) => string): Tests {
  const groups = new Map<string, Outcome[]>();
  for (const test of tests) {
    const group = groups.get(key(test.id));
    if (group === undefined) groups.set(key(test.id), [test]);
    else group.push(test);
  }
  return groups;
}

const outcomes = (tests: readonly Outcome[] = []): string =>
  tests
    .map(({ outcome }) => outcome)
    .sort()
    .join();

const keysOf = (one: Tests, two: Tests): string[] => [...new Set([...one.keys(), ...two.keys()])];

/** Compares two runs of the same code, as multisets; the ids of `ignored` count for nothing. */
export function compareRuns(
  first: readonly Outcome[],
  second: readonly Outcome[],
  ignored: readonly string[],
): RunDifference {
  const skip = new Set(ignored);
  const byId = (tests: readonly Outcome[]) =>
    grouped(
      tests.filter(({ id }) => !skip.has(id)),
      (id) => id,
    );
  const [one, two] = [byId(first), byId(second)];
  const differing = keysOf(one, two).filter(
    (id) => outcomes(one.get(id)) !== outcomes(two.get(id)),
  );
  const isAsOften = (id: string) => one.get(id)?.length === two.get(id)?.length;
  const loose = differing.filter((id) => !isAsOften(id));
  const byFile = (tests: Tests) =>
    grouped(
      loose.flatMap((id) => tests.get(id) ?? []),
      fileOfId,
    );
  const [left, right] = [byFile(one), byFile(two)];
  const files = keysOf(left, right);
  const unstable = files.filter((file) => outcomes(left.get(file)) === outcomes(right.get(file)));
  const ofLost = loose.filter((id) => !unstable.includes(fileOfId(id)));
  return {
    unsteady: [...differing.filter(isAsOften), ...ofLost].sort(),
    unstable: unstable.sort(),
  };
}

/** Whether more ids differ than can be told apart one by one: three, or one in a hundred. */
export function isTooUnsteady({ unsteady }: RunDifference, total: number): boolean {
  return unsteady.length > Math.max(MOST_UNSTEADY, total * MOST_UNSTEADY_SHARE);
}
