import { join, resolve } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import {
  FILE_ITSELF,
  inOneReport,
  makeReport,
  type ParsedReport,
  type RawTest,
  type Runner,
  type SuiteRun,
} from './runner.js';

const OUTCOMES: Readonly<Record<string, RawTest['outcome']>> = {
  expected: 'passed',
  skipped: 'skipped',
};
/** With these a snapshot that differs is rewritten and its test passes. */
const WRITES_SNAPSHOTS = ['all', 'changed'];

const messageOf = (error: unknown): string =>
  asText(asRecord(error).stack) || asText(asRecord(error).message);

function testsOf(spec: Record<string, unknown>, around: string[]): Omit<RawTest, 'file'>[] {
  return asList(spec.tests)
    .map(asRecord)
    .map((test) => {
      const project = asText(test.projectName);
      const errors = asList(test.results).flatMap((result) => asList(asRecord(result).errors));
      // `flaky`, which is a failure, and `unexpected`.
      const outcome = OUTCOMES[asText(test.status)] ?? 'failed';
      return {
        titles: [...(project === '' ? [] : [`[${project}]`]), ...around, asText(spec.title)],
        outcome,
        message: outcome === 'failed' ? errors.map(messageOf).join('\n') : '',
      };
    });
}

function testsIn(suite: Record<string, unknown>, around: string[], root: string): RawTest[] {
  const own = asList(suite.specs)
    .map(asRecord)
    .flatMap((spec) =>
      testsOf(spec, around).map((test) => ({ ...test, file: resolve(root, asText(spec.file)) })),
    );
  const inner = asList(suite.suites)
    .map(asRecord)
    .flatMap((child) => testsIn(child, [...around, asText(child.title)], root));
  return [...own, ...inner];
}

function parse(text: string, run: SuiteRun): ParsedReport | null {
  const { config, suites, errors, stats } = asRecord(parseJson(text));
  if (!Array.isArray(suites) || typeof stats !== 'object') return null;
  const { rootDir, updateSnapshots } = asRecord(config);
  if (WRITES_SNAPSHOTS.includes(asText(updateSnapshots))) return null;
  const root = asText(rootDir);
  // The outermost suites are the files.
  const tests = suites.map(asRecord).flatMap((suite) => testsIn(suite, [], root));
  const outside = asList(errors).map((error): RawTest => {
    const file = asText(asRecord(asRecord(error).location).file);
    return { file, titles: [FILE_ITSELF], outcome: 'failed', message: messageOf(error) };
  });
  return makeReport([...tests, ...outside], [], run);
}

/** Playwright's test runner. */
export const playwright: Runner = {
  id: 'playwright',
  recognise: ({ tool, args }) => tool === 'playwright' && args[0] === 'test',
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const args = withoutOptions(invocation.args, [
      ...['--reporter=', '--add-reporter=', '--retries=', '--forbid-only', '--headed'],
      ...['--ui', '--ui-host=', '--ui-port=', '--debug=?'],
    ]);
    return {
      argv: toArgv({
        ...invocation,
        env: [...invocation.env, `PLAYWRIGHT_JSON_OUTPUT_NAME=${reportPath}`],
        args: [...args, '--reporter=json', '--retries=0', '--forbid-only'],
      }),
      helpers: [],
      report: { kind: 'file', path: reportPath },
    };
  },
  failedCode: () => 1,
  parse: inOneReport(parse),
  testFilePatterns: ['**/*.{test,spec}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}', '**/*-snapshots/**'],
};
