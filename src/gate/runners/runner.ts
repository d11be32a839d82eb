import { relative, resolve } from 'node:path';
import type { RunnerId } from '../../core/vocabulary.js';
import type { TestSuite } from '../gate.js';
import type { Invocation } from '../invocation.js';
import { maskVolatile, plainText, withoutFolder, withoutWorkspace } from '../text.js';

/** One executed or skipped test, as the runner's own report tells it. */
export interface TestCase {
  /** `file › full title`, free of what differs from run to run. */
  id: string;
  /** Relative to the workspace; empty where the report does not say. */
  file: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What failed; empty otherwise. */
  message: string;
}

/** A parsed report: its tests and every test file that it names, also those without a test. */
export interface ParsedReport {
  tests: TestCase[];
  files: string[];
}

/** Where one run of a suite happens. */
export interface SuiteRun {
  /** Absolute real path of the workspace, as the suite sees it. */
  workspace: string;
  /** The suite's folder, relative to the workspace; empty: the workspace itself. */
  cwd: string;
  /** Absolute; the folder of ours with HOME and TMPDIR of the suite. */
  outDir: string;
  /** Absolute; a folder of ours, empty before the run. */
  reportDir: string;
}

/** Where the reports of a run are found; what an earlier run left there is taken away before it. */
export type ReportSource =
  | { kind: 'file'; path: string }
  | { kind: 'stdout' }
  /** Standard output and standard error together, in their order. */
  | { kind: 'log' }
  /** Relative to the suite's folder. */
  | { kind: 'glob'; pattern: string };

/** A command that writes a report, and the helper files that it needs. */
export interface Reporting {
  argv: string[];
  helpers: { path: string; content: string }[];
  report: ReportSource;
}

/** One report as it was found: its absolute path and its text. */
export interface ReportText {
  path: string;
  text: string;
}

/** A test runner whose per-test report the gate can read. */
export interface Runner {
  id: RunnerId;
  recognise(invocation: Invocation): boolean;
  /** The same test run with a fresh report. */
  withReport(invocation: Invocation, run: SuiteRun, suite: TestSuite): Reporting;
  /** Only the tests that depend on the files, relative to the suite's folder; null: unknown here. */
  related?(invocation: Invocation, files: readonly string[]): Invocation | null;
  /** The exit code that says so many tests failed and nothing else went wrong. */
  failedCode(failed: number): number;
  /** Null when a report is damaged or incomplete, as after an early exit; never called with none. */
  parse(reports: readonly ReportText[], run: SuiteRun, suite: TestSuite): ParsedReport | null;
  /** Globs of the files that this runner takes for tests unless told otherwise. */
  testFilePatterns: readonly string[];
}

/** A parser of a runner that writes one report in all. */
export function inOneReport(
  parse: (text: string, run: SuiteRun) => ParsedReport | null,
): Runner['parse'] {
  return (reports, run) => parse(reports.map(({ text }) => text).join('\n'), run);
}

/** What a report tells of one test, before its id is made. */
export interface RawTest {
  file: string;
  titles: readonly string[];
  outcome: TestCase['outcome'];
  message?: string;
}

/** Stands for the title of a file that could not be loaded, or in which no test ran. */
export const FILE_ITSELF = '(the file itself)';

/** Stands for the title of what went wrong in no test and in no file. */
export const RUN_ITSELF = '(the run itself)';

/** A path of a report, relative to the workspace; empty: it lies outside, or is not told. */
export function relativeFile(
  file: string,
  { workspace, cwd }: Pick<SuiteRun, 'workspace' | 'cwd'>,
): string {
  const path = file === '' ? '' : relative(workspace, resolve(workspace, cwd, file));
  return path === '..' || path.startsWith('../') ? '' : path;
}

/** Makes report and ids of what a runner told. */
export function makeReport(raw: readonly RawTest[], files: string[], run: SuiteRun): ParsedReport {
  const { workspace, outDir } = run;
  // A scratch copy lies in that folder.
  const isInside = workspace.startsWith(`${outDir}/`);
  const relativeTo = (text: string) => withoutWorkspace(text, workspace);
  const tests = raw.map(({ file, titles, outcome, message = '' }) => {
    const path = relativeFile(file, run);
    const told = plainText(titles.join(' › '));
    const kept = withoutFolder(isInside ? relativeTo(told) : told, outDir);
    const title = maskVolatile(isInside ? kept : relativeTo(kept));
    return {
      id: path === '' ? title : `${path} › ${title}`,
      file: path,
      outcome,
      message: relativeTo(plainText(message)),
    };
  });
  const named = [...tests.map((test) => test.file), ...files.map((f) => relativeFile(f, run))];
  return { tests, files: [...new Set(named)].filter((file) => file !== '').sort() };
}
