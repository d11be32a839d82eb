import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakModule, CONTROL_MESSAGE } from './break-module.js';
import { controlModules, type ControlModules } from './control-modules.js';
import { copyWorkspace } from './copies.js';
import { filesOf, keepingTree } from './full-run.js';
import type { Baseline, ControlResult, GateContext, GatePlan, TestSuite } from './gate.js';
import { judgeStatic, judgeTests, type Problem, type Red } from './judge.js';
import type { RedReason } from './reasons.js';
import { leadsBack } from './leads-back.js';
import { relatedPlan, runRelated } from './related.js';
import { runBuild, type OracleOptions } from './run-oracle.js';
import { freshPlace, openContext, succeeded, type StepResult } from './run-step.js';
import { runTests, type SuiteResult } from './run-tests.js';
import { idsOf } from './test-delta.js';
import { restoreTree, treeNow } from './tree-guard.js';
import { comparablePlan, oracleOptions } from './trial.js';
import { inTurn } from './turn.js';
import { limited, usualTestsMs } from './limits.js';

/** Related tests are worth running first when they are red in less than this share of the time. */
const WORTHWHILE_SHARE = 0.6;

/** What a module that throws looks like; a suite that hangs or floods its log shows nothing. */
const PROOFS: ReadonlySet<RedReason> = new Set([
  'tests-failed',
  'tests-missing',
  'tests-no-report',
  'tests-none-executed',
  'tests-exit-code',
  'build-failed',
] as const);

/** What one suite says of the scratch copy, and whether a broken module's error is read there. */
interface Said {
  problem: Problem | null;
  isOurs: boolean;
}

/** By name of the suite. */
type Verdicts = Map<string, Said>;

async function mentionsControl(steps: readonly StepResult[]): Promise<boolean> {
  const paths = steps.flatMap(({ logPath, stdoutPath }) => [logPath, stdoutPath ?? logPath]);
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')));
  return texts.some((text) => text.includes(CONTROL_MESSAGE));
}

async function said(baseline: Baseline, result: SuiteResult, isOnly: boolean): Promise<Said> {
  const { step, report } = result;
  // The baseline does not know which suite an id is of.
  const known = isOnly ? baseline : { ...baseline, passed: [], unstable: [] };
  const isReported = report?.tests.some(({ message }) => message.includes(CONTROL_MESSAGE));
  return {
    problem: judgeTests(known, [result]),
    isOurs: isReported === true || (await mentionsControl([step])),
  };
}

/** A negative control in a scratch copy of the workspace. */
class Control {
  private readonly options: OracleOptions;
  private readonly proven = new Map<string, string>();
  private readonly faults: string[] = [];
  private readonly doubts = new Set<string>();
  private readonly unbroken: Verdicts = new Map();
  private relatedFirst = false;

  constructor(
    private readonly ctx: GateContext,
    private readonly plan: GatePlan,
    private readonly baseline: Baseline,
    private readonly modules: ControlModules,
  ) {
    this.options = oracleOptions(ctx, baseline);
  }

  async prove(): Promise<ControlResult> {
    const { inScope, required, outside } = this.modules;
    const suites = required.length > 0 ? required : this.plan.tests;
    const open = () => suites.filter(({ name }) => !this.proven.has(name));
    const tried: string[] = [];
    for (const path of inScope) {
      if (open().length === 0) break;
      if (await this.tryModule(path, open())) tried.push(path);
    }
    const [broken] = this.proven.values();
    if (broken === undefined) return this.failure(tried, null);
    // Something in scope is noticed. The other suites need only show that they can fail at all.
    for (const suite of required.length > 0 ? open() : []) {
      const further: string[] = [];
      for (const path of await outside(suite)) {
        if (this.proven.has(suite.name)) break;
        if (await this.tryModule(path, [suite])) further.push(path);
      }
      if (!this.proven.has(suite.name)) return this.failure([...tried, ...further], suite);
    }
    return { kind: 'ok', broken, relatedFirst: this.relatedFirst };
  }

  /** Breaks a module and runs these suites; false: it cannot be broken. */
  private async tryModule(path: string, suites: TestSuite[]): Promise<boolean> {
    const file = join(filesOf(this.ctx), path);
    const broken = breakModule(path, await readFile(file, 'utf8'));
    if (broken === null) return false;
    // What a suite leaves when it fails must not colour the next run.
    const { result: verdicts } = await keepingTree(this.ctx, async (clean) => {
      await writeFile(file, broken);
      const dirty = { ...clean, tree: await treeNow(filesOf(this.ctx), clean) };
      const found = await this.run(suites);
      if (this.proven.size === 0 && [...found.values()].some(({ isOurs }) => isOurs)) {
        await restoreTree(filesOf(this.ctx), dirty);
        this.relatedFirst = await this.isRelatedQuick(path);
      }
      return found;
    });
    for (const [suite, verdict] of verdicts) await this.weigh(path, suite, verdict, suites);
    return true;
  }

