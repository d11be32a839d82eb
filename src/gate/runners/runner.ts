import { isAbsolute, relative, resolve } from 'node:path';
import type { RunnerId } from '../../core/vocabulary.js';
import type { Invocation } from '../invocation.js';
import { maskVolatile, plainText, withoutWorkspace } from '../text.js';

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

/** A command that writes a report, and the helper files that it needs. */
export interface Reporting {
  argv: string[];
  helpers: { path: string; content: string }[];
}

/** A test runner whose per-test report the gate can read. */
export interface Runner {
  id: RunnerId;
  recognise(invocation: Invocation): boolean;
  /** The same test run with a report written to `reportPath`; helpers go beside it. */
  withReport(invocation: Invocation, reportPath: string): Reporting;
  /** Null when the report is damaged or incomplete, as after an early exit. */
  parse(report: string, workspace: string): ParsedReport | null;
  /** Globs of the files that this runner takes for tests unless told otherwise. */
  testFilePatterns: readonly string[];
}

/** What a report tells of one test, before its id is made. */
export interface RawTest {
  file: string;
  titles: readonly string[];
  outcome: TestCase['outcome'];
  message?: string;
}

/** Stands for the title of a file that could not be loaded. */
export const FILE_ITSELF = '(the file itself)';

/** A path of a report, relative to the workspace. */
export function relativeFile(file: string, workspace: string): string {
  return isAbsolute(file) ? relative(workspace, resolve(file)) : file;
}

/** Makes report and ids of what a runner told. */
export function makeReport(
  raw: readonly RawTest[],
  files: string[],
  workspace: string,
): ParsedReport {
  const tests = raw.map(({ file, titles, outcome, message = '' }) => {
    const path = relativeFile(file, workspace);
    const title = withoutWorkspace(plainText(titles.join(' › ')), workspace);
    return {
      id: `${path} › ${maskVolatile(title)}`,
      file: path,
      outcome,
      message: withoutWorkspace(plainText(message), workspace),
    };
  });
  const named = [
    ...tests.map((test) => test.file),
    ...files.map((f) => relativeFile(f, workspace)),
  ];
  return { tests, files: [...new Set(named)].filter((file) => file !== '').sort() };
}
