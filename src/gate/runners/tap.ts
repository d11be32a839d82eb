import { toArgv, withoutOptions } from '../invocation.js';
import { FILE_ITSELF, inOneReport, makeReport, type RawTest, type Runner } from './runner.js';
import { readTap } from './tap-text.js';

/** The outermost subtest is the file. */
function inFile({ titles: [file = '', ...titles], ...test }: RawTest): RawTest {
  return { ...test, file, titles: titles.length === 0 ? [FILE_ITSELF] : titles };
}

/** Node-tap; each assertion is a test, so that a file which ends early has fewer of them. */
export const tap: Runner = {
  id: 'tap',
  recognise: ({ tool }) => tool === 'tap',
  withReport(invocation) {
    const args = withoutOptions(invocation.args, [
      ...['--reporter=', '-R=', '--reporter-file=', '--output-file=', '-o='],
      ...[
        '--color',
        '-c',
        '--no-color',
        '-C',
        '--watch',
        '-w',
        '--coverage-report=',
        '--bail',
        '-b',
      ],
      ...['--disable-coverage', '--allow-incomplete-coverage', '--allow-empty-coverage'],
    ]);
    return {
      argv: toArgv({ ...invocation, args: [...args, '--reporter=tap', '--disable-coverage'] }),
      helpers: [],
      report: { kind: 'stdout' },
    };
  },
  failedCode: () => 1,
  parse: inOneReport((text, run) => {
    const tests = readTap(text)?.map(inFile);
    return tests === undefined ? null : makeReport(tests, [], run);
  }),
  testFilePatterns: [
    '**/{test,tests,__tests__}/**/*.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
    '**/{test,tests}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
    '**/*.{test,tests,spec}.{js,jsx,cjs,mjs,ts,tsx,cts,mts}',
  ],
};
