import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { execa } from 'execa';
import type { Baseline, ControlResult, GateContext, GatePlan } from './gate.js';
import { judgeTests } from './judge.js';
import { limitsOf } from './limits.js';
import { runBuild, runTests } from './run-oracle.js';
import { freshPlace, openContext, succeeded } from './run-step.js';

const MOST_TRIES = 5;
const MESSAGE = 'refactor-loop negative control';
const PYTHON = new Set(['.py']);
const SCRIPT = new Set(['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx']);

/** The module with a first statement that throws when it is loaded; null: not a known language. */
export function breakModule(path: string, text: string): string | null {
  const extension = extname(path);
  const shebang = /^#!.*\n/.exec(text)?.[0] ?? '';
  const rest = text.slice(shebang.length);
  if (PYTHON.has(extension)) return `${shebang}raise RuntimeError('${MESSAGE}')\n${rest}`;
  if (!SCRIPT.has(extension) || /\.d\.[cm]?ts$/.test(path)) return null;
  // With a condition, so that no compiler calls what follows unreachable.
  return `${shebang}if (globalThis) throw new Error('${MESSAGE}');\n${rest}`;
}

/** In-scope modules, those first whose name occurs most often in the test files. */
async function candidates(
  workspace: string,
  baseline: Baseline,
  scope: readonly string[],
): Promise<string[]> {
  const tests = new Set(baseline.testFiles);
  const texts = await Promise.all(
    baseline.testFiles.map((file) => readFile(join(workspace, file), 'utf8').catch(() => '')),
  );
  const modules = scope.filter((path) => !tests.has(path) && breakModule(path, '') !== null);
  const uses = (path: string) => {
    const name = basename(path, extname(path));
    return texts.filter((text) => text.includes(name)).length;
  };
  return modules
    .map((path) => ({ path, uses: uses(path) }))
    .sort((left, right) => right.uses - left.uses)
    .map(({ path }) => path)
    .slice(0, MOST_TRIES);
}

async function copyWorkspace(ctx: GateContext, target: string): Promise<void> {
  const clone = process.platform === 'darwin' ? ['-c'] : ['--reflink=auto'];
  await rm(target, { recursive: true, force: true });
  await execa('cp', ['-a', ...clone, ctx.workspace, target], { cancelSignal: ctx.signal });
}

/** What the oracle says of the scratch copy: red as it must, green, or nothing. */
async function verdictOf(
  ctx: GateContext,
  plan: GatePlan,
  baseline: Baseline,
): Promise<'red' | 'green' | { message: string }> {
  await freshPlace(ctx);
  const options = { network: baseline.network, limitOf: limitsOf(ctx, baseline) };
  const build = await runBuild(ctx, plan, options);
  if (!build.every(succeeded)) return 'red';
  const problem = judgeTests(baseline, await runTests(ctx, plan, options));
  if (problem === null) return 'green';
  return problem.kind === 'red' ? 'red' : { message: problem.message };
}

/**
 * Proves that the oracle can go red: breaks a module in scope in a copy of the workspace and runs
 * build and tests in the same shape. Refused when the suite stays green on each module tried.
 */
export async function negativeControl(
  given: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  scope: readonly string[],
): Promise<ControlResult> {
  const ctx = await openContext(given);
  const scratch = join(ctx.outDir, 'control');
  const copy = await openContext({
    ...ctx,
    workspace: ctx.workspace,
    outDir: join(ctx.outDir, 'control-run'),
  });
  try {
    await copyWorkspace(ctx, scratch);
    return await tryModules({ ...copy, workspace: scratch }, plan, baseline, scope);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function tryModules(
  ctx: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  scope: readonly string[],
): Promise<ControlResult> {
  const modules = await candidates(ctx.workspace, baseline, scope);
  let fault: string | null = null;
  for (const path of modules) {
    const file = join(ctx.workspace, path);
    const text = await readFile(file, 'utf8');
    await writeFile(file, breakModule(path, text) ?? text);
    const verdict = await verdictOf(ctx, plan, baseline);
    await writeFile(file, text);
    if (verdict === 'red') return { kind: 'ok', broken: path };
    if (verdict !== 'green') fault = verdict.message;
  }
  if (fault !== null) return { kind: 'could-not-run', message: fault };
  const tried =
    modules.length === 0 ? 'there is no module to break' : `tried ${modules.join(', ')}`;
  const message =
    `the suite stays green although a module in scope throws when it is loaded (${tried}): ` +
    'it tests something else, a build step is missing (gate.build), or nothing in scope is tested';
  return { kind: 'refused', reason: 'gate-cannot-fail', message };
}
