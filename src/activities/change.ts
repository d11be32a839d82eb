import { sha256 } from '../adapters/content-store.js';
import { applyChange as apply } from '../change/apply.js';
import { rawChange, type Change, type Refused } from '../change/change.js';
import { prepareChange } from '../change/engine.js';
import { revertChange as revert } from '../change/revert.js';
import type { Manifest } from '../core/contracts.js';
import type { ChangeKeys } from '../core/guard.js';
import type {
  ApplyChangeRequest,
  ApplyChangeResult,
  CheckChangeRequest,
  CheckChangeResult,
  RevertChangeRequest,
  RevertChangeResult,
} from '../core/payloads.js';
import type { Baseline, GatePlan } from '../gate/gate.js';
import { restoreInterrupted } from '../gate/interrupted.js';
import { formatChange } from './format-change.js';
import type { Task } from './task.js';

/**
 * Parses, places and checks a proposal's edit, and gives it the form that the repository enforces.
 * It writes nothing into the workspace: a second run makes the same change.
 */
export async function checkChange(
  request: CheckChangeRequest,
  task: Task,
): Promise<CheckChangeResult> {
  const { store, workspace, journal } = task.folder;
  const manifest = await store.get<Manifest>(request.proposal);
  const plan = await store.get<GatePlan>(request.plan);
  const baseline = await store.get<Baseline>(request.baseline);
  const { lockbox } = await task.settings();
  const proposed = await prepareChange({
    workspace,
    raw: rawChange(manifest),
    rules: { ...lockbox, testFiles: baseline.testFiles },
    stateDir: journal,
  });
  if (proposed.kind !== 'ok') return refusal(proposed);
  const { prepared, notes } = await formatChange(proposed.change, { plan, baseline }, task);
  if (prepared.kind !== 'ok') return refusal(prepared, notes);
  const { change } = prepared;
  return {
    kind: 'ok',
    change: await store.put(change),
    changeHash: change.id,
    ...keysOf(change),
    files: change.files.map((file) => file.path),
    notes,
  };
}

function refusal({ kind, reason, message }: Refused, notes: string[] = []): CheckChangeResult {
  const text = notes.length === 0 ? message : `${message} (${notes.join('; ')})`;
  return { kind, reason, message: text };
}

function keysOf(change: Change): ChangeKeys {
  const key = (first: 'before' | 'after', second: 'before' | 'after'): string =>
    sha256(JSON.stringify(change.files.map((file) => [file.path, file[first], file[second]])));
  return { key: key('before', 'after'), inverseKey: key('after', 'before') };
}

/**
 * Applies a reviewed change with a journal. A second run recognises it by content: applied stays
 * applied, half applied is put back and applied again.
 */
export async function applyChange(
  request: ApplyChangeRequest,
  task: Task,
): Promise<ApplyChangeResult> {
  const { store, workspace, journal } = task.folder;
  await task.fence.check();
  await restoreInterrupted(workspace);
  return apply({
    workspace,
    stateDir: journal,
    change: await store.get<Change>(request.change),
    baseTree: request.headTree,
    stillCurrent: () => task.fence.check(),
  });
}

/** Reverts exactly what the change touched. A second run finds it reverted. */
export async function revertChange(
  request: RevertChangeRequest,
  task: Task,
): Promise<RevertChangeResult> {
  const { store, workspace, journal } = task.folder;
  await task.fence.check();
  // An abort may follow the kill of a gate call, whose suite left files behind.
  await restoreInterrupted(workspace);
  const { id } = await store.get<Change>(request.change);
  const result = await revert({
    workspace,
    stateDir: journal,
    changeId: id,
    stillCurrent: () => task.fence.check(),
  });
  if (result.kind !== 'reverted') return result;
  if (result.tree === request.headTree) return { kind: 'reverted' };
  return {
    kind: 'needs-attention',
    message: `after the revert the workspace ${workspace} holds the tree ${result.tree} instead of ${request.headTree}: something else writes there`,
  };
}
