import { readInvocation } from '../invocation.js';
import { asList, asRecord } from '../json.js';
import type { Package } from './packages.js';
import { foldersUp, isInside, leavesRepository, within } from './paths.js';
import type { Repository } from './repository.js';

const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*|\bmock\s*\(\s*)['"]([^'"\n]+)['"]/g;
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const ENTRY_KEYS: readonly string[] = [
  'main',
  'module',
  'exports',
  'types',
  'typings',
  'browser',
  'bin',
];

/** All module names and paths that a source text imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => specifier);
}

function targetsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const values = Array.isArray(value) ? asList(value) : Object.values(asRecord(value));
  return values.flatMap(targetsIn);
}

/** A path that can only be there once something was built: nothing of its folder is in git. */
export function isOutput(repo: Repository, pkg: Package, path: string): boolean {
  if (leavesRepository(path) || !isInside(path, pkg.dir) || path === pkg.dir) return false;
  const below = path.slice(pkg.dir === '' ? 0 : pkg.dir.length + 1);
  const folder = within(pkg.dir, below.split('/')[0] ?? '');
  return folder !== path && !/node_modules|[*]/.test(folder) && !repo.holdsFiles(folder);
}

const OF_PACKAGE: ReadonlySet<string> = new Set([
  ...['tsd', 'tsd-lite', 'attw', 'publint', 'size-limit', 'bundlesize', 'bundlewatch'],
  ...['api-extractor', 'check-dts', 'pkg-ok', 'package-check', 'es-check'],
]);

/** The tool of a command that looks at the package as it is published; null: it does not. */
export function toolOfPackage(argv: readonly string[]): string | null {
  const { tool } = readInvocation(argv);
  return OF_PACKAGE.has(tool) ? tool : null;
}

/** Whether importing a package by its name reaches files that must be built first. */
export function entryIsBuilt(repo: Repository, pkg: Package): boolean {
  return ENTRY_KEYS.flatMap((key) => targetsIn(pkg.raw[key]))
    .filter((target) => CODE.test(target) || !/\.\w+$/.test(target))
    .some((target) => isOutput(repo, pkg, within(pkg.dir, target)));
}

/** What of a package's own must be built before some of its files can be imported. */
export async function needsOwnBuild(
  repo: Repository,
  pkg: Package,
  files: readonly string[],
): Promise<boolean> {
  for (const file of files) {
    const [folder = ''] = foldersUp(file).slice(1);
    for (const specifier of importsOf(await repo.read(file))) {
      if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
        if (isOutput(repo, pkg, within(folder, specifier))) return true;
      } else if (specifier === pkg.name || specifier.startsWith(`${pkg.name}/`)) {
        if (pkg.name !== '' && entryIsBuilt(repo, pkg)) return true;
      }
    }
  }
  return false;
}
