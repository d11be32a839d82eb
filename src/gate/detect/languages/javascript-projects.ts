import type { Project, Projects } from '../language.js';
import { isPlaceholder } from '../suggestions.js';
import type { Package, Packages } from '../packages.js';
import { folderOf, nearestOf } from '../paths.js';

/** Whether a package says how it is tested; npm's placeholder does not. */
export function hasTestScript(pkg: Package | null): boolean {
  const script = pkg?.scripts.test;
  return script !== undefined && !isPlaceholder(script);
}

/** Workspaces, the root, and packages that stand by themselves with tests of their own. */
function ownPackages({ all, members }: Packages): Package[] {
  const inWorkspace = new Set(members);
  return all.filter((pkg) => pkg.dir === '' || inWorkspace.has(pkg) || hasTestScript(pkg));
}

const nameOf = ({ name, dir }: Package): string => (name === '' ? dir || 'the root' : name);

/** Packages in an order in which each stands after those that it depends on. */
export function dependenciesFirst(packages: readonly Package[]): Package[] {
  const byName = new Map(packages.map((pkg) => [pkg.name, pkg]));
  const ordered = new Set<Package>();
  const visit = (pkg: Package, path: readonly Package[]): void => {
    if (ordered.has(pkg) || path.includes(pkg)) return;
    for (const name of pkg.dependsOn) {
      const dependency = byName.get(name);
      if (dependency !== undefined) visit(dependency, [...path, pkg]);
    }
    ordered.add(pkg);
  };
  for (const pkg of packages) visit(pkg, []);
  return [...ordered];
}

/** The packages that own files in scope, and all that depend on those within the workspace. */
export function javascriptProjects(packages: Packages, files: readonly string[]): Projects {
  const known = ownPackages(packages);
  const byDir = new Map(known.map((pkg) => [pkg.dir, pkg]));
  const dirs = new Set(byDir.keys());
  const homes = new Set(files.map((file) => nearestOf(dirs, folderOf(file))));
  const owners = known.filter(({ dir }) => homes.has(dir));
  const why = new Map<Package, string>(owners.map((pkg) => [pkg, '']));
  const linked = new Set([...packages.members, ...known.filter(({ dir }) => dir === '')]);
  const queue = [...why.keys()];
  for (let pkg = queue.shift(); pkg !== undefined; pkg = queue.shift()) {
    const { name } = pkg;
    if (name === '' || !linked.has(pkg)) continue;
    for (const other of linked)
      if (other.dependsOn.has(name) && !why.has(other)) {
        why.set(other, `depends on ${name}`);
        queue.push(other);
      }
  }
  const wanted = dependenciesFirst(known.filter((pkg) => why.has(pkg)));
  const homeless: Project[] = homes.has(null) ? [{ dir: '', name: 'the root', why: '' }] : [];
  return {
    wanted: [
      ...wanted.map((pkg): Project => ({
        dir: pkg.dir,
        name: nameOf(pkg),
        why: why.get(pkg) ?? '',
      })),
      ...homeless,
    ],
    dirs: new Set(homeless.length > 0 ? ['', ...dirs] : dirs),
    word: 'packages',
  };
}
