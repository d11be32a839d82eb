import { filesOf } from './full-run.js';
import { judgeWrites, removeNewLocked, trackedIn, type WriteRules } from './integrity.js';
import { judgeStatic, type Problem } from './judge.js';
import { runBuild, runChecks, type StaticRun } from './run-oracle.js';
import { succeeded } from './run-step.js';
import { newSuppressions } from './suppressions.js';
import { treeNow, writesBetween, type TreeState } from './tree-guard.js';
import { comparablePlan, type Trial } from './trial.js';

/** What was found before any test ran, and the tree on which the tests run. */
export interface StaticStage {
  problem: Problem | null;
  statics: StaticRun;
  tree: string;
  rules: WriteRules;
  /** New files at locked places that were taken away again. */
  removed: string[];
}

async function runOnce(trial: Trial, before: TreeState): Promise<StaticStage> {
  const { ctx, baseline, subject, options } = trial;
  const folder = filesOf(ctx);
  const plan = comparablePlan(trial.plan, baseline);
  const isTracked = await trackedIn(folder, subject);
  const rules = { subject, learned: baseline.writes, isTracked };
  const suppressions = await newSuppressions(folder, subject.files);

  const build = await runBuild(ctx, plan, options);
  const built = build.length === 0 ? before.tree : await treeNow(folder, before);
  const checks = build.every(succeeded) ? await runChecks(ctx, plan, options) : {};
  const checked = plan.checks.length === 0 ? built : await treeNow(folder, before);

  const statics = { build, checks };
  const problem =
    judgeStatic(plan, baseline, statics, suppressions) ??
    judgeWrites('build', await writesBetween(folder, before.tree, built), rules) ??
    judgeWrites('checks', await writesBetween(folder, built, checked), rules);
  const written = await writesBetween(folder, before.tree, checked);
  const removed = await removeNewLocked(folder, written, rules);
  const tree = removed.length === 0 ? checked : await treeNow(folder, before);
  return { problem, statics, tree, rules, removed };
}

/**
 * Runs build and checks. A step that did not end in time is given a second chance: what it then says
 * is said by its exit code and diagnostics, which do not depend on luck as tests do.
 */
export async function runStaticStage(trial: Trial, before: TreeState): Promise<StaticStage> {
  const first = await runOnce(trial, before);
  const { problem } = first;
  if (problem?.kind !== 'red' || problem.reason !== 'step-timeout') return first;
  return runOnce(trial, before);
}
