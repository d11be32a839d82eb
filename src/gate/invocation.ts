import { basename } from 'node:path';
import { unwrap } from './wrappers.js';

/** A command taken apart: `env` assignments, how the tool is started, its name, its arguments. */
export interface Invocation {
  env: string[];
  launcher: string[];
  tool: string;
  args: string[];
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const NODE_FLAGS_WITH_VALUE = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
]);

/** File names that say nothing of the tool. */
const NAMELESS = /^(?:cli|bin|index|main|run)$/;

/** The file's name, since `node_modules/typescript/bin/tsc` is tsc; else the package's. */
function toolOf(script: string): string {
  const file = basename(script).replace(/\.[cm]?js$/, '');
  const [, name = file] = /^.*(?:^|\/)node_modules\/@?([^/]+)/.exec(script) ?? [];
  return NAMELESS.test(file) ? name : file;
}

function readNode(program: string, args: string[]): Omit<Invocation, 'env'> {
  if (args.includes('--test')) return { launcher: [program], tool: 'node', args };
  let position = 0;
  while (args[position]?.startsWith('-'))
    position += NODE_FLAGS_WITH_VALUE.has(args[position] ?? '') ? 2 : 1;
  const script = args[position] ?? '';
  return /(?:^|\/)node_modules\//.test(script)
    ? {
        launcher: [program, ...args.slice(0, position + 1)],
        tool: toolOf(script),
        args: args.slice(position + 1),
      }
    : { launcher: [program], tool: 'node', args };
}

const PYTHON_FLAGS_WITH_VALUE = new Set(['-W', '-X', '--check-hash-based-pycs']);

function readPython(program: string, args: string[]): Omit<Invocation, 'env'> {
  let position = 0;
  while (args[position]?.startsWith('-') && !/^-[a-zA-Z]*m$/.test(args[position] ?? ''))
    position += PYTHON_FLAGS_WITH_VALUE.has(args[position] ?? '') ? 2 : 1;
  if (!args[position]?.startsWith('-')) return { launcher: [program], tool: 'python', args };
  return {
    launcher: [program, ...args.slice(0, position + 2)],
    tool: args[position + 1] ?? 'python',
    args: args.slice(position + 2),
  };
}

/** Takes a command apart; wrappers that only find, configure or measure the tool are dropped. */
export function readInvocation(argv: readonly string[], env: readonly string[] = []): Invocation {
  const start = argv.findIndex((word) => !ASSIGNMENT.test(word));
  const assigned = [...env, ...argv.slice(0, start === -1 ? argv.length : start)];
  const [program = '', ...args] = start === -1 ? [] : argv.slice(start);
  const name = basename(program);
  const inner = unwrap(program, args);
  if (inner !== null) return readInvocation(inner, assigned);
  if (name === 'node') return { env: assigned, ...readNode(program, args) };
  if (/^python[\d.]*$/.test(name)) return { env: assigned, ...readPython(program, args) };
  // `cargo +nightly test`.
  const [first = '', ...rest] = args;
  if (name === 'cargo' && first.startsWith('+'))
    return { env: assigned, launcher: [program, first], tool: name, args: rest };
  return { env: assigned, launcher: [program], tool: name, args };
}

/** The argv of a command; assignments are made by `env`, not by a shell. */
export function toArgv({ env, launcher, args }: Omit<Invocation, 'tool'>): string[] {
  return [...(env.length > 0 ? ['env', ...env] : []), ...launcher, ...args];
}

/** A flag to leave out, e.g. `--reporters=[]`; see {@link withoutOptions}. */
const OPTION = /^(?<flag>.+?)(?<open>\*)?(?<value>=(?:\?|bool|\[\])?)?$/;

const camelCase = (flag: string): string =>
  flag.replace(/(?<=\w)-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** How many of the words after a flag are its values; `isJoined`: one stands behind its `=`. */
function valuesOf(value: string | undefined, isJoined: boolean, rest: readonly string[]): number {
  const [next = '-'] = rest;
  if (value === '=[]') {
    const end = rest.findIndex((word) => word.startsWith('-'));
    return end === -1 ? rest.length : end;
  }
  if (value === undefined || isJoined) return 0;
  if (value === '=bool') return /^(?:true|false)$/.test(next) ? 1 : 0;
  return value === '=?' && next.startsWith('-') ? 0 : 1;
}

/**
 * Arguments without some flags, and without their values, which would be taken for test files. What
 * a flag takes stands behind its name: nothing; `=` the next word; `=?` the next word unless it is
 * a flag; `=bool` the next word if it is `true` or `false`; `=[]` all words up to the next flag. The
 * first name that fits counts; with a `*`, as in `--coverage.*=?`, it fits all that begin so. Flags
 * `--in-kebab-case` are those `--inCamelCase`, too.
 */
export function withoutOptions(args: readonly string[], names: readonly string[]): string[] {
  const options = names.map((name) => OPTION.exec(name)?.groups ?? {});
  const kept: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const given = arg.replace(/=.*$/s, '');
    const option = options.find(({ flag = '', open }) =>
      [given, camelCase(given)].some((one) =>
        open === undefined ? one === flag : one.startsWith(flag),
      ),
    );
    if (option === undefined) kept.push(arg);
    else index += valuesOf(option.value, arg.includes('='), args.slice(index + 1));
  }
  return kept;
}
