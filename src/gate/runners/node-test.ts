import { join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import { FILE_ITSELF, RUN_ITSELF, inOneReport, type Runner } from './runner.js';

// The built-in JUnit reporter does not name the file of a test.
const REPORTER = `
import { resolve } from 'node:path';

// Beside a failed test, an error that no test awaits is told by nothing else.
const LATE = /generated asynchronous activity after the test ended.*would have caused/s;

const line = (value) => JSON.stringify(value) + '\\n';

function outcomeOf(type, data) {
  if (data.skip !== undefined && data.skip !== false) return 'skipped';
  if (data.todo !== undefined && data.todo !== false) return 'skipped';
  return type === 'test:pass' ? 'passed' : 'failed';
}

export default async function* report(events) {
  const paths = new Map();
  const withTests = new Set();
  for await (const { type, data } of events) {
    const file = data?.file ?? '';
    // Why a file could not be loaded is told nowhere else.
    if (type === 'test:stderr') process.stderr.write(data.message);
    if (type === 'test:diagnostic' && LATE.test(data.message)) {
      const titles = [file === '' ? '${RUN_ITSELF}' : '${FILE_ITSELF}'];
      yield line({ test: { file, titles, outcome: 'failed', message: data.message } });
    }
    if (type === 'test:start') {
      const path = paths.get(file) ?? [];
      path.length = data.nesting;
      path[data.nesting] = data.name;
      paths.set(file, path);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isFile = data.nesting === 0 && file !== '' && resolve(data.name) === file;
    const error = data.details?.error;
    const isGroup = isFile || data.details?.type === 'suite';
    if (isFile) yield line({ file });
    else withTests.add(file);
    // It holds no tests, or one of them ended the process with 0 and took its report along.
    const isSilent = isFile && type === 'test:pass' && !withTests.has(file);
    if (isSilent) yield line({ test: { file, titles: ['${FILE_ITSELF}'], outcome: 'skipped' } });
    if (isGroup && (type === 'test:pass' || error?.failureType === 'subtestsFailed')) continue;
    const parents = (paths.get(file) ?? []).slice(0, data.nesting);
    const titles = isFile ? ['${FILE_ITSELF}'] : [...parents, data.name];
    const cause = error?.cause ?? error;
    const message = type === 'test:fail' ? String(cause?.stack ?? cause ?? '') : '';
    yield line({ test: { file, titles, outcome: outcomeOf(type, data), message } });
  }
  yield line({ end: true });
}
`;

/** Node's own test runner, also started through tsx. */
export const nodeTest: Runner = {
  id: 'node:test',
  recognise: ({ tool, args }) => (tool === 'node' || tool === 'tsx') && args.includes('--test'),
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const reporter = join(reportDir, 'node-test-reporter.mjs');
    const args = withoutOptions(invocation.args, [
      ...['--test-reporter=', '--test-reporter-destination=', '--test-rerun-failures='],
      ...['--experimental-test-coverage', '--test-coverage*=', '--watch', '--watch-path='],
      '--watch-preserve-output',
    ]);
    const flags = [`--test-reporter=${reporter}`, `--test-reporter-destination=${reportPath}`];
    return {
      argv: toArgv({ ...invocation, args: [...flags, ...args] }),
      report: { kind: 'file', path: reportPath },
      helpers: [{ path: reporter, content: REPORTER }],
    };
  },
  failedCode: () => 1,
  parse: inOneReport(parseOwnReport),
  testFilePatterns: [
    '**/*.test.{js,cjs,mjs,ts,cts,mts}',
    '**/*[-_]test.{js,cjs,mjs,ts,cts,mts}',
    '**/test-*.{js,cjs,mjs,ts,cts,mts}',
    '**/test.{js,cjs,mjs,ts,cts,mts}',
    '**/test/**/*.{js,cjs,mjs,ts,cts,mts}',
  ],
};
