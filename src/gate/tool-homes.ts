import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { suiteCacheFolder, stateHome } from '../adapters/home.js';
import { localRepositories, namedRepository } from './maven-home.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the tools of a suite keep in the user's HOME, which the suite does not get. */
export interface ToolHomes {
  variables: Record<string, string>;
  /** Folders of ours that tools fill. */
  caches: string[];
  /** The user's folders that tools fill from the network, and only read without it. */
  downloads: string[];
  /** The user's folders that tools read. */
  shown: string[];
  /** Files with credentials in those homes. */
  hidden: string[];
}

/** Named by the user, or found at the usual place. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  PYENV_ROOT: ['.pyenv'],
  NVM_DIR: ['.nvm'],
  VOLTA_HOME: ['.volta'],
  ASDF_DIR: ['.asdf'],
  ASDF_DATA_DIR: ['.asdf'],
  MISE_DATA_DIR: ['.local/share/mise'],
  PNPM_HOME: ['.local/share/pnpm', 'Library/pnpm'],
  COREPACK_HOME: ['.cache/node/corepack'],
  BUN_INSTALL: ['.bun'],
  PLAYWRIGHT_BROWSERS_PATH: ['.cache/ms-playwright', 'Library/Caches/ms-playwright'],
  PYTHONUSERBASE: ['.local'],
  // No UV_CACHE_DIR: uv refuses to run with a cache that it cannot write.
  UV_PYTHON_INSTALL_DIR: ['.local/share/uv/python'],
  CARGO_HOME: ['.cargo'],
  RUSTUP_HOME: ['.rustup'],
  GOPATH: ['go'],
  MAVEN_USER_HOME: ['.m2'],
};

/** Without a usual place of their own. */
const PASSED = ['GOROOT', 'JAVA_HOME'] as const;

function found(parent: Variables, home: string): Record<string, string> {
  const usual = (name: string) =>
    USUAL[name]?.map((folder) => join(home, folder)).find((path) => existsSync(path));
  const entries = [...Object.keys(USUAL), ...PASSED].flatMap((name) => {
    const path = parent[name] ?? usual(name);
    return path === undefined ? [] : [[name, path] as const];
  });
  return Object.fromEntries(entries);
}

/** What `go env -w` wrote, of which an empty HOME would lose where the modules are. */
function goSettings(parent: Variables, home: string): Variables {
  const file = parent.GOENV ?? join(parent.XDG_CONFIG_HOME ?? join(home, '.config'), 'go', 'env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const valueOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1];
  return { GOPATH: valueOf('GOPATH'), GOMODCACHE: valueOf('GOMODCACHE') };
}

function goModules(variables: Variables, parent: Variables): string | null {
  const [first] = (variables.GOPATH ?? '').split(delimiter);
  const path = parent.GOMODCACHE ?? (first ? join(first, 'pkg', 'mod') : '');
  return existsSync(path) ? path : null;
}

/** Of homes that hold more than a tool: the folders in it that tools read. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  PYTHONUSERBASE: ['bin', 'lib'],
  GOPATH: ['bin', 'pkg'],
};
/** Where Gradle and Maven look for a JDK by themselves. */
const JDKS = ['.sdkman/candidates', '.jdks'];

function foldersOf(variables: Record<string, string>): string[] {
  return Object.entries(variables)
    .flatMap(([name, value]) => {
      const parts = PARTS[name];
      if (parts === undefined) return [value];
      return value.split(delimiter).flatMap((root) => parts.map((part) => join(root, part)));
    })
    .filter((path) => isAbsolute(path));
}

/** Gradle's home of the user; a suite gets one of its own, since Gradle must write there. */
export function userGradleHome(parent: Variables): string {
  return parent.GRADLE_USER_HOME ?? join(parent.HOME ?? homedir(), '.gradle');
}

/** Where the tools of a suite find what they need, given the HOME that the suite gets. */
export function toolHomes(suiteHome: string, parent: Variables): ToolHomes {
  const home = parent.HOME ?? homedir();
  const settled = { ...goSettings(parent, home), ...parent };
  const variables = found(settled, home);
  const goCache = join(suiteCacheFolder(stateHome(parent)), 'go-build');
  const modules = goModules(variables, settled);
  const gradle = userGradleHome(parent);
  const gradleCache = join(gradle, 'caches');
  const repository = namedRepository(parent);
  const cargo = variables.CARGO_HOME ?? join(home, '.cargo');
  return {
    variables: {
      ...variables,
      GOCACHE: goCache,
      ...(modules === null ? {} : { GOMODCACHE: modules }),
      GRADLE_USER_HOME: join(suiteHome, '.gradle'),
      ...(existsSync(join(gradleCache, 'modules-2')) ? { GRADLE_RO_DEP_CACHE: gradleCache } : {}),
      ...(repository === null ? {} : { MAVEN_OPTS: `-Dmaven.repo.local=${repository}` }),
    },
    caches: [goCache],
    downloads: [
      join(cargo, 'registry'),
      join(cargo, 'git'),
      ...(modules === null ? [] : [modules]),
      ...localRepositories(parent),
    ].filter((path) => existsSync(path)),
    shown: [
      ...foldersOf(variables),
      ...(modules === null ? [] : [modules]),
      ...localRepositories(parent),
      join(gradle, 'wrapper', 'dists'),
      gradleCache,
      ...JDKS.map((folder) => join(home, folder)),
    ],
    hidden: [
      join(cargo, 'credentials'),
      join(cargo, 'credentials.toml'),
      join(gradle, 'gradle.properties'),
    ],
  };
}
