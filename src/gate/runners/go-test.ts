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
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
};

/** What the events so far tell of a package or of a test in it; no outcome: it has not ended. */
interface Told {
  outcome: RawTest['outcome'] | null;
  output: string[];
}

interface Package extends Told {
  tests: Map<string, Told>;
}

interface Events {
  packages: Map<string, Package>;
  /** Output of failed builds, by the import path that `FailedBuild` names. */
  builds: Map<string, string[]>;
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function take({ packages, builds }: Events, event: Record<string, unknown>): void {
  const [action, output, name] = [event.Action, event.Output, event.Test].map(asText);
  if (action === 'build-output' && output !== undefined)
    entry(builds, asText(event.ImportPath), () => []).push(output);
  const path = asText(event.Package);
  if (path === '') return;
  const pkg = entry(packages, path, () => ({ outcome: null, output: [], tests: new Map() }));
  const told = name ? entry(pkg.tests, name, (): Told => ({ outcome: null, output: [] })) : pkg;
  if (output) told.output.push(output);
  told.outcome = OUTCOMES[action ?? ''] ?? told.outcome;
  const failedBuild = asText(event.FailedBuild);
  if (failedBuild !== '') told.output.push(...(builds.get(failedBuild) ?? []));
}

/** How a test binary ends when not only tests of it failed, and what it says of a late race. */
const ENDED = /^(?:exit status \d+|signal: .*)$/gm;
const LATE_RACE = /^testing: race detected outside of test execution$/m;

/** Whether the package failed for more than its failed tests. */
function failedItself({ output }: Package): boolean {
  const text = output.join('');
  const ended = text.match(ENDED)?.at(-1) ?? 'exit status 1';
  return ended !== 'exit status 1' || LATE_RACE.test(text);
}

function testsOf(path: string, pkg: Package): RawTest[] {
  const tests = [...pkg.tests].map(([name, { outcome, output }]): RawTest => {
    const told = outcome ?? 'failed';
    const end = outcome === null ? 'the process ended before this test did\n' : '';
    const message = told === 'failed' ? `${end}${output.join('')}` : '';
    return { file: '', titles: [path, name], outcome: told, message };
  });
  const isTold = tests.some(({ outcome }) => outcome === 'failed') && !failedItself(pkg);
  if (pkg.outcome !== 'failed' || isTold) return tests;
  const message = pkg.output.join('');
  return [
    ...tests,
    { file: '', titles: [path, '(the package itself)'], outcome: 'failed', message },
  ];
}

function parse(text: string, run: SuiteRun): ParsedReport | null {
  const events: Events = { packages: new Map(), builds: new Map() };
  for (const line of text.split('\n')) {
    const event = line.startsWith('{') ? asRecord(parseJson(line)) : {};
    take(events, event);
  }
  const packages = [...events.packages];
  const isWhole = packages.length > 0 && packages.every(([, { outcome }]) => outcome !== null);
  const isCached = packages.some(([, { output }]) => output.some((o) => /\t\(cached\)/.test(o)));
  if (!isWhole || isCached) return null;
  return makeReport(
    packages.flatMap(([path, pkg]) => testsOf(path, pkg)),
    [],
    run,
  );
}

/** `go test` with its JSON events, never from the cache. */
export const goTest: Runner = {
  id: 'go',
  recognise: ({ tool, args }) => tool === 'go' && args[0] === 'test',
  withReport(invocation) {
    const [subcommand = '', ...all] = invocation.args;
    // What follows belongs to the test binary.
    const end = all.findIndex((arg) => /^--?args$/.test(arg));
    const own = end === -1 ? all : all.slice(0, end);
    const names = ['v', 'json', 'count=', 'cover', 'coverprofile=', 'covermode=', 'coverpkg='];
    const kept = withoutOptions(own, [
      ...names.map((name) => `-${name}`),
      ...names.map((name) => `--${name}`),
    ]);
    const args = [subcommand, '-json', '-count=1', ...kept, ...all.slice(own.length)];
    return { argv: toArgv({ ...invocation, args }), helpers: [], report: { kind: 'stdout' } };
  },
  failedCode: () => 1,
  parse: inOneReport(parse),
  testFilePatterns: ['**/*_test.go', '**/testdata/**'],
};
