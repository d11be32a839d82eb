import { relative } from 'node:path';
import type { BaseCopy } from './copies.js';
import type { GateContext, GatePlan, TestSuite } from './gate.js';
import { readInvocation, toArgv } from './invocation.js';
import { red, type Red } from './judge.js';
import { runBuild, type OracleOptions } from './run-oracle.js';
import { RUNNERS } from './runners/index.js';
import { runTests, type TestRun } from './run-tests.js';
import { freshPlace, succeeded } from './run-step.js';
import { testDelta, type KnownTests } from './test-delta.js';
import type { Trial } from './trial.js';

const SUFFIX = '-related';

/** Whether a step of this name ran only related tests. */
export const isRelated = (step: string): boolean => step.endsWith(SUFFIX);

function relatedSuite(suite: TestSuite, files: readonly string[]): TestSuite[] {
  const inside = files
    .filter((file) => suite.cwd === '' || file.startsWith(`${suite.cwd}/`))
    .map((file) => relative(suite.cwd, file));
  if (inside.length === 0) return [];
  const invocation = RUNNERS[suite.runner].related?.(readInvocation(suite.argv), inside) ?? null;
  if (invocation === null) return [];
  return [{ ...suite, name: `${suite.name}${SUFFIX}`, argv: toArgv(invocation) }];
}

/** The plan with only the tests that depend on some files; null: no runner of it knows them. */
export function relatedPlan(plan: GatePlan, files: readonly string[]): GatePlan | null {
  const tests = plan.tests.flatMap((suite) => relatedSuite(suite, files));
  return tests.length === 0 ? null : { ...plan, tests };
}

/** Runs a plan of {@link relatedPlan}, each suite in the limits of the whole one. */
export function runRelated(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<TestRun> {
  const { network, home } = options;
  const limitOf = (step: string) => options.limitOf(step.replace(SUFFIX, ''));
  return runTests(ctx, plan, { network, home, limitOf });
}

function failedIn(known: KnownTests, run: TestRun): string[] {
  return testDelta(
    known,
    run.flatMap(({ report }) => report?.tests ?? []),
  ).failed;
}

async function failedOnBase(
  { baseline, options }: Trial,
  plan: GatePlan,
  ctx: GateContext,
): Promise<string[] | null> {
  await freshPlace(ctx);
  if (!(await runBuild(ctx, plan, options)).every(succeeded)) return null;
  return failedIn(baseline, await runRelated(ctx, plan, options));
}

/** What the related tests said, when it is final. */
export interface RelatedRed {
  problem: Red;
  tests: TestRun;
}

/**
 * Runs the related tests first: those that fail twice, and not on the base in the same shape, are
 * red at once. Anything else says nothing, for what a runner calls related can lack tests. `restore`
 * takes back what a run wrote.
 */
export async function relatedRed(
  trial: Trial,
  base: BaseCopy,
  restore: () => Promise<unknown>,
): Promise<RelatedRed | null> {
  const { ctx, baseline, options, subject } = trial;
  const plan = subject.relatedFirst ? relatedPlan(trial.plan, subject.files) : null;
  if (plan === null) return null;
  const run = async (): Promise<TestRun> => {
    const tests = await runRelated(ctx, plan, options);
    await restore();
    return tests;
  };
  const first = await run();
  const failed = failedIn(baseline, first);
  if (failed.length === 0) return null;
  const again = failedIn(baseline, await run());
  const lasting = failed.filter((id) => again.includes(id));
  if (lasting.length === 0) return null;
  if (!(await base.isFaithful())) return null;
  const before = await failedOnBase(trial, plan, await base.context());
  const ids = lasting.filter((id) => before?.includes(id) === false);
  if (ids.length === 0) return null;
  const step = first.find(({ report }) => report?.tests.some(({ id }) => id === ids[0]));
  return { problem: red('tests-failed', step?.suite.name ?? 'tests', ids, { ids }), tests: first };
}
