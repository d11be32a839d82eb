import { homedir } from 'node:os';
import { hostSandbox } from '../adapters/sandbox.js';
import {
  flakyProblem,
  problemOf,
  type BaselineProblem,
  type RunProblem,
} from './baseline-problem.js';
import { describeBaseline, mergeBaseline, testsOf } from './describe-baseline.js';
import { suiteHome } from './environment.js';
import { filesOf, runFully, type FullRun } from './full-run.js';
import type { Baseline, BaselineResult, GateContext, GatePlan } from './gate.js';
import { rememberIgnored, removeLeftovers } from './ignored.js';
import { restoreInterrupted } from './interrupted.js';
import { limited, unmeasuredLimits } from './limits.js';
import { accessOf, type OracleOptions } from './run-oracle.js';
import { freshPlace, logTail, openContext, runStep, succeeded } from './run-step.js';
import { climb, needsIn, rungsOf, type Rung, type Tried } from './rungs.js';
import { toldSilence } from './silent-step.js';
import { comparablePlan } from './trial.js';
import { inTurn } from './turn.js';
import { compareRuns, isTooUnsteady, type Outcome } from './two-runs.js';
import { noteOnWriting, writingChecks } from './writing-checks.js';

/** One run on a rung of the ladder, and what is wrong with it. */
interface Attempt extends Tried {
  run: FullRun;
  problem: RunProblem | null;
}

async function setUp(ctx: GateContext, plan: GatePlan): Promise<BaselineProblem | null> {
  const folder = filesOf(ctx);
  await restoreInterrupted(folder);
  await removeLeftovers(folder);
  const unready = await runSetup(ctx, plan);
  if (unready === null) await rememberIgnored(folder);
  return unready;
}

async function runSetup(ctx: GateContext, plan: GatePlan): Promise<BaselineProblem | null> {
  if (plan.setup === null) return null;
  await freshPlace(ctx);
  const { argv, cwd } = plan.setup;
  const options = { network: 'on', home: 'own', ...unmeasuredLimits(ctx) } as const;
  const step = await runStep(ctx, 'setup', argv, { ...accessOf(options, 'setup'), cwd });
  if (succeeded(step)) return null;
  const message =
    step.ended === 'stalled'
      ? await toldSilence(step)
      : `setup (${argv.join(' ')}) failed:\n${await logTail(step)}`;
  return { kind: 'refused', reason: 'gate-broken', message };
}

/** Makes the workspace ready for suites without measuring one; null: it is. */
export async function prepareOracle(
  given: GateContext,
  plan: GatePlan,
): Promise<BaselineProblem | null> {
  const ctx = limited(await openContext(given), plan);
  return inTurn(ctx, () => setUp(ctx, plan));
}

function optionsOn(ctx: GateContext, { network, home }: Rung): OracleOptions {
  return { network, home, ...unmeasuredLimits(ctx) };
}

async function attempt(ctx: GateContext, plan: GatePlan, rung: Rung): Promise<Attempt> {
  const run = await runFully(ctx, plan, optionsOn(ctx, rung));
  const problem = await problemOf(ctx, plan, run);
  const homes = { own: suiteHome(ctx), real: homedir() };
  const needs = needsIn(problem?.output ?? '', homes, [ctx.workspace, ctx.outDir]);
  const told = problem?.problem.kind === 'refused' ? problem.problem.reason : '';
  const failure =
    problem === null ? null : JSON.stringify([told, problem.step, ...problem.failing]);
  return { rung, run, problem, needs, failure };
}

/** The ids that fail in one of two runs but not in the other. */
function disagreement(one: Attempt, two: Attempt): string[] {
  const [left, right] = [one.problem?.failing ?? [], two.problem?.failing ?? []];
  return [
    ...left.filter((id) => !right.includes(id)),
    ...right.filter((id) => !left.includes(id)),
  ].sort();
}

/** `red` are the problems of those of the two runs that were not green. */
function flaky(
  plan: GatePlan,
  ids: string[],
  total: number,
  red: readonly BaselineProblem[],
): BaselineProblem {
  if (ids.length > 0)
    return flakyProblem(plan, ids, isTooUnsteady({ unsteady: ids, unstable: [] }, total));
  const how = red.length > 1 ? 'red in two ways' : 'one was green, the other was not';
  const told = red.map(({ message }) => message).join('\n');
  const message = `two runs of the base commit disagree, ${how}: ${told}`;
  return { kind: 'refused', reason: 'baseline-flaky', message };
}

