/**
 * The public API of Go as its text declares it: what the packages of a workspace export, `main` and
 * `internal` ones left out. Types of other packages are named by their import path.
 */
import { posix } from 'node:path';
import { GO_GRAMMAR } from './go/grammar.js';
import { packageName, readPackage } from './go/package.js';
import { importPath, isGo, isGoManifest, isImportable } from './go/packages.js';
import { GoLister } from './go/symbols.js';
import { readSources, type LanguageLister, type Texts } from './language.js';
import type { Source } from './syntax/source.js';

function list(texts: Texts): string[] {
  const listed = (path: string): boolean => isGo(path) && isImportable(path);
  const { sources, unlisted } = readSources(texts, listed, 'go', GO_GRAMMAR);
  const packages = new Map<string, Source[]>();
  for (const source of sources) {
    const name = packageName(source);
    const key = `${posix.dirname(source.path)} ${name}`;
    if (name !== 'main') packages.set(key, [...(packages.get(key) ?? []), source]);
  }
  const symbols = [...packages.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const path = importPath(first.path, texts);
    return new GoLister(readPackage(path, [first, ...more])).list();
  });
  return [...unlisted, ...symbols];
}

/** Lists the public API of Go. */
export const GO_LISTER: LanguageLister = {
  name: 'Go',
  isSource: isGo,
  isManifest: isGoManifest,
  list,
};
