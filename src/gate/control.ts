import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { execa } from 'execa';
import { breakModule, CONTROL_MESSAGE } from './break-module.js';
import type { Baseline, ControlResult, GateContext, GatePlan, RedReason } from './gate.js';
import { judgeStatic, judgeTests, type Problem, type Red } from './judge.js';
import { limitsOf } from './limits.js';
import { runBuild, runTests } from './run-oracle.js';
import { freshPlace, openContext, succeeded, testReportOf } from './run-step.js';
import { rememberTree, restoreTree } from './tree-guard.js';

const MOST_TRIES = 5;
/** What a module that throws looks like; a suite that hangs or floods its log shows nothing. */
const PROOFS: ReadonlySet<RedReason> = new Set([
  'tests-failed',
  'tests-missing',
  'tests-no-report',
  'tests-none-executed',
  'build-failed',
] as const);

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

/** What the oracle says of the scratch copy, and whether a broken module's error is read there. */
interface Verdict {
  problem: Problem | null;
  isOurs: boolean;
}

async function mentionsControl(paths: string[]): Promise<boolean> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts.some((text) => text.includes(CONTROL_MESSAGE));
}

async function verdictOf(ctx: GateContext, plan: GatePlan, baseline: Baseline): Promise<Verdict> {
  await freshPlace(ctx);
  const options = { network: baseline.network, limitOf: limitsOf(ctx, baseline) };
  const build = await runBuild(ctx, plan, options);
  const failed = build.find((step) => !succeeded(step));
  if (failed !== undefined) {
    const problem = judgeStatic(baseline, { build, lint: null, types: null, checks: [] }, []);
    return { problem, isOurs: await mentionsControl([failed.logPath]) };
  }
  const tests = await runTests(ctx, plan, options);
  const isOurs = await mentionsControl([tests.step.logPath, testReportOf(ctx)]);
  return { problem: judgeTests(baseline, tests), isOurs };
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

async function verdictWithBroken(
  path: string,
  ...[ctx, plan, baseline]: Parameters<typeof verdictOf>
): Promise<Verdict> {
  const file = join(ctx.workspace, path);
  const text = await readFile(file, 'utf8');
  const clean = await rememberTree(ctx.workspace, ctx.outDir);
  await writeFile(file, breakModule(path, text) ?? text);
  const verdict = await verdictOf(ctx, plan, baseline);
  // What a suite leaves when it fails must not colour the next run.
  await restoreTree(ctx.workspace, clean);
  return verdict;
}

const told = ({ reason, evidence }: Red): string => `${reason}: ${evidence.slice(0, 3).join(', ')}`;

async function tryModules(
  ctx: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  scope: readonly string[],
): Promise<ControlResult> {
  const modules = await candidates(ctx.workspace, baseline, scope);
  let unbroken: Problem | null | undefined;
  const faults: string[] = [];
  const doubts = new Set<string>();
  for (const path of modules) {
    const { problem, isOurs } = await verdictWithBroken(path, ctx, plan, baseline);
    if (problem === null) continue;
    if (problem.kind === 'could-not-run') faults.push(problem.message);
    else if (!PROOFS.has(problem.reason)) doubts.add(`with ${path} broken: ${told(problem)}`);
    else {
      // Red for another reason than the module is red without it too.
      if (!isOurs && unbroken === undefined)
        unbroken = (await verdictOf(ctx, plan, baseline)).problem;
      if (isOurs || unbroken === null) return { kind: 'ok', broken: path };
      if (unbroken?.kind === 'red')
        doubts.add(`red in a copy with nothing broken too, ${told(unbroken)}`);
      else if (unbroken !== undefined) faults.push(unbroken.message);
    }
  }
  const fault = faults.at(-1);
  if (fault !== undefined) return { kind: 'could-not-run', message: fault };
  return { kind: 'refused', reason: 'gate-cannot-fail', message: refusal(modules, [...doubts]) };
}

function refusal(modules: string[], doubts: string[]): string {
  const tried =
    modules.length === 0 ? 'there is no module to break' : `tried ${modules.join(', ')}`;
  if (doubts.length > 0)
    return `the suite does not fail because a module is broken (${tried}); ${doubts.join('; ')}`;
  return (
    `the suite stays green although a module in scope throws when it is loaded (${tried}): ` +
    'it tests something else, a build step is missing (gate.build), or nothing in scope is tested'
  );
}
