import { dirname, join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseOwnReport } from './own-report.js';
import type { Runner } from './runner.js';

// Mocha's JSON reporter writes to a file only since version 9.2.
const reporterSource = (reportPath: string): string => `
'use strict';
const { writeFileSync } = require('node:fs');

function fileOf(test) {
  for (let node = test; node; node = node.parent) if (node.file) return node.file;
  return '';
}

module.exports = class Report {
  constructor(runner) {
    const lines = [];
    const add = (outcome) => (test, error) => {
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
    });
  }
};
`;

/** Mocha, with a reporter of ours given on its command line, which wins over its configuration. */
export const mocha: Runner = {
  id: 'mocha',
  recognise: ({ tool }) => tool === 'mocha' || tool === '_mocha',
  withReport(invocation, reportPath) {
    const reporter = join(dirname(reportPath), 'mocha-reporter.cjs');
    const args = withoutOptions(invocation.args, [
      '--reporter=',
      '-R=',
      '--reporter-option=',
      '--reporter-options=',
      '-O=',
      '--watch',
      '-w',
    ]);
    return {
      argv: toArgv({ ...invocation, args: ['--reporter', reporter, ...args] }),
      helpers: [{ path: reporter, content: reporterSource(reportPath) }],
    };
  },
  parse: parseOwnReport,
  testFilePatterns: ['test/*.{js,cjs,mjs}', '**/*.{spec,test}.{js,cjs,mjs,ts,cts,mts}'],
};
