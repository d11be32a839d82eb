import { readFile, statfs } from 'node:fs/promises';
import { diffApi, listableFiles, listApi } from './api/index.js';
import { writeDigest } from './digest.js';
import { keepingTree, stepsOf } from './full-run.js';
import type { Baseline, GateContext, GatePlan, GateSubject, GateVerdict } from './gate.js';
import {
  judgeApi,
  judgeStatic,
  judgeTests,
  type ApiOutcome,
  type Problem,
  type Red,
} from './judge.js';
import { limitsOf } from './limits.js';
import {
  runStatic,
  runTests,
  type OracleOptions,
  type StaticRun,
  type TestRun,
} from './run-oracle.js';
import { freshPlace, openContext } from './run-step.js';
import { newSuppressions } from './suppressions.js';
import { countsOf } from './test-delta.js';

const DISK_FLOOR_BYTES = 16 * 1024 * 1024;

interface Measurement {
  problem: Problem | null;
  statics: StaticRun;
  api: Baseline['api'];
  tests: TestRun | null;
}

/** The plan without the checks that could not run at the baseline. */
function comparable(plan: GatePlan, baseline: Baseline): GatePlan {
  return {
    ...plan,
    lint: baseline.lint === null ? null : plan.lint,
    types: baseline.types === null ? null : plan.types,
  };
}

async function measureApi(
  ctx: GateContext,
  baseline: Baseline,
  files: string[],
): Promise<{ api: Baseline['api']; outcome: ApiOutcome }> {
  if (baseline.api.kind === 'manifest-only')
    return { api: baseline.api, outcome: { kind: 'unmeasured' } };
  const { workspace, outDir, signal } = ctx;
  const api = await listApi({ workspace, outDir, signal, files });
  if (api.kind === 'manifest-only') return { api, outcome: { kind: 'lost', why: api.why } };
  return { api, outcome: { kind: 'compared', diff: diffApi(baseline.api.symbols, api.symbols) } };
}

/** API and tests at once, since a listing takes as long as many a suite; both end before it does. */
async function measureApiAndTests(
  ctx: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  options: OracleOptions,
): Promise<[Awaited<ReturnType<typeof measureApi>>, TestRun]> {
  // Before the tests run: what they write for a moment is no part of the API.
  const files = await listableFiles(ctx.workspace, ctx.signal);
  ctx.onProgress?.('api');
  const listing = measureApi(ctx, baseline, files);
  // A suite that writes into the workspace may write what is being listed.
  if (baseline.writes.length > 0) await listing;
  const both = [listing, runTests(ctx, plan, options)] as const;
  await Promise.allSettled(both);
  return Promise.all(both);
}

/** Cheap steps first; the first clause of green that is not met is the verdict. */
async function measure(
  ctx: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  subject: GateSubject,
): Promise<Measurement> {
  const options = { network: baseline.network, limitOf: limitsOf(ctx, baseline) };
  const suppressions = await newSuppressions(ctx.workspace, subject.files);
  const statics = await runStatic(ctx, comparable(plan, baseline), options);
  const early = judgeStatic(baseline, statics, suppressions);
  if (early !== null) return { problem: early, statics, api: baseline.api, tests: null };
  const [{ api, outcome }, tests] = await measureApiAndTests(ctx, plan, baseline, options);
  const contradiction = judgeApi(subject, outcome);
  if (contradiction?.kind === 'red') return { problem: contradiction, statics, api, tests: null };
  // A change that only broke the listing is most likely told by its tests.
  return { problem: judgeTests(baseline, tests) ?? contradiction, statics, api, tests };
}

async function isDiskFull(ctx: GateContext): Promise<boolean> {
  const { bavail, bsize } = await statfs(ctx.outDir);
  return bavail * bsize < DISK_FLOOR_BYTES;
}

async function digestOf(red: Red, measured: Measurement): Promise<string> {
  const step = stepsOf(measured).find(({ name }) => name === red.step);
  const log = step === undefined ? '' : await readFile(step.logPath, 'utf8').catch(() => '');
  const report = measured.tests?.report ?? null;
  const failures = report?.tests.filter((test) => test.outcome === 'failed') ?? [];
  return writeDigest({ red, counts: report === null ? null : countsOf(report), failures, log });
}

function nextBaseline(baseline: Baseline, { statics, api }: Measurement): Baseline {
  return {
    ...baseline,
    api,
    lint: statics.lint?.check ?? baseline.lint,
    types: statics.types?.check ?? baseline.types,
    checks: statics.checks.map(({ check }, index) => check ?? baseline.checks[index] ?? null),
  };
}

/**
 * Judges the change that stands in the workspace against the baseline, and leaves its files as
 * they were. Green carries the baseline for the next change: new API, no old diagnostics back.
 */
export async function runGate(
  given: GateContext,
  plan: GatePlan,
  baseline: Baseline,
  subject: GateSubject,
): Promise<GateVerdict> {
  const ctx = await openContext(given);
  await freshPlace(ctx);
  const { result } = await keepingTree(ctx, () => measure(ctx, plan, baseline, subject));
  const { problem, tests } = result;
  if (problem === null) {
    const counts = tests?.report ? countsOf(tests.report) : baseline.counts;
    return { kind: 'green', counts, baseline: nextBaseline(baseline, result) };
  }
  if (problem.kind === 'could-not-run') return problem;
  if (await isDiskFull(ctx)) return { kind: 'could-not-run', message: 'the disk is full' };
  const { reason, step, guard } = problem;
  return { kind: 'red', reason, step, guard, digest: await digestOf(problem, result) };
}
