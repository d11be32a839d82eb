import { read, values, type ManagerCall, type Target } from './manager-options.js';

/** `turbo run test --filter=a`. */
export function turbo(args: readonly string[]): ManagerCall | null {
  const call = read(args, Infinity, new Set(['-p', '-t', '--parallel']));
  const names = call.words[0] === 'run' ? call.words.slice(1) : call.words;
  const patterns = values(call, '--filter', '-F');
  const target: Target = patterns.length > 0 ? { kind: 'named', patterns } : { kind: 'workspaces' };
  return names.length === 0 ? null : { kind: 'scripts', names, extra: call.rest, target };
}

const commaSeparated = (lists: string[]): string[] => lists.flatMap((list) => list.split(','));

/** `nx run-many -t test`, `nx test a`, `nx run a:test`. */
export function nx(args: readonly string[]): ManagerCall | null {
  const call = read(args, Infinity, new Set(['--parallel']));
  const [command = '', ...words] = call.words;
  if (command === 'run-many' || command === 'affected') {
    const names = commaSeparated(values(call, '-t', '--target', '--targets')).concat(words);
    const projects = commaSeparated(values(call, '-p', '--projects'));
    const target: Target =
      projects.length > 0 ? { kind: 'named', patterns: projects } : { kind: 'workspaces' };
    return names.length === 0 ? null : { kind: 'scripts', names, extra: call.rest, target };
  }
  const [project = '', name = ''] =
    command === 'run' ? (words[0] ?? '').split(':') : [words[0], command];
  if (project === '' || name === '') return null;
  const target: Target = { kind: 'named', patterns: [project] };
  return { kind: 'scripts', names: [name], extra: call.rest, target };
}

/** `lerna run test --scope a`. */
export function lerna(args: readonly string[]): ManagerCall | null {
  const call = read(args, 2, new Set(['--parallel']));
  const [command, name] = call.words;
  if (command !== 'run' || name === undefined) return null;
  const patterns = values(read(args, Infinity, new Set(['--parallel'])), '--scope');
  const target: Target = patterns.length > 0 ? { kind: 'named', patterns } : { kind: 'workspaces' };
  return { kind: 'scripts', names: [name], extra: [], target };
}
