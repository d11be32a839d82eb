import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateContext, GatePlan, TestSuite } from './gate.js';
import { readInvocation } from './invocation.js';
import { accessOf, type OracleOptions } from './run-oracle.js';
import { collectReports, removeReports, type Collected } from './runners/collect.js';
import { RUNNERS } from './runners/index.js';
import { parseReports } from './runners/parse-reports.js';
import type { ParsedReport, SuiteRun } from './runners/runner.js';
import { reportsOf, runStep, type StepResult } from './run-step.js';
import { workspaceSeen } from './step-sandbox.js';

/** One suite's run; `report` is null when none was written in this run, or a damaged one. */
export interface SuiteResult {
  suite: TestSuite;
  step: StepResult;
  report: ParsedReport | null;
  /** What is wrong with the report, for people; absent with a report. */
  unread?: string;
}

/** The tests' run: every suite of the plan, in its order. */
export type TestRun = SuiteResult[];

/** What all suites report together; null when one of them left no report. */
export function reportOf(run: TestRun): ParsedReport | null {
  const reports = run.flatMap(({ report }) => (report === null ? [] : [report]));
  if (reports.length < run.length) return null;
  return {
    tests: reports.flatMap(({ tests }) => tests),
    files: [...new Set(reports.flatMap(({ files }) => files))].sort(),
  };
}

function whyUnread(collected: Collected): string {
  if (collected.kind === 'none') return 'it wrote no report';
  if (collected.kind === 'ok') return 'its report is damaged or incomplete';
  return `its report of ${Math.round(collected.bytes / 1024 / 1024)} MiB is too large to be read`;
}

/** Runs one suite with a report of its own; what earlier runs reported is taken away before. */
export async function runSuite(
  ctx: GateContext,
  suite: TestSuite,
  options: OracleOptions,
): Promise<SuiteResult> {
  const { outDir, signal } = ctx;
  const reportDir = join(reportsOf(ctx), suite.name);
  await rm(reportDir, { recursive: true, force: true });
  await mkdir(reportDir, { recursive: true });
  const workspace = await workspaceSeen(ctx);
  const run: SuiteRun = { workspace, cwd: suite.cwd, outDir, reportDir };
  const reporting = RUNNERS[suite.runner].withReport(readInvocation(suite.argv), run, suite);
  for (const { path, content } of reporting.helpers) await writeFile(path, content);
  const folder = {
    files: join(ctx.mounted ?? ctx.workspace, suite.cwd),
    seen: join(workspace, suite.cwd),
  };
  const old = await removeReports(reporting.report, folder.files);
  const stdout = reporting.report.kind === 'stdout' ? join(reportDir, 'stdout') : undefined;
  const step = await runStep(ctx, suite.name, reporting.argv, {
    ...accessOf(options, suite.name),
    cwd: suite.cwd,
    ...(stdout === undefined ? {} : { stdoutPath: stdout }),
  });
  const collected = await collectReports(reporting.report, folder, step, old);
  const report =
    collected.kind === 'ok'
      ? await parseReports({ reports: collected.reports, run, suite }, signal)
      : null;
  return report === null
    ? { suite, step, report, unread: whyUnread(collected) }
    : { suite, step, report };
}

/** Runs every suite of the plan. */
export async function runTests(
  ctx: GateContext,
  plan: GatePlan,
  options: OracleOptions,
): Promise<TestRun> {
  const results: TestRun = [];
  for (const suite of plan.tests) results.push(await runSuite(ctx, suite, options));
  return results;
}
