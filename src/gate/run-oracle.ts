import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCommand, versionCommand, type CheckReading } from './diagnostics/index.js';
import type { Check, CheckResult, GateContext, GatePlan } from './gate.js';
import { reportsOf, runStep, succeeded, type StepOptions, type StepResult } from './run-step.js';
import { workspaceSeen } from './step-sandbox.js';

/** How an oracle is run: the same for baseline, candidate and control. */
export interface OracleOptions {
  network: 'on' | 'off';
  home: 'own' | 'real';
  /** Time limit of a step in ms. */
  limitOf: (step: string) => number;
  /** Time without output in ms after which a step is ended; absent: only its time limit counts. */
  stallOf?: (step: string) => number;
}

/** What a step may reach and how long it may take. */
export function accessOf(options: OracleOptions, step: string): StepOptions {
  const { network, home, limitOf, stallOf } = options;
  const access = { network, home, timeoutMs: limitOf(step) };
  return stallOf === undefined ? access : { ...access, stallMs: stallOf(step) };
}

/** A check's step and what it said. */
export interface CheckedStep extends CheckReading {
  step: StepResult;
}

/** What later runs of a check are compared with; null: its tool did not check everything here. */
export function comparableCheck(run: CheckedStep | undefined): CheckResult | null {
  return run?.why === undefined ? (run?.check ?? null) : null;
}

/** What was run before the tests, as far as it came; checks by their name. */
export interface StaticRun {
  build: StepResult[];
  checks: Record<string, CheckedStep>;
}

/** Runs the build steps; stops at the first that fails. */
export async function runBuild(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, { argv, cwd }] of plan.build.entries()) {
    const name = `build-${index + 1}`;
    const result = await runStep(ctx, name, argv, { ...accessOf(options, name), cwd });
    results.push(result);
    if (!succeeded(result)) break;
  }
  return results;
}

async function runCheck(
  ctx: GateContext,
  { name, ...step }: Check,
  options: OracleOptions,
): Promise<CheckedStep> {
  const { cwd } = step;
  const where = { ...accessOf(options, name), cwd };
  const asks = versionCommand(step);
  const version = asks === null ? '' : await outputOf(runStep(ctx, `${name}-version`, asks, where));
  const reportPath = join(reportsOf(ctx), `${name}.report`);
  await rm(reportPath, { force: true });
  const command = checkCommand(step, reportPath, version);
  const { stdoutPath } = command;
  const ownStdout = stdoutPath === undefined ? {} : { stdoutPath };
  const result = await runStep(ctx, name, command.argv, { ...where, ...ownStdout });
  if (result.ended !== 'exited') return { step: result, check: null };
  return { step: result, ...(await command.read(result, await workspaceSeen(ctx))) };
}

async function outputOf(step: Promise<StepResult>): Promise<string> {
  return readFile((await step).logPath, 'utf8');
}

/** Runs the static checks, each whatever the others say. */
export async function runChecks(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<StaticRun['checks']> {
  const checks: StaticRun['checks'] = {};
  for (const check of plan.checks) checks[check.name] = await runCheck(ctx, check, options);
  return checks;
}

/** Runs build and checks; no check runs after a failed build. */
export async function runStatic(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<StaticRun> {
  const build = await runBuild(ctx, plan, options);
  return { build, checks: build.every(succeeded) ? await runChecks(ctx, plan, options) : {} };
}
