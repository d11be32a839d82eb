import type { GateContext, GatePlan } from './gate.js';
import { forgetTree, noteTree, restoreInterrupted } from './interrupted.js';
import {
  runStatic,
  runTests,
  type OracleOptions,
  type StaticRun,
  type TestRun,
} from './run-oracle.js';
import { freshPlace, succeeded, type StepResult } from './run-step.js';
import { rememberTree, restoreTree } from './tree-guard.js';

/** One run of the whole oracle; no tests are run after a failed build. */
export interface FullRun {
  statics: StaticRun;
  tests: TestRun | null;
  /** Paths that the oracle wrote, restored or removed again. */
  writes: string[];
}

/**
 * Runs `work` and puts the workspace's files back to what they were, whatever happens; if this
 * process is killed, the next call does it first.
 */
export async function keepingTree<T>(
  ctx: GateContext,
  work: () => Promise<T>,
): Promise<{ result: T; writes: string[] }> {
  await restoreInterrupted(ctx.workspace);
  const before = await rememberTree(ctx.workspace, ctx.outDir);
  await noteTree(ctx.workspace, before.tree);
  let writes: string[] = [];
  let result: T;
  try {
    result = await work();
  } finally {
    writes = await restoreTree(ctx.workspace, before);
    await forgetTree(ctx.workspace);
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
  const checked = [statics.lint, statics.types, ...statics.checks].flatMap((c) =>
    c ? [c.step] : [],
  );
  return [...statics.build, ...checked, ...(tests ? [tests.step] : [])];
}
