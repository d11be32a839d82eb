import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { records, tryGit } from '../../adapters/git.js';
import { filesMatching } from '../test-files.js';
import { RUNNERS } from '../runners/index.js';
import type { PackageFile } from './package-scripts.js';

/** A test command that configuration files speak for. */
export interface Suggested {
  argv: string[];
  source: string;
}

const JS_CONFIGS: readonly (readonly [string, RegExp])[] = [
  ['vitest', /^vitest\.(?:config|workspace)\./],
  ['jest', /^jest\.config\./],
  ['mocha', /^\.mocharc\./],
];

const PYTEST_CONFIGS: readonly (readonly [string, RegExp])[] = [
  ['pytest.ini', /^/],
  ['.pytest.ini', /^/],
  ['pytest.toml', /^/],
  ['conftest.py', /^/],
  ['pyproject.toml', /^\[tool\.pytest/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
];

const INTERPRETERS = ['.venv/bin/python', 'venv/bin/python'];

async function jsConfig(pkg: PackageFile | null, names: string[]): Promise<Suggested | null> {
  for (const [tool, pattern] of JS_CONFIGS) {
    const file = names.find((name) => pattern.test(name));
    const source = file ?? (pkg !== null && tool in pkg.raw ? `package.json key "${tool}"` : null);
    if (source !== null) return { argv: [tool], source };
  }
  return null;
}

async function nodeTests(workspace: string, signal: AbortSignal): Promise<Suggested | null> {
  const files = await filesMatching(RUNNERS['node:test'].testFilePatterns, workspace, signal);
  for (const file of files) {
    const text = await readFile(join(workspace, file), 'utf8').catch(() => '');
    const imports = /['"]node:test['"]/.test(text) && /\.[cm]?js$/.test(file);
    if (imports) return { argv: ['node', '--test'], source: `node:test in ${file}` };
  }
  return null;
}

/** The interpreter of the workspace's own environment, else the one on PATH. */
function interpreter(found: readonly string[]): string {
  return INTERPRETERS.find((path) => found.includes(path)) ?? 'python3';
}

async function pythonTests(
  workspace: string,
  names: string[],
  signal: AbortSignal,
): Promise<Suggested | null> {
  const environments = await Promise.all(
    INTERPRETERS.map(async (path) => {
      const entries = await readdir(join(workspace, path, '..')).catch((): string[] => []);
      return entries.includes('python') ? path : '';
    }),
  );
  const argv = [interpreter(environments), '-m', 'pytest'];
  for (const [file, pattern] of PYTEST_CONFIGS) {
    if (!names.includes(file)) continue;
    const text = await readFile(join(workspace, file), 'utf8');
    if (pattern.test(text)) return { argv, source: file };
  }
  const [first] = await filesMatching(['**/test_*.py', '**/*_test.py'], workspace, signal);
  return first === undefined ? null : { argv, source: first };
}

/** What the workspace's configuration and test files say, where no script does. */
export async function configuredTests(
  pkg: PackageFile | null,
  workspace: string,
  signal: AbortSignal,
): Promise<Suggested | null> {
  const listed = await tryGit(workspace, ['ls-files', '-z', '--', ':(glob)*'], { signal });
  const names = [...records(listed.stdout)];
  return (
    (await jsConfig(pkg, names)) ??
    (await nodeTests(workspace, signal)) ??
    (await pythonTests(workspace, names, signal))
  );
}
