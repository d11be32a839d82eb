import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkCommand } from './diagnostics.js';
import type { CheckResult, GateContext, GatePlan, Step } from './gate.js';
import { readInvocation } from './invocation.js';
import { RUNNERS } from './runners/index.js';
import type { ParsedReport } from './runners/runner.js';
import { reportsOf, runStep, succeeded, testReportOf, type StepResult } from './run-step.js';

/** How an oracle is run: the same for baseline, candidate and control. */
export interface OracleOptions {
  network: 'on' | 'off';
  /** Time limit of a step in ms. */
  limitOf: (step: string) => number;
}

/** What a step said; `check` is null when its tool failed instead of checking. */
export interface CheckedStep {
  step: StepResult;
  check: CheckResult | null;
}

/** What was run before the tests, as far as it came. */
export interface StaticRun {
  build: StepResult[];
  lint: CheckedStep | null;
  types: CheckedStep | null;
  checks: CheckedStep[];
}

/** The tests' run; `report` is null when none was written in this run, or a damaged one. */
export interface TestRun {
  step: StepResult;
  report: ParsedReport | null;
}

/** Runs the build steps; stops at the first that fails. */
export async function runBuild(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, { argv }] of plan.build.entries()) {
    const name = `build-${index + 1}`;
    const timeoutMs = options.limitOf(name);
    const result = await runStep(ctx, name, argv, { network: options.network, timeoutMs });
    results.push(result);
    if (!succeeded(result)) break;
  }
  return results;
}

async function runCheck(
  ctx: GateContext,
  name: string,
  step: Step,
  options: OracleOptions,
): Promise<CheckedStep> {
  const command = checkCommand(step, join(reportsOf(ctx), `${name}.json`));
  const timeoutMs = options.limitOf(name);
  const result = await runStep(ctx, name, command.argv, { network: options.network, timeoutMs });
  const check = result.ended === 'exited' ? await command.read(result, ctx.workspace) : null;
  return { step: result, check };
}

/** Runs build, lint, types and the plan's other checks; no check runs after a failed build. */
export async function runStatic(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<StaticRun> {
  const build = await runBuild(ctx, plan, options);
  const run: StaticRun = { build, lint: null, types: null, checks: [] };
  if (!build.every(succeeded)) return run;
  if (plan.lint !== null) run.lint = await runCheck(ctx, 'lint', plan.lint, options);
  if (plan.types !== null) run.types = await runCheck(ctx, 'types', plan.types, options);
  for (const [index, check] of plan.checks.entries())
    run.checks.push(await runCheck(ctx, `check-${index + 1}`, check, options));
  return run;
}

/** Runs the tests with a report of their own into a folder that was emptied before. */
export async function runTests(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<TestRun> {
  const runner = RUNNERS[plan.runner];
  const reportPath = testReportOf(ctx);
  await rm(dirname(reportPath), { recursive: true, force: true });
  await mkdir(dirname(reportPath), { recursive: true });
  const reporting = runner.withReport(readInvocation(plan.test.argv), reportPath);
  for (const { path, content } of reporting.helpers) await writeFile(path, content);
  const started = Date.now();
  const timeoutMs = options.limitOf('tests');
  const step = await runStep(ctx, 'tests', reporting.argv, { network: options.network, timeoutMs });
  const fresh = await stat(reportPath).then(
    ({ mtimeMs }) => mtimeMs >= started - 1_000,
    () => false,
  );
  const text = fresh ? await readFile(reportPath, 'utf8') : '';
  return { step, report: fresh ? runner.parse(text, ctx.workspace) : null };
}
