import { basename } from 'node:path';
import { readFlatYaml, readIni, readToml } from './config-lines.js';
import { readScript, type Setting } from './config-script.js';

/**
 * What the value of a key names: files (extension optional), globs, folders, a regular expression on
 * paths, stand-ins (a file, if it is called a mock), Python files, or folders with tests in them.
 */
export type Meaning =
  | 'file'
  | 'glob'
  | 'folder'
  | 'regex'
  | 'mock'
  | 'command'
  | 'python-files'
  | 'test-paths'
  | 'root';

/** Keys (the end of the way to a value; `*` is any key) and what their values name. */
type Keys = Readonly<Partial<Record<Meaning, string[]>>>;

const JEST: Keys = {
  glob: ['testMatch'],
  regex: ['testRegex'],
  mock: ['moduleNameMapper.*'],
  root: ['rootDir'],
  file: [
    ...['setupFiles', 'setupFilesAfterEnv', 'setupTestFrameworkScriptFile', 'globalSetup'],
    ...['globalTeardown', 'snapshotResolver', 'snapshotSerializers', 'testEnvironment'],
    ...['testRunner', 'runner', 'testSequencer', 'testResultsProcessor', 'reporters', 'resolver'],
    ...['filter', 'preset', 'transform.*', 'dependencyExtractor', 'watchPlugins', 'import'],
  ],
};
const VITE: Keys = {
  glob: ['test.include', 'typecheck.include', 'benchmark.include'],
  folder: ['test.dir'],
  mock: ['alias.*'],
  root: ['root'],
  file: [
    ...['setupFiles', 'globalSetup', 'snapshotEnvironment', 'snapshotSerializers', 'environment'],
    ...['test.runner', 'reporters', 'sequencer', 'customProviderModule', 'test.diff', 'import'],
  ],
};
const MOCHA: Keys = {
  glob: ['spec'],
  file: ['require', 'file', 'ui', 'reporter', 'loader', 'import', 'extends'],
};
const AVA: Keys = {
  glob: ['files', 'helpers'],
  folder: ['snapshotDir'],
  file: ['require', 'import'],
};
const TAP: Keys = { glob: ['files', 'include'], file: ['before', 'after', 'plugin'] };
const PLAYWRIGHT: Keys = {
  glob: ['testMatch'],
  folder: ['testDir', 'snapshotDir'],
  file: ['globalSetup', 'globalTeardown', 'reporter', 'import'],
};
const CYPRESS: Keys = {
  glob: ['specPattern', 'testFiles'],
  folder: ['fixturesFolder', 'integrationFolder'],
  file: ['supportFile', 'pluginsFile', 'import'],
};
const PACKAGE: Keys = { command: ['scripts.*'] };
const IN_PACKAGE: Readonly<Record<string, Keys>> = { jest: JEST, mocha: MOCHA, ava: AVA, tap: TAP };
const PYTEST: Keys = { 'python-files': ['python_files'], 'test-paths': ['testpaths'] };
const CARGO: Keys = { file: ['test.path', 'bench.path'] };
const DENO: Keys = { glob: ['test.include', 'bench.include'], file: ['import'] };
const BUN: Keys = { file: ['test.preload'], folder: ['test.root'] };

type Read = (path: string, text: string) => Setting[];

const toml: Read = (_, text) => readToml(text);
const ini: Read = (_, text) => readIni(text);
const yaml: Read = (_, text) => readFlatYaml(text);
const pytestOnly =
  (read: Read): Read =>
  (path, text) =>
    read(path, text).filter(({ key }) => /pytest/.test(key.slice(0, -1).join('.')));

const SCRIPT = '\\.(?:[cm]?[jt]s|json|jsonc)$';

/** Tracked files that configure a runner, how they are read, and their keys. */
const FILES: { name: RegExp; read: Read; keys: Keys }[] = [
  {
    name: new RegExp(`^jest[\\w.-]*\\.(?:config|preset|projects?)${SCRIPT}`),
    read: readScript,
    keys: JEST,
  },
  { name: new RegExp(`^vite(?:st)?\\.[\\w.-]*${SCRIPT}`), read: readScript, keys: VITE },
  { name: /^\.mocharc(?:\.(?:[cm]?js|json|jsonc))?$/, read: readScript, keys: MOCHA },
  { name: /^\.mocharc\.ya?ml$/, read: yaml, keys: MOCHA },
  { name: new RegExp(`^ava\\.config${SCRIPT}`), read: readScript, keys: AVA },
  { name: /^\.taprc$/, read: yaml, keys: TAP },
  { name: new RegExp(`^playwright[\\w.-]*\\.config${SCRIPT}`), read: readScript, keys: PLAYWRIGHT },
  { name: new RegExp(`^cypress(?:\\.config)?${SCRIPT}`), read: readScript, keys: CYPRESS },
  { name: /^package\.json$/, read: readScript, keys: PACKAGE },
  { name: /^deno\.jsonc?$/, read: readScript, keys: DENO },
  { name: /^bunfig\.toml$/, read: toml, keys: BUN },
  { name: /^Cargo\.toml$/, read: toml, keys: CARGO },
  { name: /^(?:pyproject\.toml|\.?pytest\.toml)$/, read: pytestOnly(toml), keys: PYTEST },
  { name: /^(?:\.?pytest\.ini|tox\.ini|setup\.cfg)$/, read: pytestOnly(ini), keys: PYTEST },
  { name: /^[\w.-]+\.(?:config|conf)\.[cm]?[jt]s$/, read: readScript, keys: { file: ['import'] } },
  { name: /^\.\w+rc\.[cm]?js$/, read: readScript, keys: { file: ['import'] } },
];

/** Tells by its name whether a file may configure a runner. */
export function isRunnerConfig(path: string): boolean {
  return FILES.some(({ name }) => name.test(basename(path)));
}

function meets(key: string[], wanted: string): boolean {
  const parts = wanted.split('.').reverse();
  const given = [...key].reverse();
  return parts.every((part, at) => given[at] !== undefined && (part === '*' || part === given[at]));
}

function meaningOf(key: string[], keys: Keys): Meaning | undefined {
  const entries = Object.entries(keys) as [Meaning, string[]][];
  return entries.find(([, names]) => names.some((name) => meets(key, name)))?.[0];
}

/** A value of a configuration that names something of the tests. */
export interface NamedValue extends Setting {
  meaning: Meaning;
}

/** What a configuration names; its text is decoded, and none of it is run. */
export function namedValues(path: string, text: string): NamedValue[] {
  const file = FILES.find(({ name }) => name.test(basename(path)));
  return (file?.read(path, text) ?? []).flatMap(({ key, value }) => {
    const nested = file?.keys === PACKAGE ? IN_PACKAGE[key[0] ?? ''] : undefined;
    const meaning = meaningOf(key, nested ?? file?.keys ?? {});
    return meaning === undefined ? [] : [{ key, value, meaning }];
  });
}
