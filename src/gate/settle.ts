import { join } from 'node:path';
import { classify, classifyCrash, type FlakyBase, type Outcome } from './classify.js';
import type { BaseCopy } from './copies.js';
import { runFully } from './full-run.js';
import type { Baseline, GateContext } from './gate.js';
import { judgeStrays, type Problem, type Red } from './judge.js';
import { usualTestsMs } from './limits.js';
import type { Measurement } from './measure.js';
import { openContext, succeeded } from './run-step.js';
import type { TestRun } from './run-tests.js';
import { idsOf } from './test-delta.js';
import { decidingPlan, runOutcome, testOutcome, type Trial } from './trial.js';

/** A suite of at most so many ms is run on the base also when the candidate is red twice alike. */
const QUICK_MS = 60_000;
const CLEAN_EXIT_TRIES = 2;

/** What stands after all runs, and the run of the tests that it is about. */
export interface Settled {
  problem: Problem | FlakyBase | null;
  tests: TestRun | null;
}

interface Again extends Outcome {
  strays: Problem | null;
  tests: TestRun | null;
}

/** One more run in the shape of the first, with logs of its own. */
async function runAgain(trial: Trial, given: GateContext, name: string): Promise<Again> {
  const ctx = await openContext({ ...given, outDir: join(given.outDir, name) });
  const run = await runFully(ctx, decidingPlan(trial.plan), trial.options);
  const { tests } = run;
  const steps = [...run.statics.build, ...(tests ?? []).map(({ step }) => step)];
  return { ...runOutcome(trial, run), strays: judgeStrays(trial.baseline, steps), tests };
}

/** Whether only accepted flaky tests failed, so that another run may exit with 0. */
function mayExitClean({ flaky }: Baseline, tests: TestRun): boolean {
  const unclean = tests.filter(({ step }) => !succeeded(step));
  const failed = unclean.flatMap(({ report }) => (report === null ? [] : idsOf(report, 'failed')));
  return failed.length > 0 && failed.every((id) => flaky.includes(id));
}

const rerunsOf = (trial: Trial, base: BaseCopy) => ({
  candidate: () => runAgain(trial, trial.ctx, 'again'),
  base: async () => runAgain(trial, await base.context(), 'run'),
});

async function blame(
  trial: Trial,
  base: BaseCopy,
  problem: Red,
  tests: TestRun,
): Promise<Problem | FlakyBase> {
  if (!(await base.isFaithful())) return problem;
  const { plan, baseline } = trial;
  const { symptoms } = testOutcome(baseline, tests);
  return classify(
    { problem, symptoms },
    {
      ...rerunsOf(trial, base),
      isQuick: usualTestsMs(plan, baseline) < QUICK_MS,
      accepted: plan.allowFlaky,
    },
  );
}

/** A process that was only slow to end is left by one run, not by two. */
async function confirmStrays(
  trial: Trial,
  base: BaseCopy,
  problem: Red,
  first: TestRun,
): Promise<Settled> {
  const second = await runAgain(trial, trial.ctx, 'second');
  const tests = second.tests ?? first;
  if (second.problem?.kind === 'red')
    return { problem: await blame(trial, base, second.problem, tests), tests };
  return { problem: second.problem ?? (second.strays === null ? null : problem), tests: first };
}

/** Failures of flaky tests hide what else an exit code says, so a run without them is looked for. */
async function exitClean(trial: Trial, base: BaseCopy, first: TestRun): Promise<Settled> {
  let tests = first;
  for (let tries = 0; tries < CLEAN_EXIT_TRIES; tries += 1) {
    if (!mayExitClean(trial.baseline, tests)) break;
    const { problem, tests: next } = await runAgain(trial, trial.ctx, `clean-${tries + 1}`);
    tests = next ?? tests;
    if (problem?.kind === 'red')
      return { problem: await blame(trial, base, problem, tests), tests };
    if (problem !== null) return { problem, tests };
  }
  return { problem: null, tests };
}

/** Runs the tests again where the first run alone cannot be believed: only to tell whose a red is. */
export async function settle(
  trial: Trial,
  base: BaseCopy,
  { problem, isOfSuite, tests }: Measurement,
): Promise<Settled> {
  if (!isOfSuite || tests === null) return { problem, tests };
  if (problem?.kind === 'could-not-run')
    return { problem: await classifyCrash(problem, rerunsOf(trial, base)), tests };
  if (problem?.reason === 'processes-left') return confirmStrays(trial, base, problem, tests);
  if (problem !== null) return { problem: await blame(trial, base, problem, tests), tests };
  return mayExitClean(trial.baseline, tests)
    ? exitClean(trial, base, tests)
    : { problem: null, tests };
}
