import {
  flattenCommand,
  flattenScript,
  type FoundCommand,
  type PackageFile,
} from './package-scripts.js';
import { RUNNERS, runnerOf } from '../runners/index.js';
import type { Runner } from '../runners/runner.js';
import { isWriting, redFlag } from './red-flags.js';

/** The test command of a repository: its runner, and what its script runs beside it. */
export interface FoundTests {
  kind: 'found';
  runner: Runner;
  test: string[];
  before: FoundCommand[];
  after: FoundCommand[];
  source: string;
  notes: string[];
}

export interface NotFound {
  kind: 'refused';
  reason: 'no-tests' | 'gate-broken';
  message: string;
}

const SCRIPTS = ['test', 'test:unit', 'test:ci', 'tests', 'unit'];
const PLACEHOLDER = /no test specified/;
export const WAY_OUT =
  'give the command of the test runner itself with --test (gate.test), e.g. --test "npx jest"';
const SUPPORTED = `supported runners: ${Object.keys(RUNNERS).join(', ')}`;

function broken(message: string): NotFound {
  return { kind: 'refused', reason: 'gate-broken', message: `${message}; ${WAY_OUT}` };
}

function select(commands: FoundCommand[], source: string, what: string): FoundTests | NotFound {
  const runners = commands.map(({ argv }) => runnerOf(argv));
  const position = runners.findIndex((runner) => runner !== null);
  const runner = runners[position];
  const command = commands[position];
  if (!runner || command === undefined) return broken(`${what} runs none of the ${SUPPORTED}`);
  const rest = commands.filter((_, index) => index !== position);
  const kept = rest.filter(({ argv }) => !isWriting(argv) && argv[0] !== 'echo');
  const dropped = rest.filter(({ argv }) => isWriting(argv));
  const before = new Set(commands.slice(0, position));
  return {
    kind: 'found',
    runner,
    test: command.argv,
    before: kept.filter((other) => before.has(other)),
    after: kept.filter((other) => !before.has(other)),
    source,
    notes: dropped.map(({ argv }) => `not run, it rewrites files: ${argv.join(' ')}`),
  };
}

/** The command that a user gave: a runner, or a script of `package.json` that leads to one. */
export async function givenTests(
  argv: string[],
  pkg: PackageFile | null,
  workspace: string,
): Promise<FoundTests | NotFound> {
  const flattened = await flattenCommand(pkg, argv, 'test', workspace);
  if (flattened.kind === 'refused') return broken(flattened.message);
  return select(flattened.commands, 'input', `"${argv.join(' ')}"`);
}

/** The test script of `package.json`; null when there is none but npm's placeholder. */
export async function scriptTests(
  pkg: PackageFile,
  workspace: string,
): Promise<FoundTests | NotFound | null> {
  const names = SCRIPTS.filter(
    (name) => !PLACEHOLDER.test(pkg.scripts[name] ?? 'no test specified'),
  );
  let first: NotFound | null = null;
  for (const name of names) {
    const found = await fromScript(pkg, name, workspace);
    if (found.kind === 'found') return found;
    first ??= found;
  }
  return first;
}

async function fromScript(
  pkg: PackageFile,
  name: string,
  workspace: string,
): Promise<FoundTests | NotFound> {
  const what = `the script "${name}" (${pkg.scripts[name] ?? ''})`;
  const flattened = await flattenScript(pkg, name, workspace);
  if (flattened.kind === 'refused') return broken(flattened.message);
  const found = select(flattened.commands, `package.json script "${name}"`, what);
  const flag = found.kind === 'found' ? redFlag(found.test) : null;
  return flag === null ? found : broken(`${what} cannot prove anything: ${flag}`);
}
