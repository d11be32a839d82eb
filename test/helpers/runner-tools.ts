import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import envPaths from 'env-paths';
import { isThere } from '../../src/adapters/is-there.js';

const execute = promisify(execFile);
const CACHE = join(envPaths('refactor-loop', { suffix: '' }).cache, 'test-tools');

/** Pinned packages of the runners that are not dependencies, with a newer Node where one needs it. */
export const RUNNER_PACKAGES = {
  'mocha 7': ['mocha@7.2.0'],
  mocha: ['mocha@11.7.5'],
  'vitest 2': ['vitest@2.1.9'],
  'vitest 3': ['vitest@3.2.4'],
  'vitest 4': ['vitest@4.1.12'],
  'vitest 5': ['vitest@5.1.2', 'node@24.21.0'],
  'ava 6': ['ava@6.4.1'],
  'ava 7': ['ava@7.0.0'],
  'node 24': ['node@24.21.0'],
  tap: ['tap@21.8.0'],
  playwright: ['@playwright/test@1.65.1'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RunnerPackage = keyof typeof RUNNER_PACKAGES;

/**
 * The `node_modules` folder of a runner in the user's cache, installed once when `RUNNER_TOOLS` is
 * `install`; null: it is not there, or cannot be had.
 */
export async function runnerModules(name: RunnerPackage): Promise<string | null> {
  const packages = RUNNER_PACKAGES[name];
  const folder = join(CACHE, packages.join('+').replaceAll(/[^\w.+-]/g, '-'));
  const modules = join(folder, 'node_modules');
  if (await isThere(modules)) return modules;
  if (process.env['RUNNER_TOOLS'] !== 'install') return null;
  const fresh = `${folder}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), '{"private":true}');
  try {
    await execute('npm', ['install', '--no-audit', '--no-fund', ...packages], {
      cwd: fresh,
      timeout: 240_000,
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    });
    await rename(fresh, folder).catch(() => undefined);
    return modules;
  } catch {
    return null;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Copies installed packages into a workspace. */
export async function putModules(workspace: string, modules: string): Promise<void> {
  await cp(modules, join(workspace, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** Whether a program of the machine answers; its tests are skipped by name where it does not. */
export async function hasProgram(...argv: [string, ...string[]]): Promise<boolean> {
  const [program, ...args] = argv;
  return execute(program, args, { timeout: 300_000 }).then(
    () => true,
    () => false,
  );
}