  private async weigh(
    path: string,
    suite: string,
    { problem, isOurs }: Said,
    suites: TestSuite[],
  ): Promise<void> {
    if (problem === null) return;
    if (problem.kind === 'could-not-run') this.faults.push(problem.message);
    else if (!PROOFS.has(problem.reason)) this.doubts.add(`with ${path} broken: ${told(problem)}`);
    else if (isOurs) this.proven.set(suite, path);
    else {
      // Red for another reason than the module is red without it too.
      const without = await this.withoutBreak(suite, suites);
      if (without === null) this.proven.set(suite, path);
      else if (without.kind === 'could-not-run') this.faults.push(without.message);
      else this.doubts.add(`red in a copy with nothing broken too, ${told(without)}`);
    }
  }

  private async withoutBreak(suite: string, suites: TestSuite[]): Promise<Problem | null> {
    if (!this.unbroken.has(suite)) {
      const { result } = await keepingTree(this.ctx, () => this.run(suites));
      for (const [name, verdict] of result) this.unbroken.set(name, verdict);
    }
    return this.unbroken.get(suite)?.problem ?? null;
  }

  private async run(suites: TestSuite[]): Promise<Verdicts> {
    const { ctx, baseline, options } = this;
    const plan = { ...this.plan, tests: suites };
    await freshPlace(ctx);
    const build = await runBuild(ctx, plan, options);
    const failed = build.find((step) => !succeeded(step));
    if (failed !== undefined) {
      const problem = judgeStatic(plan, baseline, { build, checks: {} }, []);
      const verdict = { problem, isOurs: await mentionsControl([failed]) };
      return new Map(suites.map(({ name }) => [name, verdict]));
    }
    const isOnly = this.plan.tests.length === 1;
    const results = await runTests(ctx, plan, options);
    const verdicts = results.map(
      async (result) => [result.suite.name, await said(baseline, result, isOnly)] as const,
    );
    return new Map(await Promise.all(verdicts));
  }

  /** Whether the related tests of a broken module are red, and much sooner than all tests end. */
  private async isRelatedQuick(path: string): Promise<boolean> {
    const plan = relatedPlan(this.plan, [path]);
    if (plan === null) return false;
    const run = await runRelated(this.ctx, plan, this.options);
    const failed = run.flatMap(({ report }) => (report === null ? [] : idsOf(report, 'failed')));
    const ms = run.reduce((sum, { step }) => sum + step.ms, 0);
    const wholeMs = usualTestsMs(this.plan, this.baseline);
    return failed.length > 0 && ms < WORTHWHILE_SHARE * wholeMs;
  }

  private failure(tried: string[], suite: TestSuite | null): ControlResult {
    const fault = this.faults.at(-1);
    if (fault !== undefined) return { kind: 'could-not-run', message: fault };
    const message = refusal(tried, [...this.doubts], suite);
    return { kind: 'refused', reason: 'gate-cannot-fail', message };
  }
}

const told = ({ reason, evidence }: Red): string => `${reason}: ${evidence.slice(0, 3).join(', ')}`;

function refusal(modules: string[], doubts: string[], suite: TestSuite | null): string {
  const tried =
    modules.length === 0 ? 'there is no module to break' : `tried ${modules.join(', ')}`;
  const which =
    suite === null ? 'the suite' : `the suite "${suite.argv.join(' ')}" (${suite.name})`;
  if (doubts.length > 0)
    return `${which} does not fail because a module is broken (${tried}); ${doubts.join('; ')}`;
  const where = suite === null ? 'a module in scope' : 'a module of its package';
  return (
    `${which} stays green although ${where} throws when it is loaded (${tried}): ` +
    'it tests something else, a build step is missing (gate.build), or nothing there is tested'
  );
}

/** Tests that run the workspace's files do not see what is broken in the copy. */
async function explained(copy: string, result: ControlResult): Promise<ControlResult> {
  const back = result.kind === 'refused' ? await leadsBack(copy) : [];
  if (result.kind !== 'refused' || back.length === 0) return result;
  const why = `in the scratch copy these still lead to the workspace: ${back.join(', ')}`;
  const way = 'install them without links to absolute paths, or install bubblewrap';
  return { ...result, message: `${result.message}; ${why}; ${way}` };
}

/**
 * Proves that the oracle can go red: breaks modules in a copy of the workspace, each in turn, and
 * runs build and tests in the same shape. A copy that the context names is used as it stands.
 * Refused when no module in scope, or none of a suite's package, makes a suite fail that owns
 * something in scope.
 */
export async function negativeControl(
  given: GateContext,
  whole: GatePlan,
  baseline: Baseline,
  scope: readonly string[],
): Promise<ControlResult> {
  const plan = comparablePlan(whole, baseline);
  const ctx = limited(await openContext(given), plan);
  return inTurn(ctx, async () => {
    const modules = await controlModules(filesOf(ctx), plan, baseline, scope);
    const proveIn = async (place: GateContext) =>
      explained(filesOf(place), await new Control(place, plan, baseline, modules).prove());
    if (ctx.mounted !== undefined) return proveIn(ctx);
    const copy = await copyWorkspace(ctx, 'control');
    try {
      return await proveIn(copy.ctx);
    } finally {
      await copy.remove();
    }
  });
}
