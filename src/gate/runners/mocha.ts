import { join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import { RUN_ITSELF, inOneReport, type Runner } from './runner.js';

// Mocha's JSON reporter writes to a file only since version 9.2.
const reporterSource = (reportPath: string): string => `
'use strict';
const { appendFileSync, writeFileSync } = require('node:fs');

function fileOf(test) {
  for (let node = test; node; node = node.parent) if (node.file) return node.file;
  return '';
}

module.exports = class Report {
  constructor(runner) {
    const lines = [];
    const add = (told) => (test, error) => {
      const isLate = told === 'passed' && typeof test.currentRetry === 'function' && test.currentRetry() > 0;
      const outcome = isLate ? 'failed' : told;
      const titles = typeof test.titlePath === 'function' ? test.titlePath() : [test.fullTitle()];
      const message = error ? String(error.stack || error.message || error) : '';
      lines.push({ test: { file: fileOf(test), titles, outcome, message } });
    };
    runner.on('pass', add('passed'));
    runner.on('fail', add('failed'));
    runner.on('pending', add('skipped'));
    runner.on('end', () => {
      lines.push({ end: true });
      writeFileSync(${JSON.stringify(reportPath)}, lines.map((l) => JSON.stringify(l)).join('\\n'));
      // What the tests left running, or a global teardown, may still fail.
      process.on('uncaughtExceptionMonitor', (error) => {
        const message = String((error && error.stack) || error);
        const test = { titles: [${JSON.stringify(RUN_ITSELF)}], outcome: 'failed', message };
        const late = [{ test }, { end: true }].map((l) => '\\n' + JSON.stringify(l)).join('');
        appendFileSync(${JSON.stringify(reportPath)}, late);
      });
    });
  }
};
`;

/** Mocha, with a reporter of ours given on its command line, which wins over its configuration. */
export const mocha: Runner = {
  id: 'mocha',
  recognise: ({ tool }) => tool === 'mocha' || tool === '_mocha',
  withReport(invocation, { reportDir }) {
    const reportPath = join(reportDir, 'report');
    const reporter = join(reportDir, 'mocha-reporter.cjs');
    const args = withoutOptions(invocation.args, [
      ...['--reporter=?', '-R=?', '--reporter-option=[]', '--reporter-options=[]', '-O=[]'],
      ...['--watch=bool', '-w=bool'],
    ]);
    return {
      argv: toArgv({ ...invocation, args: ['--reporter', reporter, ...args] }),
      report: { kind: 'file', path: reportPath },
      helpers: [{ path: reporter, content: reporterSource(reportPath) }],
    };
  },
  failedCode: (failed) => Math.min(failed, 255),
  parse: inOneReport(parseOwnReport),
  testFilePatterns: ['test/*.{js,cjs,mjs}', '**/*.{spec,test}.{js,cjs,mjs,ts,cts,mts}'],
};
