import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerId } from '../../../src/core/vocabulary.js';
import type { ReportPlace, TestSuite } from '../../../src/gate/gate.js';
import { readInvocation } from '../../../src/gate/invocation.js';
import { runSuite, type SuiteResult } from '../../../src/gate/run-tests.js';
import { freshPlace, openContext } from '../../../src/gate/run-step.js';
import { RUNNERS } from '../../../src/gate/runners/index.js';
import type {
  ParsedReport,
  Reporting,
  SuiteRun,
  TestCase,
} from '../../../src/gate/runners/runner.js';
import { makeFolder } from '../../helpers/git-repo.js';

/** Where a suite runs that is only parsed. */
export const RUN: SuiteRun = {
  workspace: '/w',
  cwd: '',
  outDir: '/out',
  reportDir: '/out/reports/t',
};

/** A suite of a runner. */
export function suiteOf(
  runner: RunnerId,
  argv: readonly string[],
  more: { cwd?: string; report?: ReportPlace } = {},
): TestSuite {
  const { cwd = '', report = null } = more;
  return { name: 'tests', runner, argv: [...argv], cwd, source: 'test', report };
}

/** What a runner makes of a command. */
export function reportingOf(runner: RunnerId, line: string, run: SuiteRun = RUN): Reporting {
  const argv = line.split(' ');
  return RUNNERS[runner].withReport(readInvocation(argv), run, suiteOf(runner, argv));
}

/** What a runner reads in the text of one report. */
export function parsed(runner: RunnerId, text: string, run: SuiteRun = RUN): ParsedReport | null {
  const reports = [{ path: join(run.workspace, 'report'), text }];
  return RUNNERS[runner].parse(reports, run, suiteOf(runner, []));
}

/** Ids by outcome, sorted. */
export function idsBy(report: ParsedReport | null): Record<TestCase['outcome'], string[]> | null {
  if (report === null) return null;
  const ids = (wanted: TestCase['outcome']) =>
    report.tests.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : [])).sort();
  return { passed: ids('passed'), failed: ids('failed'), skipped: ids('skipped') };
}

/** Runs a suite for real in a workspace, in the sandbox of this machine. */
export async function runReal(
  workspace: string,
  suite: TestSuite,
  timeoutMs = 60_000,
): Promise<SuiteResult> {
  const signal = new AbortController().signal;
  const ctx = await openContext({ workspace, outDir: await makeFolder(), signal });
  await freshPlace(ctx);
  const limitOf = () => timeoutMs;
  try {
    return await runSuite(ctx, suite, { network: 'off', home: 'own', limitOf });
  } finally {
    await rm(ctx.outDir, { recursive: true, force: true });
  }
}
