import { ciLines } from './ci.js';
import { scriptEntry } from './entries.js';
import { instructions } from './instructions.js';
import type { Package, Packages } from './packages.js';
import type { QuotedLines } from './quoted-lines.js';
import type { Repository } from './repository.js';
import type { Resolved, Resolver } from './resolve.js';
import { splitCommands } from './shell-words.js';
import { taskFilesIn } from './task-files.js';

/** Where a suggestion stands, highest first. */
export const AUTHORITIES = [
  'instructions',
  'CI files',
  'package scripts',
  'configuration',
  'targets',
] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** Something that a repository says of its tests or checks, followed to plain commands. */
export interface Suggestion {
  authority: Authority;
  /** File and place. */
  source: string;
  /** Words that tell what it is for: names of job, step, script or target. */
  label: string;
  /** The words of the line that stands there; empty where a name leads on. */
  own: readonly string[];
  /** Folder in which it stands. */
  dir: string;
  /** Why its exit code counts for nothing there; null: it counts. */
  flaw: string | null;
  resolved: Resolved;
}

const PLACEHOLDER = /no test specified/;
const TESTS: readonly string[] = ['test', 'test:unit', 'test:ci', 'tests', 'unit', 'check'];
const CHECKS =
  /^(?:lint|eslint|oxlint|biome|check|style|types?|typecheck|type-check|typescript|tsc|format|fmt|prettier)(?:[:._-].*)?$/;
const NO_CHECKS = /watch|staged|test|build|spell|commit|plugin|config/;
const TARGETS: readonly string[] = [
  ...['test', 'tests', 'unit', 'check', 'lint', 'vet', 'typecheck', 'types', 'mypy'],
  ...['format-check', 'fmt-check', 'check-format'],
];

async function fromLines(
  authority: Authority,
  places: readonly QuotedLines[],
  resolver: Resolver,
): Promise<Suggestion[]> {
  const lists = await Promise.all(
    places.map(async ({ source, label, lines, cwd, flaw }) => {
      const resolved = await resolver.lines(lines, cwd);
      return resolved.map((one, index): Suggestion => {
        const split = splitCommands(lines[index] ?? '');
        const own = split.kind === 'ok' ? split.commands.flat().map(({ text }) => text) : [];
        return { authority, source, label, own, dir: cwd, flaw, resolved: one };
      });
    }),
  );
  return lists.flat();
}

/** Whether a script is npm's own "no test specified". */
export const isPlaceholder = (script: string): boolean => PLACEHOLDER.test(script);

async function fromScripts(pkg: Package, names: string[], resolver: Resolver) {
  const file = pkg.dir === '' ? 'package.json' : `${pkg.dir}/package.json`;
  const entries = names.map((name) => scriptEntry(pkg, name)).filter((entry) => entry !== null);
  return Promise.all(
    entries.map(async (entry): Promise<Suggestion> => ({
      authority: 'package scripts',
      source: `${file} script "${entry.name}"`,
      label: entry.name,
      own: [],
      dir: pkg.dir,
      flaw: null,
      resolved: await resolver.entry(entry),
    })),
  );
}

/** Test scripts of a package, the most telling name first. */
export function testScripts(pkg: Package, resolver: Resolver): Promise<Suggestion[]> {
  const names = TESTS.filter((name) => !isPlaceholder(pkg.scripts[name] ?? 'no test specified'));
  return fromScripts(pkg, names, resolver);
}

/** Scripts of a package that lint, format or check types. */
export function checkScripts(pkg: Package, resolver: Resolver): Promise<Suggestion[]> {
  const names = Object.keys(pkg.scripts).filter((n) => CHECKS.test(n) && !NO_CHECKS.test(n));
  return fromScripts(pkg, names, resolver);
}

async function fromTargets(repo: Repository, dir: string, resolver: Resolver) {
  const files = await taskFilesIn(repo, dir);
  const found = files.flatMap((file) =>
    TARGETS.flatMap((name) => {
      const entry = file.find(name);
      return entry === null ? [] : [{ file, entry }];
    }),
  );
  return Promise.all(
    found.map(async ({ file, entry }): Promise<Suggestion> => ({
      authority: 'targets',
      source: `${file.path} target ${entry.name}`,
      label: entry.name,
      own: [],
      dir,
      flaw: null,
      resolved: await resolver.entry(entry),
    })),
  );
}

/** What instructions, CI files and targets say; package scripts are read by package. */
export async function writtenSuggestions(
  repo: Repository,
  dirs: readonly string[],
  resolver: Resolver,
): Promise<Suggestion[]> {
  const folders = [...new Set([...dirs, ''])];
  const [told, ci, targets] = await Promise.all([
    instructions(repo, folders).then((places) => fromLines('instructions', places, resolver)),
    ciLines(repo).then((places) => fromLines('CI files', places, resolver)),
    Promise.all(folders.map((dir) => fromTargets(repo, dir, resolver))),
  ]);
  return [...told, ...ci, ...targets.flat()];
}

/** Every package whose scripts may matter for some folders. */
export function packagesIn(packages: Packages, dirs: readonly string[]): Package[] {
  return [...new Set([...dirs, ''])].map((dir) => packages.at(dir)).filter((pkg) => pkg !== null);
}
