import { basename } from 'node:path';

/** A command taken apart: `env` assignments, how the tool is started, its name, its arguments. */
export interface Invocation {
  env: string[];
  launcher: string[];
  tool: string;
  args: string[];
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const COVERAGE_WRAPPERS = new Set(['c8', 'nyc']);
const WRAPPED = new Set([
  'jest',
  'vitest',
  'mocha',
  '_mocha',
  'node',
  'tsx',
  'npm',
  'pnpm',
  'yarn',
]);
const PYTHON_WRAPPERS = new Set(['uv', 'poetry', 'pdm', 'hatch', 'rye']);
const NODE_FLAGS_WITH_VALUE = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);

function withoutFlags(args: string[]): string[] {
  const start = args.findIndex((arg) => !arg.startsWith('-'));
  return start === -1 ? [] : args.slice(start);
}

/** What a wrapper such as `npx`, `cross-env` or `nyc` runs in the end; null: it is no wrapper. */
function unwrap(program: string, args: string[]): string[] | null {
  const [first, ...rest] = args;
  if (program === 'env' || program === 'cross-env') return args;
  if (program === 'npx' || program === 'bunx') return withoutFlags(args);
  if (program === 'npm' || program === 'pnpm' || program === 'yarn')
    return first === 'exec' || first === 'x' ? withoutFlags(rest) : null;
  if (PYTHON_WRAPPERS.has(program) && first === 'run') return withoutFlags(rest);
  if (!COVERAGE_WRAPPERS.has(program)) return null;
  const start = args.findIndex((arg) => WRAPPED.has(basename(arg)));
  return start === -1 ? null : args.slice(start);
}

function readNode(program: string, args: string[]): Omit<Invocation, 'env'> {
  if (args.includes('--test')) return { launcher: [program], tool: 'node', args };
  let position = 0;
  while (args[position]?.startsWith('-'))
    position += NODE_FLAGS_WITH_VALUE.has(args[position] ?? '') ? 2 : 1;
  const script = args[position] ?? '';
  // The file's name, not the package's: `node_modules/typescript/bin/tsc` is tsc.
  return /(?:^|\/)node_modules\//.test(script)
    ? {
        launcher: [program, ...args.slice(0, position + 1)],
        tool: basename(script).replace(/\.[cm]?js$/, ''),
        args: args.slice(position + 1),
      }
    : { launcher: [program], tool: 'node', args };
}

function readPython(program: string, args: string[]): Omit<Invocation, 'env'> {
  const module = args.indexOf('-m');
  return module === -1
    ? { launcher: [program], tool: 'python', args }
    : {
        launcher: [program, ...args.slice(0, module + 2)],
        tool: args[module + 1] ?? 'python',
        args: args.slice(module + 2),
      };
}

/** Takes a command apart; wrappers that only find, configure or measure the tool are dropped. */
export function readInvocation(argv: readonly string[], env: readonly string[] = []): Invocation {
  const start = argv.findIndex((word) => !ASSIGNMENT.test(word));
  const assigned = [...env, ...argv.slice(0, start === -1 ? argv.length : start)];
  const [program = '', ...args] = start === -1 ? [] : argv.slice(start);
  const name = basename(program);
  const inner = unwrap(name, args);
  if (inner !== null) return readInvocation(inner, assigned);
  if (name === 'node') return { env: assigned, ...readNode(program, args) };
  if (/^python[\d.]*$/.test(name)) return { env: assigned, ...readPython(program, args) };
  return { env: assigned, launcher: [program], tool: name, args };
}

/** The argv of a command; assignments are made by `env`, not by a shell. */
export function toArgv({ env, launcher, args }: Omit<Invocation, 'tool'>): string[] {
  return [...(env.length > 0 ? ['env', ...env] : []), ...launcher, ...args];
}

/**
 * Arguments without some flags. A name that ends in `=` is a flag with a value, given as
 * `--flag=value` or as `--flag value`; one that ends in `*` stands for all that begin so.
 */
export function withoutOptions(args: readonly string[], names: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const flag = arg.replace(/=.*$/s, '');
    const name = names.find((candidate) =>
      candidate.endsWith('*')
        ? flag.startsWith(candidate.slice(0, -1))
        : flag === candidate.replace(/=$/, ''),
    );
    if (name === undefined) kept.push(arg);
    else if (name.endsWith('=') && !arg.includes('=')) index++;
  }
  return kept;
}
