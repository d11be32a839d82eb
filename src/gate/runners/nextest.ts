import { toArgv, withoutOptions } from '../invocation.js';
import { asRecord, asText, parseJson } from '../json.js';
import {
  inOneReport,
  makeReport,
  type ParsedReport,
  type RawTest,
  type Runner,
  type SuiteRun,
} from './runner.js';

const OUTCOMES: Readonly<Record<string, RawTest['outcome']>> = {
  ok: 'passed',
  failed: 'failed',
  ignored: 'skipped',
};

/** `crate::binary$module::test`. */
function rawTest(event: Record<string, unknown>): RawTest[] {
  const outcome = OUTCOMES[asText(event.event)];
  if (event.type !== 'test' || outcome === undefined) return [];
  const message = outcome === 'failed' ? asText(event.stdout) : '';
  return [{ file: '', titles: asText(event.name).split('$'), outcome, message }];
}

function parse(text: string, run: SuiteRun): ParsedReport | null {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  const events = lines.map(parseJson).map(asRecord);
  const ofType = (type: string) => events.filter((event) => event.type === type);
  const started = ofType('test').filter(({ event }) => event === 'started');
  const tests = events.flatMap(rawTest);
  const isWhole = ofType('suite').length > 0 && tests.length === started.length;
  return isWhole ? makeReport(tests, [], run) : null;
}

/** cargo-nextest with the JSON of libtest, which no configuration of a project turns off. */
export const nextest: Runner = {
  id: 'nextest',
  recognise({ tool, args }) {
    const [first, second] = args.filter((arg) => !arg.startsWith('-'));
    return tool === 'cargo' && first === 'nextest' && (second === 'run' || second === 'r');
  },
  withReport(invocation) {
    const end = invocation.args.indexOf('--');
    const own = end === -1 ? invocation.args : invocation.args.slice(0, end);
    const kept = withoutOptions(own, [
      ...['--message-format=', '--message-format-version=', '--color=', '--retries='],
      ...['--fail-fast', '--no-fail-fast', '--max-fail=', '--no-capture', '--nocapture'],
    ]);
    const flags = ['--message-format=libtest-json', '--no-fail-fast', '--retries=0'];
    return {
      argv: toArgv({
        ...invocation,
        env: [...invocation.env, 'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1', 'CARGO_TERM_COLOR=never'],
        args: [...kept, ...flags, ...invocation.args.slice(own.length)],
      }),
      helpers: [],
      report: { kind: 'stdout' },
    };
  },
  failedCode: () => 100,
  parse: inOneReport(parse),
  testFilePatterns: ['**/tests/**', '**/benches/**', '**/*.snap', '**/*.stderr'],
};
