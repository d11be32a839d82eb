import { workspaceTree } from '../change/tree.js';
import type { Change } from '../change/change.js';
import { detectGate as detect } from '../gate/detect/index.js';
import { measureBaseline as measure } from '../gate/baseline.js';
import { negativeControl } from '../gate/control.js';
import type { Baseline, GateContext, GatePlan } from '../gate/gate.js';
import { restoreInterrupted } from '../gate/interrupted.js';
import { runGate as judge } from '../gate/run-gate.js';
import { apiInWords, contextIn, suiteMsOf, summaryOf } from '../gate/summary.js';
import type { Call } from '../core/protocol.js';
import type {
  ControlGateRequest,
  ControlGateResult,
  DetectGateResult,
  MeasureBaselineRequest,
  MeasureBaselineResult,
  RunGateRequest,
  RunGateResult,
} from '../core/payloads.js';
import type { Task } from './task.js';

/** Finds the oracle. It only reads the workspace: a second run finds the same. */
export async function detectGate(_request: Call, task: Task): Promise<DetectGateResult> {
  const settings = await task.settings();
  const found = await detect(await context(task, 'detect'), settings.gate);
  if (found.kind === 'refused') return found;
  const { plan } = found;
  return {
    kind: 'ok',
    plan: await task.folder.store.put(plan),
    gate: summaryOf(plan),
  };
}

/** Measures the base commit. A second run measures again: the workspace is as it was. */
export async function measureBaseline(
  request: MeasureBaselineRequest,
  task: Task,
): Promise<MeasureBaselineResult> {
  const plan = await task.folder.store.get<GatePlan>(request.plan);
  const result = await measure(await context(task, 'baseline'), plan);
  const ms = task.elapsed();
  if (result.kind === 'refused') return result;
  if (result.kind === 'could-not-run') return { ...result, ms };
  const { baseline } = result;
  return {
    kind: 'ok',
    baseline: await task.folder.store.put(baseline),
    counts: baseline.counts,
    suiteMs: suiteMsOf(baseline),
    sandbox: baseline.sandbox,
    network: baseline.network,
    publicApi: apiInWords(baseline),
    notes: baseline.notes,
    ms,
  };
}

/** Proves that the gate can go red, in a scratch copy. A second run makes a new copy. */
export async function controlGate(
  request: ControlGateRequest,
  task: Task,
): Promise<ControlGateResult> {
  const { store } = task.folder;
  const result = await negativeControl(
    await context(task, 'control'),
    await store.get<GatePlan>(request.plan),
    await store.get<Baseline>(request.baseline),
    await store.get<string[]>(request.scope),
  );
  return result.kind === 'refused' ? result : { ...result, ms: task.elapsed() };
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
  const verdict = await judge(
    await context(task, `gate-${request.sequence}`),
    await store.get<GatePlan>(request.plan),
    await store.get<Baseline>(request.baseline),
    {
      files: change.files.map((file) => file.path),
      publicApiTouched: request.publicApiTouched,
      pinned: settings.pinned,
    },
  );
  const after = await differs('after');
  if (after !== undefined) return after;
  const ms = task.elapsed();
  if (verdict.kind !== 'green') return { ...verdict, ms };
  return { kind: 'green', counts: verdict.counts, baseline: await store.put(verdict.baseline), ms };
}

async function context(task: Task, name: string): Promise<GateContext> {
  const { gate } = await task.settings();
  return contextIn(task.folder, gate, task.signal, name);
}
