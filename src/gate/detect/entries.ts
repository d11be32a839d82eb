import picomatch from 'picomatch';
import type { Target } from './manager-options.js';
import type { Package, Packages } from './packages.js';

/** A named list of command lines: a package script, or a target of a Makefile and the like. */
export interface Entry {
  name: string;
  /** As a person calls it, e.g. `the script "test"`. */
  what: string;
  /** Folder in which its lines run. */
  cwd: string;
  parts: readonly Part[];
  /** Another entry of the same file. */
  sibling(name: string): Entry | null;
}

/** A line of an entry, or another one of the same file that runs at this point. */
export type Part = { line: string; ignoresFailure: boolean } | { sibling: string };

const line = (text: string): Part => ({ line: text, ignoresFailure: false });

/** A package's script with its `pre` and `post` ones; null when there is none of that name. */
export function scriptEntry(pkg: Package, name: string): Entry | null {
  const script = pkg.scripts[name];
  if (script === undefined) return null;
  const around = (hook: string): Part[] =>
    `${hook}${name}` in pkg.scripts ? [{ sibling: `${hook}${name}` }] : [];
  const place = pkg.dir === '' ? '' : ` of ${pkg.dir}`;
  return {
    name,
    what: `the script "${name}"${place} (${script})`,
    cwd: pkg.dir,
    parts: [...around('pre'), line(script), ...around('post')],
    sibling: (other) => scriptEntry(pkg, other),
  };
}

function matchesPackage(pattern: string, { dir, name }: Package): boolean {
  if (/\.\.\.|^\[/.test(pattern)) return true;
  const plain = pattern.replace(/^\{(.*)\}$/, '$1');
  if (plain.startsWith('./')) return picomatch.isMatch(dir, plain.slice(2).replace(/\/$/, ''));
  const unscoped = name.replace(/^@[^/]*\//, '');
  return picomatch.isMatch(name, plain) || unscoped === plain || dir === plain;
}

/** The packages that a package manager's options choose, seen from the folder it is run in. */
export function chosenPackages(target: Target, cwd: string, packages: Packages): Package[] {
  const at = (dir: string): Package[] => {
    const pkg = packages.at(dir);
    return pkg === null ? [] : [pkg];
  };
  switch (target.kind) {
    case 'own':
      return at(cwd);
    case 'folder':
      return at(target.dir);
    case 'workspaces':
      return [...packages.members];
    case 'named': {
      const wanted = target.patterns.filter((pattern) => !pattern.startsWith('!'));
      const unwanted = target.patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1));
      return [...packages.members, ...at('')].filter(
        (pkg) =>
          (wanted.length === 0 || wanted.some((pattern) => matchesPackage(pattern, pkg))) &&
          !unwanted.some((pattern) => matchesPackage(pattern, pkg)),
      );
    }
  }
}
