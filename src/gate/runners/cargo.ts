import { toArgv, withoutOptions } from '../invocation.js';
import { plainText } from '../text.js';
import { readCargoText } from './cargo-text.js';
import { inOneReport, makeReport, type Runner } from './runner.js';

/** Whatever the project's configuration says, what is read must be printed. */
const TERMINAL = ['CARGO_TERM_QUIET=false', 'CARGO_TERM_VERBOSE=false', 'CARGO_TERM_COLOR=never'];

const isTest = (arg: string | undefined): boolean => arg === 'test' || arg === 't';

/** `cargo test`, read from what it prints: its JSON is for nightly compilers only. */
export const cargo: Runner = {
  id: 'cargo',
  recognise: ({ tool, args }) =>
    tool === 'cargo' && isTest(args.find((arg) => !arg.startsWith('-'))),
  withReport(invocation) {
    const end = invocation.args.indexOf('--');
    const own = end === -1 ? invocation.args : invocation.args.slice(0, end);
    const ofTests = end === -1 ? [] : invocation.args.slice(end + 1);
    const kept = withoutOptions(own, [
      ...['-q', '--quiet', '-v', '-vv', '--verbose', '--color=', '--message-format='],
      ...['--no-fail-fast', '--no-run'],
    ]);
    const passed = withoutOptions(ofTests, [
      ...['-q', '--quiet', '--format=', '--color=', '--logfile=', '--report-time', '--ensure-time'],
      ...['--nocapture', '--no-capture', '--show-output', '-Z=', '--list'],
    ]);
    const args = [...kept, '--no-fail-fast', ...(passed.length === 0 ? [] : ['--', ...passed])];
    return {
      argv: toArgv({ ...invocation, env: [...invocation.env, ...TERMINAL], args }),
      helpers: [],
      report: { kind: 'log' },
    };
  },
  failedCode: () => 101,
  parse: inOneReport((text, run) => {
    const tests = readCargoText(plainText(text));
    return tests === null ? null : makeReport(tests, [], run);
  }),
  testFilePatterns: ['**/tests/**', '**/benches/**', '**/*.snap', '**/*.stderr'],
};
