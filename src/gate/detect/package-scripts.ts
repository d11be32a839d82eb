import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asRecord, asText, parseJson } from '../json.js';
import { expandWords } from './expand.js';
import { splitCommands } from './shell-words.js';

const DEEPEST = 8;
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const SEQUENCES = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const OTHER_PACKAGES = /^(?:-w|-ws|-r|-C|--workspaces?|--filter|--prefix|--recursive|--cwd)(?:=|$)/;

/** What detection needs of a `package.json`. */
export interface PackageFile {
  scripts: Record<string, string>;
  raw: Record<string, unknown>;
}

/** One command of a script, and the script that it stands in. */
export interface FoundCommand {
  argv: string[];
  via: string;
}

export type Flattened =
  { kind: 'ok'; commands: FoundCommand[] } | { kind: 'refused'; message: string };

const refused = (message: string): Flattened => ({ kind: 'refused', message });

/** Reads the workspace's `package.json`; null when there is none that can be read. */
export async function readPackage(workspace: string): Promise<PackageFile | null> {
  const text = await readFile(join(workspace, 'package.json'), 'utf8').catch(() => '');
  const value = parseJson(text);
  if (value === undefined) return null;
  const raw = asRecord(value);
  const scripts = Object.entries(asRecord(raw.scripts)).map(([k, v]) => [k, asText(v)] as const);
  return { raw, scripts: Object.fromEntries(scripts) };
}

interface Reference {
  names: string[];
  extra: string[];
}

/** The scripts that a command such as `npm run x -- y` or `run-s a b` stands for, if it does. */
export function scriptReference(argv: readonly string[], pkg: PackageFile): Reference | null {
  const [program = '', ...rest] = argv;
  const separator = rest.indexOf('--');
  const own = separator === -1 ? rest : rest.slice(0, separator);
  const words = own.filter((word) => !word.startsWith('-'));
  const extra = separator === -1 ? [] : rest.slice(separator + 1);
  const tool = basename(program);
  if (SEQUENCES.has(tool)) return { names: words.flatMap((w) => matching(w, pkg)), extra: [] };
  if (!PACKAGE_MANAGERS.has(tool) || own.some((word) => OTHER_PACKAGES.test(word))) return null;
  const [first = '', second] = words;
  if (first === 'run' || first === 'run-script')
    return second === undefined ? null : { names: [second], extra: [...words.slice(2), ...extra] };
  const alias = first === 't' || first === 'tst' ? 'test' : first;
  const isScript = alias === 'test' || (tool !== 'npm' && alias in pkg.scripts);
  return isScript ? { names: [alias], extra: [...words.slice(1), ...extra] } : null;
}

function matching(word: string, pkg: PackageFile): string[] {
  if (!word.endsWith('*')) return [word];
  return Object.keys(pkg.scripts).filter((name) => name.startsWith(word.slice(0, -1)));
}

/** All commands that a script runs, references to other scripts and `pre`/`post` ones followed. */
export async function flattenScript(
  pkg: PackageFile,
  name: string,
  workspace: string,
  depth = 0,
): Promise<Flattened> {
  const script = pkg.scripts[name];
  if (script === undefined) return refused(`package.json has no script "${name}"`);
  if (depth > DEEPEST) return refused(`the script "${name}" calls itself`);
  const split = splitCommands(script);
  if (split.kind === 'refused')
    return refused(`the script "${name}" (${script}) needs a shell for ${split.found}`);
  const commands: FoundCommand[] = [];
  const append = async (flattened: Promise<Flattened>): Promise<Flattened> => {
    const part = await flattened;
    if (part.kind === 'ok') commands.push(...part.commands);
    return part;
  };
  const follow = (other: string) => append(flattenScript(pkg, other, workspace, depth + 1));
  if (`pre${name}` in pkg.scripts) {
    const before = await follow(`pre${name}`);
    if (before.kind === 'refused') return before;
  }
  for (const words of split.commands) {
    const argv = await expandWords(words, workspace);
    const part = await append(flattenCommand(pkg, argv, name, workspace, depth));
    if (part.kind === 'refused') return part;
  }
  if (`post${name}` in pkg.scripts) {
    const after = await follow(`post${name}`);
    if (after.kind === 'refused') return after;
  }
  return { kind: 'ok', commands };
}

/** The commands behind one command: itself, or those of the scripts that it calls. */
export async function flattenCommand(
  pkg: PackageFile | null,
  argv: string[],
  via: string,
  workspace: string,
  depth = 0,
): Promise<Flattened> {
  const reference = pkg === null ? null : scriptReference(argv, pkg);
  if (pkg === null || reference === null) return { kind: 'ok', commands: [{ argv, via }] };
  const commands: FoundCommand[] = [];
  for (const name of reference.names) {
    const part = await flattenScript(pkg, name, workspace, depth + 1);
    if (part.kind === 'refused') return part;
    commands.push(...part.commands);
  }
  const last = commands.at(-1);
  if (last !== undefined) last.argv = [...last.argv, ...reference.extra];
  return { kind: 'ok', commands };
}
