import { statSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { declaredEntries, IMPLIED, type DeclaredEntry } from './entries.js';
import type { Package } from './packages.js';
import { isCode, isConfiguration, isDeclaration, isUnshipped } from './source-files.js';
import { customarySources, nodeForms, sourceCandidates, type OutputLayout } from './source-of.js';

/** A module whose exports are public, under the name by which a user reaches it. */
export interface EntryModule {
  /** `.`, `./sub`, `bin:name`, or the file's path where the package has no entry. */
  label: string;
  /** Relative to the package. */
  file: string;
}

/** The public modules of a package, and one listing line for each way in. */
export interface EntryPlan {
  modules: EntryModule[];
  lines: string[];
}

type Found = EntryModule & { condition: string };

function expandPattern(entry: DeclaredEntry, pkg: Package, layouts: OutputLayout[]): Found[] {
  const published = pkg.manifest['files'];
  const shipped =
    Array.isArray(published) && published.length > 0
      ? picomatch(published.flatMap((item) => [String(item), `${String(item)}/**`]))
      : () => true;
  const listed = pkg.files.filter((file) => isCode(file) && !isUnshipped(file));
  for (const pattern of [entry.target, ...sourceCandidates(entry.target, layouts)]) {
    const [head = '', tail = ''] = pattern.split('*');
    const found = listed.filter(
      (file) =>
        file.startsWith(head) &&
        file.endsWith(tail) &&
        file.length > head.length + tail.length &&
        (pattern !== entry.target || shipped(file)),
    );
    if (found.length > 0)
      return found.map((file) => ({
        label: entry.subpath.replace('*', file.slice(head.length, file.length - tail.length)),
        file,
        condition: entry.condition,
      }));
  }
  return [];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function resolveOne(
  entry: DeclaredEntry,
  pkg: Package,
  workspace: string,
  layouts: OutputLayout[],
): string | undefined {
  const tracked = new Set(pkg.files);
  const direct = nodeForms(entry.target);
  const custom = ['bin', IMPLIED].includes(entry.condition) ? [] : customarySources(entry.subpath);
  return (
    direct.find((path) => tracked.has(path)) ??
    sourceCandidates(entry.target, layouts).find((path) => tracked.has(path)) ??
    custom.find((path) => tracked.has(path)) ??
    direct.find((path) => isFile(join(workspace, pkg.dir, path)))
  );
}

function modulesOf(
  entry: DeclaredEntry,
  pkg: Package,
  workspace: string,
  layouts: OutputLayout[],
): Found[] {
  if (entry.target.includes('*')) return expandPattern(entry, pkg, layouts);
  const file = resolveOne(entry, pkg, workspace, layouts);
  return file === undefined ? [] : [{ label: entry.subpath, file, condition: entry.condition }];
}

function kindOf(entry: DeclaredEntry, [first]: readonly Found[]): string {
  if (first === undefined) return 'unresolved';
  if (entry.target.includes('*')) return 'pattern';
  if (isDeclaration(entry.target)) return 'types';
  return isCode(first.file) ? 'module' : 'asset';
}

function labelled(found: Found[]): EntryModule[] {
  const firsts = new Map<string, Found>();
  for (const module of found) {
    const key = JSON.stringify([module.label, module.file]);
    if (!firsts.has(key)) firsts.set(key, module);
  }
  const unique = [...firsts.values()];
  return unique.map(({ label, file, condition }) => {
    const alone = unique.filter((other) => other.label === label).length === 1;
    return { label: alone ? label : `${label}(${condition})`, file };
  });
}

function everyModule(pkg: Package): EntryModule[] {
  return pkg.files
    .filter(
      (file) =>
        isCode(file) && !isDeclaration(file) && !isUnshipped(file) && !isConfiguration(file),
    )
    .map((file) => ({ label: file, file }));
}

/**
 * Finds the public modules of a package: its declared entries, each built file mapped to the source
 * that it comes from. A package without an entry that resolves (an application) has every module
 * as an entry, under its path.
 */
export function planEntries(pkg: Package, workspace: string, layouts: OutputLayout[]): EntryPlan {
  const ways = declaredEntries(pkg.manifest)
    .map((entry) => ({ entry, modules: modulesOf(entry, pkg, workspace, layouts) }))
    .filter(({ entry, modules }) => modules.length > 0 || entry.condition !== IMPLIED);
  const lines = ways.map(
    ({ entry, modules }) => `${entry.subpath} entry ${entry.condition}: ${kindOf(entry, modules)}`,
  );
  const modules = labelled(ways.flatMap((way) => way.modules).filter(({ file }) => isCode(file)));
  return { modules: modules.length > 0 ? modules : everyModule(pkg), lines: [...new Set(lines)] };
}
