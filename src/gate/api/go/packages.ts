import { posix } from 'node:path';
import type { Texts } from '../language.js';

const SKIPPED_FOLDER = /(^|\/)(internal|testdata|vendor|_[^/]*|\.[^/]*)\//;

/** Whether a path is a Go file that users of a module may compile against. */
export function isGo(path: string): boolean {
  return (
    path.endsWith('.go') && !path.endsWith('_test.go') && !/(^|\/)(testdata|vendor)\//.test(path)
  );
}

/** Whether the packages in a folder can be imported from elsewhere. */
export function isImportable(path: string): boolean {
  return !SKIPPED_FOLDER.test(path);
}

/** Whether a path is that of a module's manifest. */
export function isGoManifest(path: string): boolean {
  return posix.basename(path) === 'go.mod';
}

/** The path by which the package of a file is imported; `/folder` where there is no `go.mod`. */
export function importPath(file: string, texts: Texts): string {
  const folder = posix.dirname(file);
  for (let home = folder; ; home = posix.dirname(home)) {
    const manifest = texts.get(home === '.' ? 'go.mod' : `${home}/go.mod`);
    const module = /^module\s+"?([^\s"]+)/m.exec(manifest ?? '')?.[1];
    const inside = home === '.' ? folder : posix.relative(home, folder);
    const rest = inside === '' || inside === '.' ? '' : `/${inside}`;
    if (module !== undefined) return `${module}${rest}`;
    if (home === '.') return rest === '' ? '/' : rest;
  }
}
