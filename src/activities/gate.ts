import { gateCacheFolder } from '../adapters/home.js';
import { readJson } from '../adapters/json-file.js';
import { workspaceTree } from '../change/tree.js';
import type { Change } from '../change/change.js';
import { detectGate as detect } from '../gate/detect/index.js';
import { GateCache } from '../gate/cache.js';
import { confirmOnce, controlOnce, measureOnce } from '../gate/cached-gate.js';
import type { Baseline, GateContext, GatePlan } from '../gate/gate.js';
import { restoreInterrupted } from '../gate/interrupted.js';
import { runGate as judge } from '../gate/run-gate.js';
import { contextIn, summaryOf, summaryOfBaseline } from '../gate/summary.js';
import type {
  ConfirmBaselineRequest,
  ControlGateRequest,
  ControlGateResult,
  DetectGateRequest,
  DetectGateResult,
  MeasureBaselineRequest,
  MeasureBaselineResult,
  RunGateRequest,
  RunGateResult,
} from '../core/payloads.js';
import { isThere } from '../adapters/is-there.js';
import { machineLockIn } from '../gate/turn.js';
import { makeScratch, removeScratch } from '../gate/workspace-copy.js';
import { lockedFiles } from './locked-files.js';
import type { Task } from './task.js';

/** Finds the oracle. It only reads the workspace: a second run finds the same. */
export async function detectGate(
  request: DetectGateRequest,
  task: Task,
): Promise<DetectGateResult> {
  const settings = await task.settings();
  const found = await detect(
    await context(task, 'detect'),
    settings.gate,
    await task.folder.store.get<string[]>(request.scope),
  );
  if (found.kind === 'refused') return found;
  const { plan } = found;
  return {
    kind: 'ok',
    plan: await task.folder.store.put(plan),
    gate: summaryOf(plan),
  };
}

/**
 * Measures the base commit, unless an earlier run has, and leaves a copy of the workspace for the
 * second run and the control. A second attempt measures again: the workspace is as it was.
 */
export async function measureBaseline(
  request: MeasureBaselineRequest,
  task: Task,
): Promise<MeasureBaselineResult> {
  const { store, workspace, scratch } = task.folder;
  const plan = await store.get<GatePlan>(request.plan);
  const result = await measureOnce(await context(task, 'baseline'), plan, cacheOf(task));
  const ms = task.elapsed();
  if (result.kind === 'refused') return result;
  if (result.kind === 'could-not-run') return { ...result, ms };
  const { baseline, key, isConfirmed } = result;
  // Now, since a brain may write into the workspace while second run and control go on.
  await makeScratch(workspace, scratch, task.signal);
  const summary = summaryOfBaseline(plan, baseline);
  return { kind: 'ok', baseline: await store.put(baseline), key, isConfirmed, summary, ms };
}

/**
 * Runs the oracle once more, in the scratch copy, and keeps what both runs agree on. A second
 * attempt finds the copy, undoes what the first left in it, and runs again.
 */
export async function confirmBaseline(
  request: ConfirmBaselineRequest,
  task: Task,
): Promise<MeasureBaselineResult> {
  const { store } = task.folder;
  const plan = await store.get<GatePlan>(request.plan);
  const baseline = await store.get<Baseline>(request.baseline);
  const { key } = request;
  const ctx = await inScratch(task, 'baseline-2');
  const result = await confirmOnce(ctx, plan, { baseline, key }, cacheOf(task));
  const ms = task.elapsed();
  if (result.kind === 'refused') return result;
  if (result.kind === 'could-not-run') return { ...result, ms };
  const summary = summaryOfBaseline(plan, result.baseline);
  return {
    kind: 'ok',
    baseline: await store.put(result.baseline),
    key,
    isConfirmed: true,
    summary,
    ms,
  };
}

/**
 * Proves that the gate can go red, in the scratch copy, unless an earlier run has; then the copy is
 * removed. A second attempt finds the copy, or the proof.
 */
export async function controlGate(
  request: ControlGateRequest,
  task: Task,
): Promise<ControlGateResult> {
  const { store } = task.folder;
  const baseline = await store.get<Baseline>(request.baseline);
  const scope = await store.get<string[]>(request.scope);
  const result = await controlOnce(
    () => inScratch(task, 'control'),
    await store.get<GatePlan>(request.plan),
    { baseline, key: request.key, scope },
    cacheOf(task),
  );
  // Else it is tried again there, or the run ends.
  if (result.kind === 'ok') await removeScratch(task.folder.scratch);
  return result.kind === 'refused' ? result : { ...result, ms: task.elapsed() };
}

function cacheOf(task: Task): GateCache {
  return new GateCache(gateCacheFolder(task.deps.home));
}

/** A place whose steps run in the scratch copy, which stands at the workspace's path. */
async function inScratch(task: Task, name: string): Promise<GateContext> {
  const { scratch } = task.folder;
  // A new one might hold what a brain is writing.
  if (!(await isThere(scratch))) throw new Error(`the scratch copy ${scratch} is gone`);
  await restoreInterrupted(scratch);
  return { ...(await context(task, name)), mounted: scratch };
}

/**
 * Judges the applied change. The workspace must hold exactly the reviewed tree before and after; a
 * second run judges again.
 */
export async function runGate(request: RunGateRequest, task: Task): Promise<RunGateResult> {
  const { store, workspace } = task.folder;
  const change = await store.get<Change>(request.change);
  const settings = await task.settings();
  const differs = async (when: string): Promise<RunGateResult | undefined> => {
    const tree = await workspaceTree(workspace, { baseTree: request.headTree, change });
    if (tree === request.tree) return undefined;
    return {
      kind: 'needs-attention',
      message: `${when} the gate ran, the tracked files of the workspace ${workspace} were not the reviewed tree (${tree} instead of ${request.tree}): something else writes there`,
    };
  };
  await task.fence.check();
  await restoreInterrupted(workspace);
  const before = await differs('before');
  if (before !== undefined) return before;
  const baseline = await store.get<Baseline>(request.baseline);
  const verdict = await judge(
    await context(task, `gate-${request.sequence}`),
    await store.get<GatePlan>(request.plan),
    baseline,
    {
      files: change.files.map((file) => file.path),
      publicApiTouched: request.publicApiTouched,
      pinned: settings.pinned,
      isLocked: await lockedFiles(workspace, settings, baseline),
      relatedFirst: request.relatedFirst,
    },
  );
  const after = await differs('after');
  if (after !== undefined) return after;
  const ms = task.elapsed();
  if (verdict.kind === 'refused') return verdict;
  if (verdict.kind !== 'green') return { ...verdict, ms };
  const { counts, notes } = verdict;
  return { kind: 'green', counts, notes, baseline: await store.put(verdict.baseline), ms };
}

async function context(task: Task, name: string): Promise<GateContext> {
  const { gate } = await task.settings();
  const record = (await readJson(task.folder.recordFile)) as { commonDir?: string } | undefined;
  return {
    ...contextIn(task.folder, gate, task.signal, name),
    onProgress: task.tell,
    machineLock: machineLockIn(task.deps.home),
    ...(record?.commonDir === undefined ? {} : { repository: record.commonDir }),
  };
}
