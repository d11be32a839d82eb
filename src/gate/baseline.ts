import { hostSandbox } from '../adapters/sandbox.js';
import { listApi } from './api/index.js';
import { brokenRun, listIds, problemOf, type BaselineProblem } from './baseline-problem.js';
import { runFully, stepsOf, type FullRun } from './full-run.js';
import type { Baseline, BaselineResult, CheckResult, GateContext, GatePlan } from './gate.js';
import { restoreInterrupted } from './interrupted.js';
import { minus, union } from '../core/multiset.js';
import type { CheckedStep } from './run-oracle.js';
import { freshPlace, logTail, openContext, runStep, succeeded } from './run-step.js';
import { countsOf, idsOf } from './test-delta.js';
import { testFiles } from './test-files.js';

const LONGEST_MS = 2 * 60 * 60_000;

interface Measured {
  first: FullRun;
  second: FullRun;
  network: 'on' | 'off';
  notes: string[];
}

async function setUp(ctx: GateContext, plan: GatePlan): Promise<BaselineProblem | null> {
  if (plan.setup === null) return null;
  await freshPlace(ctx);
  const timeoutMs = ctx.timeoutMs ?? LONGEST_MS;
  const step = await runStep(ctx, 'setup', plan.setup.argv, { network: 'on', timeoutMs });
  if (succeeded(step)) return null;
  const message = `setup (${plan.setup.argv.join(' ')}) failed:\n${await logTail(step)}`;
  return { kind: 'refused', reason: 'gate-broken', message };
}

/** Ids that did not end alike in two runs of the same code. */
function unsteady(first: FullRun, second: FullRun): string[] {
  const [one, two] = [first.tests?.report, second.tests?.report];
  if (!one || !two) return [];
  const outcomes = (['passed', 'failed', 'skipped'] as const).flatMap((outcome) => {
    const [left, right] = [idsOf(one, outcome), idsOf(two, outcome)];
    return [...minus(left, right), ...minus(right, left)];
  });
  return [...new Set(outcomes)].sort();
}

/** Red twice alike is red; red once, or otherwise red, is flaky. */
function redOrFlaky(first: FullRun, second: FullRun, red: BaselineProblem): BaselineProblem {
  const ids = unsteady(first, second);
  if (ids.length === 0 || red.kind !== 'refused' || red.reason === 'gate-broken') return red;
  const message = `two runs of the base commit disagree on ${ids.length} tests:${listIds(ids)}`;
  return { kind: 'refused', reason: 'baseline-flaky', message };
}

async function measure(ctx: GateContext, plan: GatePlan): Promise<Measured | BaselineProblem> {
  const { networkOff } = await hostSandbox();
  const limitOf = () => ctx.timeoutMs ?? LONGEST_MS;
  const run = (network: 'on' | 'off') => runFully(ctx, plan, { network, limitOf });
  const offline = networkOff ? 'off' : 'on';
  const first = await run(offline);
  const broken = await brokenRun(first);
  if (broken !== null) return broken;
  const problem = await problemOf(ctx, plan, first);
  if (problem === null) {
    const second = await run(offline);
    const red = await problemOf(ctx, plan, second);
    const failed = red ?? steadyOrNull(first, second);
    if (failed !== null) return redOrFlaky(first, second, failed);
    return { first, second, network: offline, notes: [] };
  }
  if (problem.kind === 'refused' && problem.reason === 'no-tests') return problem;
  const second = await run('on');
  const again = await problemOf(ctx, plan, second);
  if (again !== null) return redOrFlaky(first, second, again);
  if (offline === 'on') return redOrFlaky(first, second, problem);
  const third = await run('on');
  const failed = (await problemOf(ctx, plan, third)) ?? steadyOrNull(second, third);
  if (failed !== null) return redOrFlaky(second, third, failed);
  const notes = ['the suite is red without network, so it runs with network'];
  return { first: second, second: third, network: 'on', notes };
}

function steadyOrNull(first: FullRun, second: FullRun): BaselineProblem | null {
  return unsteady(first, second).length === 0
    ? null
    : { kind: 'refused', reason: 'baseline-flaky', message: '' };
}

function mergeChecks(one: CheckedStep | null, two: CheckedStep | null): CheckResult | null {
  if (!one?.check || !two?.check) return null;
  return {
    code: Math.max(one.check.code, two.check.code),
    diagnostics: union(one.check.diagnostics, two.check.diagnostics).sort(),
  };
}

async function noteOf(run: CheckedStep | null, merged: CheckResult | null): Promise<string[]> {
  if (run === null || merged?.code === 0) return [];
  const { argv } = run.step;
  const what = `${run.step.name} (${argv.join(' ')})`;
  if (merged === null)
    return [`${what} does not run here and is left out: ${await logTail(run.step, 200)}`];
  const count = merged.diagnostics.length;
  return [`${what} is red on the base commit: only new diagnostics count (${count} now)`];
}

function slowest(runs: FullRun[]): Record<string, number> {
  const slow: Record<string, number> = {};
  for (const { name, ms } of runs.flatMap(stepsOf)) slow[name] = Math.max(slow[name] ?? 0, ms);
  return slow;
}

async function describe(
  ctx: GateContext,
  plan: GatePlan,
  { first, second, network, notes }: Measured,
): Promise<Baseline> {
  const report = first.tests?.report ?? { tests: [], files: [] };
  const lint = mergeChecks(first.statics.lint, second.statics.lint);
  const types = mergeChecks(first.statics.types, second.statics.types);
  const checks = first.statics.checks.map((check, index) =>
    mergeChecks(check, second.statics.checks[index] ?? null),
  );
  const matching = await testFiles(plan, ctx.workspace, ctx.signal);
  const { workspace, outDir, signal } = ctx;
  return {
    counts: countsOf(report),
    passed: idsOf(report, 'passed'),
    skipped: idsOf(report, 'skipped'),
    testFiles: [...new Set([...report.files, ...matching])].sort(),
    stepMs: slowest([first, second]),
    lint,
    types,
    checks,
    api: await listApi({ workspace, outDir, signal }),
    writes: [...new Set([...first.writes, ...second.writes])].sort(),
    notes: [
      ...notes,
      ...(await noteOf(first.statics.lint, lint)),
      ...(await noteOf(first.statics.types, types)),
      ...(
        await Promise.all(first.statics.checks.map((c, i) => noteOf(c, checks[i] ?? null)))
      ).flat(),
    ],
    sandbox: (await hostSandbox()).tier,
    network,
  };
}

/**
 * Runs the full oracle twice on the base commit, without network where that works, and leaves the
 * workspace as it was. Refused when it is red, flaky, empty, or cannot run at all.
 */
export async function measureBaseline(given: GateContext, plan: GatePlan): Promise<BaselineResult> {
  const ctx = await openContext(given);
  await restoreInterrupted(ctx.workspace);
  const unready = await setUp(ctx, plan);
  if (unready !== null) return unready;
  const measured = await measure(ctx, plan);
  if ('kind' in measured) return measured;
  return { kind: 'ok', baseline: await describe(ctx, plan, measured) };
}
