/** Which packages a call of a package manager is for. */
export type Target =
  | { kind: 'own' }
  | { kind: 'folder'; dir: string }
  | { kind: 'workspaces' }
  /** Names, globs of names, or folders beginning with `./`; `!` in front excludes. */
  | { kind: 'named'; patterns: string[] };

/** What a call of a package manager or task runner comes to. */
export type ManagerCall =
  | { kind: 'scripts'; names: string[]; extra: string[]; target: Target }
  /** `pnpm vitest run` is `vitest run`. */
  | { kind: 'program'; argv: string[]; target: Target };

/** The command line of a package manager or task runner, taken apart. */
export interface Read {
  options: Map<string, string[]>;
  words: string[];
  /** What follows `--` or the last of the words. */
  rest: string[];
}

const VALUED: ReadonlySet<string> = new Set([
  ...['-w', '--workspace', '--prefix', '-C', '--dir', '--cwd', '--loglevel', '--filter', '-F'],
  ...['--reporter', '--workspace-concurrency', '--concurrency', '--scope', '--ignore', '-t'],
  ...['--target', '--targets', '-p', '--projects', '--exclude', '--parallel', '-j', '--jobs'],
]);

/** Reads options until `enough` words are found; `flags` are options without a value. */
export function read(args: readonly string[], enough: number, flags: ReadonlySet<string>): Read {
  const result: Read = { options: new Map(), words: [], rest: [] };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') return { ...result, rest: args.slice(index + 1) };
    if (result.words.length >= enough) return { ...result, rest: args.slice(index) };
    if (!arg.startsWith('-')) {
      result.words.push(arg);
      continue;
    }
    const [name = '', attached] = arg.split(/=(.*)/s);
    const isFlag = !VALUED.has(name) || flags.has(name);
    const value = attached ?? (isFlag ? '' : args[++index]) ?? '';
    result.options.set(name, [...(result.options.get(name) ?? []), value]);
  }
  return result;
}

/** All values of an option, under any of its names. */
export const values = ({ options }: Read, ...names: string[]): string[] =>
  names.flatMap((name) => options.get(name) ?? []);

/** The packages that options choose: by name, all, or by their folder. */
export function targetOf(call: Read, names: string[], all: string[], folders: string[]): Target {
  const patterns = values(call, ...names);
  if (patterns.length > 0) return { kind: 'named', patterns };
  if (all.some((name) => call.options.has(name))) return { kind: 'workspaces' };
  const [dir] = values(call, ...folders);
  return dir === undefined ? { kind: 'own' } : { kind: 'folder', dir };
}