function flakyRuns(plan: GatePlan, one: Attempt, two: Attempt): BaselineProblem {
  const red = [one, two].flatMap(({ problem }) => (problem === null ? [] : [problem.problem]));
  return flaky(plan, disagreement(one, two), testsOf(two.run).tests.length, red);
}

/** Runs on one rung after the other until one is green, or it is clear that none will be. */
async function climbLadder(ctx: GateContext, plan: GatePlan): Promise<Attempt | BaselineProblem> {
  const rungs = rungsOf(await hostSandbox());
  const tried: Attempt[] = [];
  for (;;) {
    const next = climb(rungs, tried);
    if (next.kind === 'run') {
      const made = await attempt(ctx, plan, next.rung);
      if (made.problem?.mayHelp === false) return made.problem.problem;
      tried.push(made);
      continue;
    }
    const [first] = tried;
    const chosen = next.kind === 'flaky' ? tried.at(-1) : tried[next.index];
    if (first === undefined || chosen === undefined) throw new Error('no rung was tried');
    if (next.kind === 'flaky') return flakyRuns(plan, first, chosen);
    return chosen.problem?.problem ?? chosen;
  }
}

function notesOnRung({ rung: { network, home } }: Attempt, networkOff: boolean): string[] {
  return [
    ...(network === 'on' && networkOff
      ? ['the suite is red without network, so it runs with network']
      : []),
    ...(home === 'real'
      ? ["the suite is red with an empty HOME, so it sees the user's: read-only, no credentials"]
      : []),
  ];
}

async function measured(
  ctx: GateContext,
  plan: GatePlan,
  green: Attempt,
  noted: string[],
): Promise<BaselineResult> {
  const { networkOff } = await hostSandbox();
  const baseline = await describeBaseline(ctx, plan, green.run, green.rung);
  const notes = [...notesOnRung(green, networkOff), ...noted, ...baseline.notes];
  return { kind: 'ok', baseline: { ...baseline, notes } };
}

/**
 * Runs the full oracle on the base commit with as little network and HOME as it is green with, and
 * leaves the workspace as it was. One run is enough when it is green; {@link confirmBaseline} makes
 * the second. Refused when it is red, flaky, empty, or cannot run at all.
 */
export async function measureBaseline(given: GateContext, plan: GatePlan): Promise<BaselineResult> {
  const ctx = limited(await openContext(given), plan);
  return inTurn(ctx, async () => {
    const unready = await setUp(ctx, plan);
    if (unready !== null) return unready;
    const green = await climbLadder(ctx, plan);
    if ('kind' in green) return green;
    const writing = await writingChecks(ctx, plan, green.run, optionsOn(ctx, green.rung));
    if (writing.length === 0) return measured(ctx, plan, green, []);
    const checks = plan.checks.filter((check) => !writing.includes(check));
    // Its tests ran on what the check wrote.
    const again = await attempt(ctx, { ...plan, checks }, green.rung);
    if (again.problem !== null) return again.problem.problem;
    return measured(ctx, { ...plan, checks }, again, writing.map(noteOnWriting));
  });
}

/** What the baseline's tests did, one entry each. */
function outcomesOf({ passed, failing, skipped }: Baseline): Outcome[] {
  const all = (ids: string[], outcome: Outcome['outcome']) => ids.map((id) => ({ id, outcome }));
  return [...all(passed, 'passed'), ...all(failing, 'failed'), ...all(skipped, 'skipped')];
}

/**
 * Runs the full oracle a second time in the shape of the first, and gives the baseline of both.
 * Refused where the two disagree; ids that only change their names are compared by counts.
 */
export async function confirmBaseline(
  given: GateContext,
  plan: GatePlan,
  baseline: Baseline,
): Promise<BaselineResult> {
  const ctx = limited(await openContext(given), plan);
  return inTurn(ctx, async () => {
    const run = await runFully(ctx, comparablePlan(plan, baseline), optionsOn(ctx, baseline));
    const red = await problemOf(ctx, plan, run);
    if (red?.mayHelp === false) return red.problem;
    const before = outcomesOf(baseline);
    const difference = compareRuns(before, testsOf(run).tests, plan.allowFlaky);
    const { unsteady } = difference;
    if (red !== null) {
      const ids = red.failing.length > 0 ? unsteady : [];
      return flaky(plan, ids, before.length, [red.problem]);
    }
    if (unsteady.length > 0)
      return flakyProblem(plan, unsteady, isTooUnsteady(difference, before.length));
    return { kind: 'ok', baseline: await mergeBaseline(baseline, plan, run, difference) };
  });
}
