import { acceptingOption, listIds } from './accept-ids.js';
import { red, type Fault, type Problem, type Red } from './judge.js';

/** What one run of the tests showed: the clause that does not hold, and all that is wrong by id. */
export interface Outcome {
  problem: Problem | null;
  symptoms: string[];
}

/** How further runs are made, all in the shape of the first. */
export interface Runs {
  candidate: () => Promise<Outcome>;
  base: () => Promise<Outcome>;
  /** Whether the suite is quick enough to run the base also when the candidate is red twice. */
  isQuick: boolean;
  /** Ids that the run accepts as flaky already. */
  accepted: readonly string[];
}

/** Red that is not the change's: the base does the same. */
export interface FlakyBase {
  kind: 'refused';
  reason: 'baseline-flaky';
  message: string;
}

const BASE_RUNS = 3;

const both = (left: readonly string[], right: readonly string[]): string[] =>
  left.filter((one) => right.includes(one));
const without = (left: readonly string[], right: readonly string[]): string[] =>
  left.filter((one) => !right.includes(one));

function flakyBase(symptoms: string[], first: Red, accepted: readonly string[]): FlakyBase {
  const what = `seen on the base commit as well, so no change is to blame:${listIds(symptoms)}`;
  const way =
    first.ids.length > 0
      ? `mend these tests, or leave their outcome out of the judgement with ${acceptingOption('--allow-flaky', symptoms, accepted)}`
      : 'make the suite steady; where it only needs more time, raise gate.timeoutSeconds';
  return { kind: 'refused', reason: 'baseline-flaky', message: `${what}\n${way}` };
}

/** The part of a red that these symptoms are about. */
function narrowed(problem: Red, symptoms: string[]): Red {
  const ids = both(problem.ids, symptoms);
  if (problem.ids.length === 0 || ids.length === problem.ids.length) return problem;
  if (ids.length === 0) return { ...problem, ids: symptoms, evidence: symptoms };
  const kept = problem.ids.map((id) => ids.includes(id));
  return { ...problem, ids, evidence: problem.evidence.filter((_, index) => kept[index]) };
}

/** Runs the base until it has shown every suspect, at most so often. */
async function seenOnBase(
  runs: Runs,
  suspects: string[],
  most: number,
): Promise<string[] | Problem> {
  let seen: string[] = [];
  for (let run = 0; run < most && without(suspects, seen).length > 0; run += 1) {
    const { problem, symptoms } = await runs.base();
    if (problem?.kind === 'could-not-run') return problem;
    seen = [...seen, ...symptoms];
  }
  return both(suspects, seen);
}

/**
 * Tells whose fault a red run of the tests is. It is run again only for that: what was red once is
 * never green. What the base shows as well is not the change's; what only the change shows is, be it
 * each time or now and then.
 */
export async function classify(
  first: Outcome & { problem: Red },
  runs: Runs,
): Promise<Problem | FlakyBase> {
  const second = await runs.candidate();
  if (second.problem?.kind === 'could-not-run') return second.problem;
  const lasting = both(first.symptoms, second.symptoms);
  const suspects = [...new Set([...first.symptoms, ...second.symptoms])];
  const isSteady = lasting.length === suspects.length;
  if (isSteady && !runs.isQuick) return first.problem;
  const seen = await seenOnBase(runs, suspects, isSteady ? 1 : BASE_RUNS);
  if (!Array.isArray(seen)) return isSteady ? first.problem : seen;
  const own = without(suspects, seen);
  if (own.length === 0) return flakyBase(suspects, first.problem, runs.accepted);
  if (both(lasting, own).length > 0) return narrowed(first.problem, both(lasting, own));
  const evidence = ['red in one of two runs, and in none of the base commit:', ...own];
  return red('tests-intermittent', first.problem.step, evidence, {
    ids: both(own, first.problem.ids),
  });
}

/**
 * Tells whether the change makes a suite end by a signal: it did so twice in a row, and the base in
 * the same shape is green. Anything else may be the machine's.
 */
export async function classifyCrash(
  { message, crashed }: Fault,
  { candidate, base }: Pick<Runs, 'candidate' | 'base'>,
): Promise<Problem> {
  const unknown: Problem = { kind: 'could-not-run', message };
  if (crashed === undefined) return unknown;
  const { problem: second } = await candidate();
  if (second?.kind !== 'could-not-run' || second.crashed?.suite !== crashed.suite) return unknown;
  if ((await base()).problem !== null) return unknown;
  const evidence = [`${crashed.what}, twice in a row; the base commit is green`];
  return red('tests-crashed', crashed.suite, evidence);
}
