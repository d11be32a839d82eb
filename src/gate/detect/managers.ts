import { basename } from 'node:path';
import { read, targetOf, type ManagerCall, type Read, type Target } from './manager-options.js';
import { lerna, nx, turbo } from './task-runners.js';

const OWN: Target = { kind: 'own' };
const NPM_FLAGS: ReadonlySet<string> = new Set();
const PNPM_FLAGS: ReadonlySet<string> = new Set(['-w', '--parallel']);
const YARN_FLAGS: ReadonlySet<string> = new Set(['-p', '-t', '--parallel']);
const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'add audit cache ci config create dedupe deploy dlx exec i import info init install link list ' +
    'ls node outdated pack patch plugin pm prune publish rebuild remove rm set setup store test ' +
    'unlink up update upgrade version why workspace workspaces x'
  ).split(' '),
);

const afterDashes = (rest: string[]): string[] => (rest[0] === '--' ? rest.slice(1) : rest);
const testName = (name: string): string => (name === 't' || name === 'tst' ? 'test' : name);

function npmTarget(call: Read): Target {
  const found = targetOf(call, ['-w', '--workspace'], ['-ws', '--workspaces'], ['--prefix', '-C']);
  return found.kind === 'named' ? { kind: 'named', patterns: found.patterns.map(asFolder) } : found;
}

function npm(args: readonly string[]): ManagerCall | null {
  const call = read(args, Infinity, NPM_FLAGS);
  const [command = '', ...words] = call.words;
  const target = npmTarget(call);
  if (command === 'exec' || command === 'x') {
    const early = read(args, 2, NPM_FLAGS);
    const argv = [...early.words.slice(1), ...early.rest];
    return { kind: 'program', argv: afterDashes(argv), target };
  }
  const isRun = command === 'run' || command === 'run-script';
  const [name, ...more] = isRun ? words : [testName(command), ...words];
  if (name === undefined || (!isRun && name !== 'test')) return null;
  return { kind: 'scripts', names: [name], extra: [...more, ...call.rest], target };
}

/** A workspace of npm may be given as its folder without `./`. */
const asFolder = (pattern: string): string =>
  pattern.includes('/') && !pattern.startsWith('@') && !pattern.startsWith('./')
    ? `./${pattern}`
    : pattern;

type IsScript = (name: string) => boolean;

function pnpm(args: readonly string[], isScript: IsScript): ManagerCall | null {
  const first = read(args, 1, PNPM_FLAGS);
  const [command = ''] = first.words;
  const inner =
    command === 'run' || command === 'recursive' ? pnpmRun(first.rest) : { ...first, run: false };
  const options = new Map([...first.options, ...inner.options]);
  const both: Read = { options, words: inner.words, rest: inner.rest };
  const isRecursive = command === 'recursive';
  const named = targetOf(both, ['--filter', '-F'], ['-r', '--recursive'], ['-C', '--dir']);
  const isRoot = options.has('-w') || options.has('--workspace-root');
  const target: Target = isRecursive
    ? { kind: 'workspaces' }
    : isRoot
      ? { kind: 'folder', dir: '/' }
      : named;
  return scriptOrProgram(both, inner.run, target, isScript);
}

function pnpmRun(args: readonly string[]): Read & { run: boolean } {
  const call = read(args, 1, PNPM_FLAGS);
  return call.words[0] === 'run' ? { ...pnpmRun(call.rest), run: true } : { ...call, run: true };
}

function scriptOrProgram(
  call: Read,
  run: boolean,
  target: Target,
  isScript: IsScript,
): ManagerCall | null {
  const [word = ''] = call.words;
  const name = run ? word : testName(word);
  if (name === '') return null;
  if (!run && (name === 'exec' || name === 'x'))
    return { kind: 'program', argv: afterDashes(call.rest), target };
  const elsewhere = target.kind !== 'own' && !BUILT_IN.has(name);
  if (run || name === 'test' || isScript(name) || elsewhere)
    return { kind: 'scripts', names: [name], extra: afterDashes(call.rest), target };
  return BUILT_IN.has(name) ? null : { kind: 'program', argv: [name, ...call.rest], target };
}

function yarn(args: readonly string[], isScript: IsScript): ManagerCall | null {
  const call = read(args, 1, YARN_FLAGS);
  const [command] = call.words;
  if (command === 'workspace') {
    const [name = '', ...inner] = call.rest;
    return retarget(
      yarn(inner, () => true),
      { kind: 'named', patterns: [name] },
    );
  }
  if (command === 'workspaces') {
    const inner = read(call.rest, 1, YARN_FLAGS);
    const isForeach = inner.words[0] === 'foreach';
    const each = isForeach ? read(inner.rest, 1, YARN_FLAGS) : inner;
    const words = [...each.words, ...each.rest];
    return retarget(
      yarn(words, () => true),
      { kind: 'workspaces' },
    );
  }
  const target = targetOf(call, [], [], ['--cwd']);
  if (command !== 'run') return scriptOrProgram(call, false, target, isScript);
  const inner = read(call.rest, 1, YARN_FLAGS);
  return scriptOrProgram(inner, isScript(inner.words[0] ?? ''), target, isScript);
}

function retarget(call: ManagerCall | null, target: Target): ManagerCall | null {
  return call === null ? null : { ...call, target };
}

function bun(args: readonly string[], isScript: IsScript): ManagerCall | null {
  const outer = read(args, 1, NPM_FLAGS);
  const isRun = outer.words[0] === 'run';
  const inner = isRun ? read(outer.rest, 1, NPM_FLAGS) : outer;
  const call = { ...inner, options: new Map([...outer.options, ...inner.options]) };
  const target = targetOf(call, ['--filter', '-F'], ['--workspaces'], ['--cwd']);
  const [word = ''] = call.words;
  // `bun test` is bun's own runner, whatever the scripts say.
  if (!isRun && word === 'test' && target.kind === 'own') return null;
  return scriptOrProgram(call, isRun && isScript(word), target, isScript);
}

/**
 * The scripts, and the packages they belong to, that a command such as `pnpm -r test` runs; null
 * when it is no such command. `isScript` knows the scripts of the package that it is run in.
 */
export function managerCall(words: readonly string[], isScript: IsScript): ManagerCall | null {
  const [program = '', ...args] = words;
  switch (basename(program)) {
    case 'npm':
      return npm(args);
    case 'pnpm':
      return pnpm(args, isScript);
    case 'yarn':
    case 'yarnpkg':
      return yarn(args, isScript);
    case 'bun':
      return bun(args, isScript);
    case 'turbo':
      return turbo(args);
    case 'nx':
      return nx(args);
    case 'lerna':
      return lerna(args);
    case 'node': {
      const at = args.indexOf('--run');
      const name = at === -1 ? undefined : args[at + 1];
      if (name === undefined) return null;
      return { kind: 'scripts', names: [name], extra: args.slice(at + 3), target: OWN };
    }
    default:
      return null;
  }
}
