import type { GateContext, GatePlan } from './gate.js';
import { removeLeftovers } from './ignored.js';
import { forgetTree, noteTree, restoreInterrupted } from './interrupted.js';
import { runStatic, type OracleOptions, type StaticRun } from './run-oracle.js';
import { runTests, type TestRun } from './run-tests.js';
import { freshPlace, succeeded, type StepResult } from './run-step.js';
import { rememberTree, restoreTree, type Contents, type TreeState } from './tree-guard.js';

/** One run of the whole oracle; no tests are run after a failed build. */
export interface FullRun {
  statics: StaticRun;
  tests: TestRun | null;
  /** What the oracle wrote, restored or removed again. */
  writes: Contents;
}

/** Where the files lie that a gate call works on: the mounted copy, else the workspace. */
export const filesOf = (ctx: Pick<GateContext, 'workspace' | 'mounted'>): string =>
  ctx.mounted ?? ctx.workspace;

/**
 * Runs `work` on files without what earlier runs left, and puts them back to what they were, whatever
 * happens; if this process is killed, the next call does it first.
 */
export async function keepingTree<T>(
  ctx: GateContext,
  work: (before: TreeState) => Promise<T>,
): Promise<{ result: T; writes: Contents }> {
  const folder = filesOf(ctx);
  await restoreInterrupted(folder);
  await removeLeftovers(folder);
  const before = await rememberTree(folder, ctx.outDir);
  await noteTree(folder, before.tree);
  let writes: Contents = {};
  let result: T;
  try {
    result = await work(before);
  } finally {
    writes = await restoreTree(folder, before);
    await forgetTree(folder);
  }
  return { result, writes };
}

/** Runs every step of the oracle in a fresh place and leaves the workspace as it was. */
export async function runFully(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<FullRun> {
  await freshPlace(ctx);
  const { result, writes } = await keepingTree(ctx, async () => {
    const statics = await runStatic(ctx, plan, options);
    const built = statics.build.every(succeeded);
    return { statics, tests: built ? await runTests(ctx, plan, options) : null };
  });
  return { ...result, writes };
}

/** Every step of a run, in order. */
export function stepsOf({ statics, tests }: Pick<FullRun, 'statics' | 'tests'>): StepResult[] {
  const checked = Object.values(statics.checks).map(({ step }) => step);
  return [...statics.build, ...checked, ...(tests ?? []).map(({ step }) => step)];
}
