import { statfs } from 'node:fs/promises';
import { hostSandbox } from '../adapters/sandbox.js';
import type { FlakyBase } from './classify.js';
import { BaseCopy } from './copies.js';
import { filesOf, keepingTree } from './full-run.js';
import type { Baseline, GateContext, GatePlan, GateSubject, GateVerdict } from './gate.js';
import { repositoryState, stateChanges, workspaceState, type GitState } from './git-state.js';
import { greenNotes } from './green-notes.js';
import { judgeSubject } from './integrity.js';
import { red, type Problem } from './judge.js';
import { measure, type Measurement } from './measure.js';
import { digestOf } from './red-digest.js';
import { freshPlace, openContext } from './run-step.js';
import { reportOf } from './run-tests.js';
import { settle, type Settled } from './settle.js';
import { countsOf } from './test-delta.js';
import { comparablePlan, oracleOptions, type Trial } from './trial.js';
import { inTurn } from './turn.js';
import { limited } from './limits.js';

const DISK_FLOOR_BYTES = 16 * 1024 * 1024;

async function isDiskFull(ctx: GateContext): Promise<boolean> {
  const { bavail, bsize } = await statfs(ctx.outDir);
  return bavail * bsize < DISK_FLOOR_BYTES;
}

/** Git's state of the workspace, and of the user's repository where the sandbox does not keep it. */
async function gitStates(ctx: GateContext): Promise<GitState> {
  const own = await workspaceState(filesOf(ctx));
  const { repository } = ctx;
  if (repository === undefined || (await hostSandbox()).tier === 'bwrap') return own;
  const users = Object.entries(await repositoryState(repository));
  return {
    ...own,
    ...Object.fromEntries(users.map(([part, hash]) => [`${part} of ${repository}`, hash])),
  };
}

/** Measures the candidate, and runs more only where that is needed to believe it. */
async function judgeTrial(trial: Trial): Promise<Omit<Measurement, keyof Settled> & Settled> {
  const { ctx, subject } = trial;
  const base = new BaseCopy(ctx, subject);
  try {
    await freshPlace(ctx);
    const { result } = await keepingTree(ctx, (before) => measure(trial, base, before));
    return { ...result, ...(await settle(trial, base, result)) };
  } finally {
    await base.remove();
  }
}

function nextBaseline(
  baseline: Baseline,
  { statics, api }: Pick<Measurement, 'statics' | 'api'>,
): Baseline {
  const checks = Object.entries(statics.checks).map(([name, { check }]) => [name, check] as const);
  return { ...baseline, api, checks: { ...baseline.checks, ...Object.fromEntries(checks) } };
}

async function verdictOf(
  trial: Trial,
  problem: Problem | FlakyBase,
  measured: Pick<Measurement, 'statics' | 'tests'> | null,
): Promise<GateVerdict> {
  if (problem.kind === 'refused') return problem;
  if (problem.kind === 'could-not-run') return { kind: problem.kind, message: problem.message };
  if (await isDiskFull(trial.ctx)) return { kind: 'could-not-run', message: 'the disk is full' };
  const { reason, step, guard } = problem;
  return { kind: 'red', reason, step, guard, digest: await digestOf(trial, problem, measured) };
}

async function judgeCandidate(trial: Trial): Promise<GateVerdict> {
  const { ctx, baseline, subject } = trial;
  const policy = judgeSubject(subject);
  if (policy !== null) return verdictOf(trial, policy, null);
  const before = await gitStates(ctx);
  const measured = await judgeTrial(trial);
  const changes = stateChanges(before, await gitStates(ctx));
  if (changes.length > 0)
    return verdictOf(trial, red('git-changed', 'integrity', changes), measured);
  const { problem, tests, notes } = measured;
  if (problem !== null) return verdictOf(trial, problem, measured);
  const report = tests === null ? null : reportOf(tests);
  return {
    kind: 'green',
    counts: report === null ? baseline.counts : countsOf(report),
    baseline: nextBaseline(baseline, measured),
    notes: [...notes, ...greenNotes(baseline, tests ?? [])],
  };
}

/**
 * Judges the change that stands in the workspace against the baseline, and leaves its files as
 * they were. Green carries the baseline for the next change: new API, no old diagnostics back.
 */
export async function runGate(
  given: GateContext,
  whole: GatePlan,
  baseline: Baseline,
  subject: GateSubject,
): Promise<GateVerdict> {
  const plan = comparablePlan(whole, baseline);
  const ctx = limited(await openContext(given), plan);
  const options = oracleOptions(ctx, baseline);
  return inTurn(ctx, () => judgeCandidate({ ctx, plan, baseline, subject, options }));
}
