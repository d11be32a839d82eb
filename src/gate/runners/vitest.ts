import { toArgv, withoutOptions } from '../invocation.js';
import { parseJestJson } from './jest-json.js';
import type { Runner } from './runner.js';

const WATCHING = ['watch', 'dev'];

/** Vitest, always in run mode. */
export const vitest: Runner = {
  id: 'vitest',
  recognise: ({ tool }) => tool === 'vitest',
  withReport(invocation, reportPath) {
    const kept = withoutOptions(invocation.args, [
      '--reporter=',
      '--outputFile=',
      '--outputFile.*',
      '--coverage*',
      '--watch',
      '-w',
      '--ui',
    ]).filter((arg, index) => index > 0 || !WATCHING.includes(arg));
    const args = kept[0] === 'run' ? kept : ['run', ...kept];
    const flags = ['--reporter=json', `--outputFile=${reportPath}`, '--coverage.enabled=false'];
    return { argv: toArgv({ ...invocation, args: [...args, ...flags] }), helpers: [] };
  },
  parse: parseJestJson,
  testFilePatterns: ['**/*.{test,spec}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}', '**/*.test-d.ts'],
};
