import { diffApi, listableFiles, listApi, lostFiles } from './api/index.js';
import { filesOf } from './full-run.js';
import type { Baseline } from './gate.js';
import { listIgnored, removeIgnored } from './ignored.js';
import { judgeLearned, judgeWrites } from './integrity.js';
import { judgeApi, judgeStrays, judgeTests, type ApiOutcome, type Problem } from './judge.js';
import { relatedRed } from './related.js';
import type { StaticRun } from './run-oracle.js';
import { runTests, type TestRun } from './run-tests.js';
import type { BaseCopy } from './copies.js';
import { runStaticStage } from './static-stage.js';
import { restoreTree, treeNow, writesBetween, type TreeState } from './tree-guard.js';
import type { Trial } from './trial.js';

/** What the steps of a candidate said, as far as they came. */
export interface Measurement {
  problem: Problem | null;
  /** Whether the whole suite said `problem`, so that further runs can tell whose fault it is. */
  isOfSuite: boolean;
  statics: StaticRun;
  api: Baseline['api'];
  tests: TestRun | null;
  notes: string[];
}

async function measureApi(
  { ctx, baseline }: Trial,
  files: string[],
): Promise<{ api: Baseline['api']; outcome: ApiOutcome }> {
  if (baseline.api.kind === 'manifest-only')
    return { api: baseline.api, outcome: { kind: 'unmeasured' } };
  const { outDir, signal } = ctx;
  const api = await listApi({ workspace: filesOf(ctx), outDir, signal, files });
  if (api.kind === 'manifest-only') return { api, outcome: { kind: 'lost', why: api.why } };
  const lost = lostFiles(baseline.api.symbols, api.symbols);
  if (lost.length > 0) return { api, outcome: { kind: 'lost', why: lost.join('; ') } };
  return { api, outcome: { kind: 'compared', diff: diffApi(baseline.api.symbols, api.symbols) } };
}

/** API and tests at once, since a listing takes as long as many a suite; both end before it does. */
async function measureApiAndTests(
  trial: Trial,
): Promise<[Awaited<ReturnType<typeof measureApi>>, TestRun]> {
  const { ctx, plan, baseline, options } = trial;
  // Before the tests run: what they write for a moment is no part of the API.
  const files = await listableFiles(filesOf(ctx), ctx.signal);
  ctx.onProgress?.('api');
  const listing = measureApi(trial, files);
  // A suite that writes into the workspace may write what is being listed.
  if (Object.keys(baseline.writes).length > 0) await listing;
  const both = [listing, runTests(ctx, plan, options)] as const;
  await Promise.allSettled(both);
  return Promise.all(both);
}

/** Cheap steps first; the first clause of green that is not met is the verdict. */
export async function measure(
  trial: Trial,
  base: BaseCopy,
  before: TreeState,
): Promise<Measurement> {
  const { ctx, baseline, subject } = trial;
  const folder = filesOf(ctx);
  const { statics, tree, rules, removed, ...early } = await runStaticStage(trial, before);
  const notes = removed.map((path) => `taken away before the tests, for it is locked: ${path}`);
  const known = { statics, api: baseline.api, tests: null, isOfSuite: false, notes };
  if (early.problem !== null) return { ...known, problem: early.problem };
  const built = subject.relatedFirst ? await listIgnored(folder) : null;
  const related = await relatedRed(trial, base, async () => {
    await restoreTree(folder, { ...before, tree });
    if (built !== null) await removeIgnored(folder, built);
  });
  if (related !== null) return { ...known, ...related };

  const [{ api, outcome }, tests] = await measureApiAndTests(trial);
  const after = await treeNow(folder, before);
  const writes = await writesBetween(folder, tree, after);
  const all = await writesBetween(folder, before.tree, after);
  const contradiction = judgeApi(subject, outcome);
  if (contradiction?.kind === 'red') return { ...known, api, problem: contradiction };
  const ofTests = judgeTests(baseline, tests);
  // A change that only broke the listing is most likely told by its tests.
  const problem =
    ofTests ?? contradiction ?? judgeWrites('tests', writes, rules) ?? judgeLearned(all, rules);
  if (problem !== null) return { ...known, api, tests, problem, isOfSuite: problem === ofTests };
  const steps = [...statics.build, ...tests.map(({ step }) => step)];
  return { ...known, api, tests, problem: judgeStrays(baseline, steps), isOfSuite: true };
}
