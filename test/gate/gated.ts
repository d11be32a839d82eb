import { measureBaseline } from '../../src/gate/baseline.js';
import type {
  Baseline,
  GateContext,
  GatePlan,
  GateSubject,
  GateVerdict,
} from '../../src/gate/gate.js';
import { runFully, stepsOf } from '../../src/gate/full-run.js';
import { openContext } from '../../src/gate/run-step.js';
import { reportOf } from '../../src/gate/run-tests.js';
import { countsOf, idsOf } from '../../src/gate/test-delta.js';
import { runGate } from '../../src/gate/run-gate.js';
import { makeRepo, runGit, writeFiles, type Files } from '../helpers/git-repo.js';
import { baselineOf, contextOf, planOf } from './plans.js';

/** A repository whose base commit is measured. */
export interface Measured {
  ctx: GateContext;
  plan: GatePlan;
  workspace: string;
  baseline: Baseline;
}

export const NODE_TEST = planOf('node:test', ['node', '--test']);

const UNLISTED = { kind: 'manifest-only', why: 'not listed in this test' } as const;

/** What one run of the base commit says, without its public API, which is slow to list. */
async function baselineIn(ctx: GateContext, plan: GatePlan): Promise<Baseline> {
  const options = { network: 'off', home: 'own', limitOf: () => 60_000 } as const;
  const run = await runFully(ctx, plan, options);
  const { tests } = (run.tests && reportOf(run.tests)) ?? { tests: [] };
  const steps = stepsOf(run);
  return baselineOf({
    counts: countsOf({ tests }),
    passed: idsOf({ tests }, 'passed'),
    skipped: idsOf({ tests }, 'skipped'),
    failing: idsOf({ tests }, 'failed').filter((id) => plan.allowFailing.includes(id)),
    flaky: plan.allowFlaky,
    testFiles: [...new Set(tests.map(({ file }) => file))],
    stepMs: Object.fromEntries(steps.map(({ name, ms }) => [name, ms])),
    usualMs: Object.fromEntries(steps.map(({ name, ms }) => [name, ms])),
    strays: Object.fromEntries(steps.map(({ name, strays }) => [name, strays ?? 0])),
    checks: Object.fromEntries(
      Object.entries(run.statics.checks).map(([name, { check }]) => [name, check]),
    ),
    api: UNLISTED,
    writes: run.writes,
    network: 'off',
  });
}

/** Commits files and measures them; `prepare` runs before, e.g. to install packages. */
export async function measured(
  files: Files,
  plan: GatePlan = NODE_TEST,
  prepare: (workspace: string) => Promise<void> = () => Promise.resolve(),
): Promise<Measured> {
  const workspace = await makeRepo({ '.gitignore': 'node_modules/\n', ...files });
  await prepare(workspace);
  const ctx = await openContext(await contextOf(workspace));
  return { ctx, plan, workspace, baseline: await baselineIn(ctx, plan) };
}

/** Like {@link measured}, by the gate's own measurement, with the public API. */
export async function fullyMeasured(files: Files, plan: GatePlan = NODE_TEST): Promise<Measured> {
  const { ctx, workspace } = await measured(files, plan);
  const result = await measureBaseline(ctx, plan);
  if (result.kind !== 'ok') throw new Error(result.message);
  return { ctx, plan, workspace, baseline: result.baseline };
}

/** What a test says beside the change itself. */
export interface Judging {
  ctx?: Partial<GateContext>;
  subject?: Partial<GateSubject>;
  baseline?: Partial<Baseline>;
  plan?: Partial<GatePlan>;
}

export const isTestFile = (path: string): boolean => /(?:^|\/)tests?\/|\.snap$/.test(path);

/** Applies a change and judges it. */
export async function verdictOn(
  on: Measured,
  change: Files,
  { ctx, subject, baseline, plan }: Judging = {},
): Promise<GateVerdict> {
  await writeFiles(on.workspace, change);
  const before = await runGit(on.workspace, 'diff');
  const verdict = await runGate(
    { ...on.ctx, ...ctx },
    { ...on.plan, ...plan },
    { ...on.baseline, api: UNLISTED, ...baseline },
    {
      files: Object.keys(change),
      publicApiTouched: false,
      pinned: ['preserve-public-api'],
      isLocked: isTestFile,
      relatedFirst: false,
      ...subject,
    },
  );
  // Whatever the steps did, the change stands as it stood.
  if ((await runGit(on.workspace, 'diff')) !== before) throw new Error('the change was altered');
  return verdict;
}
