import picomatch from 'picomatch';
import { parse } from 'yaml';
import { asList, asRecord, asText } from '../json.js';
import { folderOf } from './paths.js';
import type { Repository } from './repository.js';

/** One `package.json` of the repository. */
export interface Package {
  dir: string;
  /** Empty when it has none. */
  name: string;
  scripts: Readonly<Record<string, string>>;
  raw: Readonly<Record<string, unknown>>;
  /** Names of everything that it depends on, in whatever way. */
  dependsOn: ReadonlySet<string>;
}

/** All packages; `members` are those that the root's workspaces name, without the root. */
export interface Packages {
  all: readonly Package[];
  members: readonly Package[];
  at(dir: string): Package | null;
}

const DEPENDENCIES = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/** A YAML text's value as an object; empty when it is no YAML or none. */
export function yamlRecord(text: string): Record<string, unknown> {
  try {
    return asRecord(parse(text));
  } catch {
    return {};
  }
}

async function readPackage(repo: Repository, file: string): Promise<Package> {
  const raw = await repo.readRecord(file);
  const scripts = Object.entries(asRecord(raw.scripts)).map(([k, v]) => [k, asText(v)] as const);
  const names = DEPENDENCIES.flatMap((key) => Object.keys(asRecord(raw[key])));
  return {
    dir: folderOf(file),
    name: asText(raw.name),
    // Names such as `constructor` are no scripts unless they are written there.
    scripts: Object.assign(
      Object.create(null) as Record<string, string>,
      Object.fromEntries(scripts),
    ),
    raw,
    dependsOn: new Set(names),
  };
}

async function workspaceGlobs(repo: Repository, root: Package | null): Promise<string[]> {
  const pnpm = yamlRecord(await repo.read('pnpm-workspace.yaml'));
  const lerna = await repo.readRecord('lerna.json');
  const own = root?.raw.workspaces;
  const lists = [asList(own), asList(asRecord(own).packages), asList(pnpm.packages)];
  const globs = lists.flat().map(asText);
  const found = globs.length > 0 ? globs : asList(lerna.packages).map(asText);
  return found.map((glob) => glob.replace(/^(!?)\.\//, '$1').replace(/\/$/, '')).filter(Boolean);
}

/** Reads every `package.json` that git does not ignore. */
export async function readPackages(repo: Repository): Promise<Packages> {
  const files = repo.files.filter((file) => /(?:^|\/)package\.json$/.test(file));
  const all = await Promise.all(files.map((file) => readPackage(repo, file)));
  const byDir = new Map(all.map((pkg) => [pkg.dir, pkg]));
  const globs = await workspaceGlobs(repo, byDir.get('') ?? null);
  const wanted = picomatch(globs.filter((glob) => !glob.startsWith('!')));
  const unwanted = picomatch(globs.filter((g) => g.startsWith('!')).map((g) => g.slice(1)));
  const isMember = ({ dir }: Package) => dir !== '' && wanted(dir) && !unwanted(dir);
  return {
    all,
    members: globs.length === 0 ? [] : all.filter(isMember),
    at: (dir) => byDir.get(dir) ?? null,
  };
}

/** How the repository's package manager installs what its lock file says, as one command. */
export function installCommand(repo: Repository, packages: Packages): string {
  const named = asText(packages.at('')?.raw.packageManager).split('@')[0] ?? '';
  const has = (...files: string[]) => files.some((file) => repo.has(file));
  if (named === 'pnpm' || has('pnpm-lock.yaml')) return 'pnpm install --frozen-lockfile';
  if (named === 'yarn' || has('yarn.lock')) return 'yarn install';
  if (named === 'bun' || has('bun.lock', 'bun.lockb')) return 'bun install --frozen-lockfile';
  return has('package-lock.json', 'npm-shrinkwrap.json') ? 'npm ci' : 'npm install';
}
