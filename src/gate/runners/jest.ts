import { join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import { FILE_ITSELF, RUN_ITSELF, inOneReport, type Runner } from './runner.js';

/** As `jest --help` has them. */
const REPLACED = [
  ...['--json=bool', '--outputFile=?', '--reporters=[]', '--testResultsProcessor=?', '--ci=bool'],
  ...['--coverage=bool', '--collectCoverage=bool', '--collectCoverageFrom=?', '--no-coverage'],
  ...['--collectCoverageOnlyFrom=[]', '--coverageDirectory=?', '--coverageProvider=?'],
  ...['--coverageReporters=[]', '--coverageThreshold=?', '--coveragePathIgnorePatterns=[]'],
  ...['--watch=bool', '--watchAll=bool', '--watchman=bool', '--no-watchman'],
  ...['--watchPathIgnorePatterns=[]', '--color=bool', '--colors=bool', '--no-color', '--no-colors'],
];

// In-band tests see jest's own process.argv, so our flags must not stand there. What the tests left
// running may fail when the report is written already.
const launcherSource = (command: string, reportPath: string): string => `
'use strict';
const { appendFileSync, existsSync } = require('node:fs');
const { createRequire } = require('node:module');
const { resolve } = require('node:path');

const args = process.argv.slice(2);
const command = resolve(${JSON.stringify(command)});
process.argv.splice(1, Infinity, command);
process.on('uncaughtExceptionMonitor', (error) => {
  const message = String(error?.stack ?? error);
  const test = { titles: [${JSON.stringify(RUN_ITSELF)}], outcome: 'failed', message };
  const lines = [{ test }, { end: true }].map((line) => '\\n' + JSON.stringify(line)).join('');
  if (existsSync(${JSON.stringify(reportPath)})) appendFileSync(${JSON.stringify(reportPath)}, lines);
});
if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'test';
createRequire(command)('jest').run(args);
`;

// Jest's own JSON does not tell the project of a test, nor that it passed at a second try.
const reporterSource = (reportPath: string): string => `
'use strict';
const { writeFileSync } = require('node:fs');

function outcomeOf({ status, invocations }) {
  if (status === 'passed') return invocations > 1 ? 'failed' : 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

module.exports = class Report {
  constructor() {
    this.lines = [];
  }

  onTestResult(test, result) {
    const file = result.testFilePath || test.path;
    const displayName = test.context.config.displayName;
    const project = displayName && (displayName.name || displayName);
    const around = project ? ['[' + project + ']'] : [];
    const tests = result.testResults.map((told) => ({
      file,
      titles: [...around, ...told.ancestorTitles, told.title],
      outcome: outcomeOf(told),
      message: told.failureMessages.join('\\n'),
    }));
    this.lines.push({ file }, ...tests.map((told) => ({ test: told })));
    const isTold = tests.some(({ outcome }) => outcome === 'failed');
    if (!result.testExecError && (isTold || !result.failureMessage)) return;
    const titles = [...around, ${JSON.stringify(FILE_ITSELF)}];
    const message = result.failureMessage || String(result.testExecError);
    this.lines.push({ test: { file, titles, outcome: 'failed', message } });
  }

  onRunComplete(contexts, results) {
    if (results.wasInterrupted) return;
    if (results.runExecError) {
      const message = String(results.runExecError.stack || results.runExecError.message);
      const titles = [${JSON.stringify(RUN_ITSELF)}];
      this.lines.push({ test: { titles, outcome: 'failed', message } });
    }
    writeFileSync(${JSON.stringify(reportPath)}, this.lines.map((l) => JSON.stringify(l)).join('\\n'));
  }
};
`;

// Asked for last of all: before, the global teardown may fail.
const processorSource = (reportPath: string): string => `
'use strict';
const { appendFileSync } = require('node:fs');

module.exports = (results) => {
  if (!results.wasInterrupted) appendFileSync(${JSON.stringify(reportPath)}, '\\n{"end":true}');
  return results;
};
`;

/** Jest, run through its API with a clean `process.argv`. */
export const jest: Runner = {
  id: 'jest',
  recognise: ({ tool }) => tool === 'jest' || tool === 'jest-cli',
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const launcher = join(reportDir, 'jest-launcher.cjs');
    const reporter = join(reportDir, 'jest-reporter.cjs');
    const processor = join(reportDir, 'jest-processor.cjs');
    const command = invocation.launcher.at(-1) ?? 'jest';
    const node = invocation.launcher.slice(0, -1);
    const script = command.includes('/') ? command : `node_modules/.bin/${command}`;
    const args = withoutOptions(invocation.args, REPLACED);
    // Jest takes every word after its reporters for one of them, up to the next flag.
    const flags = ['--reporters=default', `--reporters=${reporter}`, '--ci', '--coverage=false'];
    const quiet = ['--colors=false', '--watchman=false', `--testResultsProcessor=${processor}`];
    return {
      argv: toArgv({
        env: invocation.env,
        launcher: [...(node.length > 0 ? node : ['node']), launcher],
        args: [...args, ...flags, ...quiet],
      }),
      report: { kind: 'file', path: reportPath },
      helpers: [
        { path: launcher, content: launcherSource(script, reportPath) },
        { path: reporter, content: reporterSource(reportPath) },
        { path: processor, content: processorSource(reportPath) },
      ],
    };
  },
  related: (invocation, files) => ({
    ...invocation,
    args: [...invocation.args, '--findRelatedTests', ...files, '--passWithNoTests'],
  }),
  failedCode: () => 1,
  parse: inOneReport(parseOwnReport),
  testFilePatterns: [
    '**/__tests__/**/*.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
    '**/{*.,}{spec,test}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
  ],
};
