import { dirname, join } from 'node:path';
import { toArgv, withoutOptions } from '../invocation.js';
import { parseJestJson } from './jest-json.js';
import type { Runner } from './runner.js';

// In-band tests see jest's own process.argv, so our flags must not stand there.
const launcherSource = (command: string): string => `
'use strict';
const { createRequire } = require('node:module');
const { resolve } = require('node:path');

const args = process.argv.slice(2);
const command = resolve(${JSON.stringify(command)});
process.argv.splice(1, Infinity, command);
if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = 'test';
createRequire(command)('jest').run(args);
`;

/** Jest, run through its API with a clean `process.argv`. */
export const jest: Runner = {
  id: 'jest',
  recognise: ({ tool }) => tool === 'jest' || tool === 'jest-cli',
  withReport(invocation, reportPath) {
    const launcher = join(dirname(reportPath), 'jest-launcher.cjs');
    const command = invocation.launcher.at(-1) ?? 'jest';
    const node = invocation.launcher.slice(0, -1);
    const script = command.includes('/') ? command : `node_modules/.bin/${command}`;
    const args = withoutOptions(invocation.args, [
      '--json',
      '--outputFile=',
      '--ci',
      '--coverageDirectory=',
      '--coverageProvider=',
      '--coverageReporters=',
      '--coverageThreshold=',
      '--collectCoverageFrom=',
      '--coverage*',
      '--collectCoverage*',
      '--watch*',
      '--color*',
    ]);
    const flags = ['--ci', '--json', `--outputFile=${reportPath}`, '--coverage=false'];
    const quiet = ['--colors=false', '--watchman=false'];
    return {
      argv: toArgv({
        env: invocation.env,
        launcher: [...(node.length > 0 ? node : ['node']), launcher],
        args: [...args, ...flags, ...quiet],
      }),
      helpers: [{ path: launcher, content: launcherSource(script) }],
    };
  },
  parse: parseJestJson,
  testFilePatterns: [
    '**/__tests__/**/*.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
    '**/{*.,}{spec,test}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
  ],
};
