import { basename } from 'node:path';
import { chosenPackages, scriptEntry, type Entry } from './entries.js';
import type { ManagerCall } from './manager-options.js';
import { managerCall } from './managers.js';
import type { Package, Packages } from './packages.js';
import { foldersUp, within } from './paths.js';
import type { Repository } from './repository.js';
import { taskFilesIn } from './task-files.js';

/** What names may stand for. */
export interface Sources {
  repo: Repository;
  packages: Packages;
}

/** What a command stands for when it is not the program itself that matters. */
export type Call =
  | { kind: 'entries'; entries: Entry[]; extra: string[] }
  | { kind: 'lines'; lines: string[] }
  | { kind: 'commands'; commands: { argv: string[]; cwd: string }[] }
  | { kind: 'refused'; message: string };

const SEQUENCES: ReadonlySet<string> = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const TASK_PROGRAMS: ReadonlySet<string> = new Set(['make', 'gmake', 'just', 'task']);
const DEFAULT_TARGETS: readonly string[] = ['all', 'default'];

const nothing = (message: string): Call => ({ kind: 'refused', message });

/** The package that a package manager run in a folder works for. */
function packageAround(packages: Packages, cwd: string): Package | null {
  const dir = foldersUp(cwd).find((folder) => packages.at(folder) !== null);
  return dir === undefined ? null : packages.at(dir);
}

function namesMatching(word: string, pkg: Package): string[] {
  if (!word.includes('*')) return [word];
  const pattern = word
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^:]*' : part.replace(/\W/g, '\\$&')))
    .join('');
  return Object.keys(pkg.scripts).filter((name) => new RegExp(`^${pattern}$`).test(name));
}

function scripts(pkg: Package | null, names: string[], extra: string[]): Call {
  if (pkg === null) return nothing('there is no package.json for its scripts');
  const entries = names.map((name) => scriptEntry(pkg, name));
  const missing = names.find((_, index) => entries[index] === null);
  if (missing !== undefined || entries.length === 0)
    return nothing(`package.json has no script "${missing ?? names.join(' ')}"`);
  return { kind: 'entries', entries: entries.filter((entry) => entry !== null), extra };
}

function sequence(args: string[], pkg: Package | null): Call {
  const words = args.filter((arg) => !arg.startsWith('-'));
  return scripts(pkg, pkg === null ? [] : words.flatMap((word) => namesMatching(word, pkg)), []);
}

function concurrently(args: string[], pkg: Package | null): Call {
  const shortcut = /^(?:npm|pnpm|yarn|bun):(.*)$/;
  const lines = args
    .filter((arg) => !arg.startsWith('-') && (/\s/.test(arg) || shortcut.test(arg)))
    .flatMap((arg) => {
      const [, name] = shortcut.exec(arg) ?? [];
      if (name === undefined) return [arg];
      return (pkg === null ? [name] : namesMatching(name, pkg)).map((one) => `npm run ${one}`);
    });
  return { kind: 'lines', lines };
}

const FOLDER_OPTIONS: ReadonlySet<string> = new Set(['-C', '--directory', '-d', '--dir']);

async function targets(
  program: string,
  args: string[],
  cwd: string,
  repo: Repository,
): Promise<Call | null> {
  if (args.some((arg) => /^(?:-f|--file|--makefile|--justfile|--taskfile)\b/.test(arg)))
    return null;
  const isFolder = (index: number) => FOLDER_OPTIONS.has(args[index] ?? '');
  const dir = within(cwd, args.find((_, index) => isFolder(index - 1)) ?? '');
  const words = args.filter((arg, index) => !isFolder(index - 1) && !/^-|=/.test(arg));
  const name = program === 'gmake' ? 'make' : program;
  const file = (await taskFilesIn(repo, dir)).find((found) => found.program === name);
  if (file === undefined) return nothing(`there is no file for ${name} in ${dir || 'the root'}`);
  const names = words.length > 0 ? words : DEFAULT_TARGETS.filter((one) => file.find(one));
  const entries = names.map((one) => file.find(one));
  const missing = names.find((_, index) => entries[index] === null);
  if (missing !== undefined || entries.length === 0)
    return nothing(`${file.path} has no target "${missing ?? ''}"`);
  return { kind: 'entries', entries: entries.filter((entry) => entry !== null), extra: [] };
}

/** What a command stands for: scripts, targets, other commands; null: only for itself. */
export async function callOf(
  words: readonly string[],
  cwd: string,
  { repo, packages }: Sources,
): Promise<Call | null> {
  const [program = '', ...args] = words;
  const tool = basename(program);
  const pkg = packageAround(packages, cwd);
  if (SEQUENCES.has(tool)) return sequence(args, pkg);
  if (tool === 'concurrently') return concurrently(args, pkg);
  if (TASK_PROGRAMS.has(tool)) return targets(tool, args, cwd, repo);
  const measured = words.findIndex((word) => basename(word) === 'coverage');
  if (measured !== -1 && measured <= 2 && words[measured + 1] === 'run') {
    const module = words.indexOf('-m', measured);
    const argv = ['python3', ...words.slice(module)];
    return module === -1 ? null : { kind: 'commands', commands: [{ argv, cwd }] };
  }
  const call = managerCall(words, (name) => pkg !== null && name in pkg.scripts);
  return call === null ? null : followed(call, words, cwd, { packages, pkg });
}

interface Around {
  packages: Packages;
  pkg: Package | null;
}

function followed(
  call: ManagerCall,
  words: readonly string[],
  cwd: string,
  { packages, pkg }: Around,
): Call {
  const { target } = call;
  const isOwn = target.kind === 'own';
  const isRoot = target.kind === 'folder' && target.dir === '/';
  const dir = target.kind === 'folder' && !isRoot ? within(cwd, target.dir) : '';
  const places = target.kind === 'folder' ? ({ kind: 'folder', dir } as const) : target;
  const chosen = isOwn ? [] : chosenPackages(places, cwd, packages);
  const inAll = (argv: string[]): Call => ({
    kind: 'commands',
    commands: isOwn ? [{ argv, cwd }] : chosen.map((one) => ({ argv, cwd: one.dir })),
  });
  if (call.kind === 'program') return inAll(call.argv);
  const { names, extra } = call;
  if (isOwn) return scripts(pkg, names, extra);
  const entries = chosen.flatMap((one) => names.map((name) => scriptEntry(one, name)));
  const found = entries.filter((entry) => entry !== null);
  if (found.length > 0) return { kind: 'entries', entries: found, extra };
  const [program = ''] = words;
  // `pnpm --filter a vitest run` runs a program when there is no such script.
  if (/pnpm$/.test(program) && !words.includes('run') && chosen.length > 0 && names[0] !== 'test')
    return inAll([...names, ...extra]);
  return nothing(`no package has a script "${names.join(' ')}" for ${words.join(' ')}`);
}
