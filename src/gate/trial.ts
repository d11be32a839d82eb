import type { Outcome } from './classify.js';
import type { FullRun } from './full-run.js';
import type { Baseline, GateContext, GatePlan, GateSubject } from './gate.js';
import { judgeStatic, judgeTests, type Problem } from './judge.js';
import { limitsOf, stallLimit } from './limits.js';
import type { OracleOptions } from './run-oracle.js';
import type { TestRun } from './run-tests.js';
import { testDelta, type KnownTests } from './test-delta.js';

/** A change under judgement, and all that it is judged by. */
export interface Trial {
  ctx: GateContext;
  plan: GatePlan;
  baseline: Baseline;
  subject: GateSubject;
  options: OracleOptions;
}

/** How the steps of a candidate are run: as those of the baseline were, in limited time. */
export function oracleOptions(ctx: GateContext, baseline: Baseline): OracleOptions {
  const { network, home, silenceMs } = baseline;
  const limitOf = limitsOf(ctx, baseline);
  const stallOf = (step: string) => stallLimit(silenceMs[step] ?? 0, limitOf(step));
  return { network, home, limitOf, stallOf };
}

/** The commands that decide by running code: build, other commands of the test script, tests. */
export function decidingPlan(plan: GatePlan): GatePlan {
  return { ...plan, checks: plan.checks.filter(({ kind }) => kind === 'script') };
}

/** The plan without the checks that could not run at the baseline, and the suites left out there. */
export function comparablePlan(
  plan: GatePlan,
  { checks, empty }: Pick<Baseline, 'checks' | 'empty'>,
): GatePlan {
  return {
    ...plan,
    tests: plan.tests.filter(({ name }) => !empty.includes(name)),
    checks: plan.checks.filter(({ name }) => checks[name] != null),
  };
}

function symptomsOf(known: KnownTests, problem: Problem | null, tests: TestRun): string[] {
  if (problem?.kind !== 'red') return [];
  if (problem.ids.length === 0) return [`${problem.step}: ${problem.reason}`];
  const reported = tests.flatMap(({ report }) => report?.tests ?? []);
  const { failed, newlySkipped, missing, renamed, repeated } = testDelta(known, reported);
  const gone = [...missing, ...renamed.map(([before]) => before)];
  return [...failed, ...newlySkipped, ...gone, ...repeated];
}

/** What a run of the tests alone showed. */
export function testOutcome(baseline: Baseline, tests: TestRun): Outcome {
  const problem = judgeTests(baseline, tests);
  return { problem, symptoms: symptomsOf(baseline, problem, tests) };
}

/** What a run of build, script and tests showed. */
export function runOutcome({ plan, baseline }: Trial, { statics, tests }: FullRun): Outcome {
  const early = judgeStatic(plan, baseline, statics, []);
  if (early !== null) return { problem: early, symptoms: symptomsOf(baseline, early, []) };
  return tests === null ? { problem: null, symptoms: [] } : testOutcome(baseline, tests);
}
