import { basename } from 'node:path';

/** What the coverage wrappers of Node run; the words before it are theirs. */
const MEASURED: ReadonlySet<string> = new Set([
  ...['jest', 'vitest', 'mocha', '_mocha', 'ava', 'tap', 'playwright', 'node', 'tsx'],
  ...['npm', 'pnpm', 'yarn'],
]);
const NODE_MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const PYTHON_MANAGERS: ReadonlySet<string> = new Set([
  ...['uv', 'poetry', 'pdm', 'hatch', 'rye', 'pipenv'],
]);
/** Flags of wrappers in front of a command that take the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-p', '--package', '--with', '--with-editable', '--with-requirements', '--extra'],
  ...['--no-extra', '--group', '--no-group', '--only-group', '--python', '--env-file', '-e'],
  ...['--env', '--project', '--directory', '-C', '--dir', '--filter', '-F', '--config'],
  ...['--index-url', '--cache-dir', '--config-file', '--exclude-newer', '--color'],
]);

/** Words from the first on that is no flag of the wrapper, nor the value of one. */
function command(words: readonly string[]): string[] {
  let position = 0;
  while (words[position]?.startsWith('-')) {
    if (words[position] === '--') return words.slice(position + 1);
    position += WITH_VALUE.has(words[position] ?? '') ? 2 : 1;
  }
  return words.slice(position);
}

function inNode(args: readonly string[]): string[] | null {
  const [first, ...rest] = command(args);
  return first === 'exec' || first === 'x' ? command(rest) : null;
}

function inPython(args: readonly string[]): string[] | null {
  const [first, ...rest] = command(args);
  if (first !== 'run') return null;
  const [word = '', ...words] = command(rest);
  const module = rest.findIndex((arg) => arg === '-m' || arg === '--module');
  // `uv run -m pytest`; in `uv run pytest -m slow` the flag is pytest's.
  if (module !== -1 && module < rest.length - words.length)
    return ['python', '-m', ...rest.slice(module + 1)];
  // Hatch may name an environment first: `test:pytest`.
  return [word.replace(/^[\w.-]+:/, ''), ...words];
}

/** The packages and flags that gotestsum passes on. */
function inGotestsum(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const named = own.flatMap((arg, at) => (arg === '--packages' ? [own[at + 1] ?? ''] : []));
  const joined = own.flatMap((arg) => /^--packages=(.*)$/.exec(arg)?.[1] ?? []);
  const listed = [...named, ...joined].flatMap((list) => list.split(' '));
  if (end !== -1) return ['go', 'test', ...args.slice(end + 1), ...listed];
  const packages = listed.length > 0 ? listed : args.filter((arg) => arg.startsWith('.'));
  return ['go', 'test', ...(packages.length === 0 ? ['./...'] : packages)];
}

/** What a wrapper such as `npx`, `uv run` or `nyc` runs in the end; null: it is no wrapper. */
export function unwrap(path: string, args: readonly string[]): string[] | null {
  const program = basename(path);
  if (['env', 'cross-env', 'npx', 'bunx', 'uvx'].includes(program)) return command(args);
  if (NODE_MANAGERS.has(program)) return inNode(args);
  if (PYTHON_MANAGERS.has(program)) return inPython(args);
  if (program === 'gotestsum') return inGotestsum(args);
  if (program === 'go' && args[0] === 'run' && /\/gotestsum(?:@|$)/.test(args[1] ?? ''))
    return inGotestsum(args.slice(2));
  if (program !== 'c8' && program !== 'nyc') return null;
  const start = args.findIndex((arg) => MEASURED.has(basename(arg)));
  return start === -1 ? null : args.slice(start);
}
