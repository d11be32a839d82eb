import { toArgv, withoutOptions } from '../invocation.js';
import { inOneReport, makeReport, type Runner } from './runner.js';
import { readTap } from './tap-text.js';

/** AVA with TAP on standard output; what the tests print goes to standard error. */
export const ava: Runner = {
  id: 'ava',
  recognise: ({ tool }) => tool === 'ava',
  withReport(invocation) {
    const args = withoutOptions(invocation.args, [
      ...['--tap', '-t', '--verbose', '-v', '--watch', '-w', '--color', '--no-color'],
    ]);
    return {
      argv: toArgv({ ...invocation, args: [...args, '--tap'] }),
      helpers: [],
      report: { kind: 'stdout' },
    };
  },
  failedCode: () => 1,
  parse: inOneReport((text, run) => {
    const tests = readTap(text);
    return tests === null ? null : makeReport(tests, [], run);
  }),
  testFilePatterns: [
    '**/*.test.{js,cjs,mjs,ts,cts,mts}',
    '**/test.{js,cjs,mjs,ts,cts,mts}',
    '**/test-*.{js,cjs,mjs,ts,cts,mts}',
    '**/{test,tests,__tests__}/**/*.{js,cjs,mjs,ts,cts,mts}',
  ],
};
