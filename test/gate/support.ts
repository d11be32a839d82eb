import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { detectGate } from '../../src/gate/detect/index.js';
import type { DetectResult, GateContext, GateInput, GatePlan } from '../../src/gate/gate.js';
import { makeRepo, type Files } from '../helpers/git-repo.js';
import { contextOf } from './plans.js';

const execute = promisify(execFile);

export { baselineOf, contextOf, planOf, suiteOf } from './plans.js';

interface Detected {
  workspace: string;
  ctx: GateContext;
  result: DetectResult;
}

type Planned = Omit<Detected, 'result'> & { plan: GatePlan };

/** A repository with a context and the plan that detection finds in it. */
export async function detected(files: Files, input: GateInput = {}): Promise<Detected> {
  const workspace = await makeRepo({ '.gitignore': 'node_modules/\n', ...files });
  const ctx = await contextOf(workspace);
  return { workspace, ctx, result: await detectGate(ctx, input, []) };
}

/** Like {@link detected}, for a repository whose gate must be found. */
export async function planned(files: Files, input: GateInput = {}): Promise<Planned> {
  const { workspace, ctx, result } = await detected(files, input);
  if (result.kind === 'refused') throw new Error(result.message);
  return { workspace, ctx, plan: result.plan };
}

/** The `node_modules` folder of a package from the registry, kept between runs; null: no registry. */
export async function installed(spec: string): Promise<string | null> {
  const cache = join(tmpdir(), 'refactor-loop-test-packages', spec.replace(/\W/g, '-'));
  const modules = join(cache, 'node_modules');
  if (await stat(modules).catch(() => null)) return modules;
  const fresh = `${cache}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), '{"private":true}');
  try {
    await execute('npm', ['install', '--no-audit', '--no-fund', spec], {
      cwd: fresh,
      timeout: 180_000,
    });
    await rename(fresh, cache).catch(() => undefined);
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
