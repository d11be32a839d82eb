import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../adapters/content-store.js';
import { readJson } from '../adapters/json-file.js';
import { undoWrites, workspaceState, type WorkspaceState } from '../adapters/workspace.js';
import type { BrainUsage } from '../brains/brain.js';
import type { BrainChoice, BrainRequest, Parsed } from '../core/contracts.js';
import type { BrainCost, BrainFault } from '../core/payloads.js';
import type { Task } from './task.js';

const DEFAULT_TIMEOUT_SECONDS = 600;

export type BrainCall<T> =
  | { kind: 'answer'; answer: T; cost: BrainCost }
  /** `answer` is what the brain said, unchecked. */
  | { kind: 'refused'; problem: string; answer: unknown; cost: BrainCost }
  | BrainFault;

/**
 * Asks a brain and parses the answer at the door. What a command brain wrote into the workspace is
 * undone, and its answer counts as a fault.
 */
export async function callBrain<T>(
  task: Task,
  choice: BrainChoice,
  request: BrainRequest,
  parse: (answer: unknown) => Parsed<T>,
): Promise<BrainCall<T>> {
  const guard = choice.brain === 'command' ? await guardWorkspace(task) : undefined;
  const result = await task.deps.brain(choice).ask(request, {
    signal: task.signal,
    timeoutMs: (choice.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    logDir: task.folder.logs,
  });
  task.signal.throwIfAborted();
  const wrote = await guard?.(request.role);
  if (wrote !== undefined) return wrote;
  if (result.kind === 'fault')
    return {
      kind: 'fault',
      message: result.message,
      final: result.final,
      retryAfterMs: result.retryAfterMs ?? null,
      ms: task.elapsed(),
    };
  const cost = costOf(task, result.usage);
  const parsed = parse(result.answer);
  return parsed.kind === 'ok'
    ? { kind: 'answer', answer: parsed.value, cost }
    : { kind: 'refused', problem: parsed.problem, answer: result.answer, cost };
}

/**
 * Remembers the workspace as it is before the call, on disk, so that also after a kill in the
 * middle of a call nothing that a brain wrote is taken for ours. The guard undoes such writes.
 */
async function guardWorkspace(
  task: Task,
): Promise<(role: string) => Promise<BrainFault | undefined>> {
  const { workspace, logs } = task.folder;
  const file = join(logs, `before-${task.sequence}.json`);
  const remembered = (await readJson(file)) as WorkspaceState | undefined;
  const before = remembered ?? (await workspaceState(workspace));
  if (remembered === undefined) await writeFileAtomically(file, JSON.stringify(before));
  else await undoWrites(workspace, commitOf(before), before);
  return async (role) => {
    await task.fence.check();
    const undone = await undoWrites(workspace, commitOf(before), before);
    await rm(file, { force: true });
    if (undone.kind === 'unchanged') return undefined;
    const what = `brain-wrote-files: the ${role} call changed the workspace`;
    return undone.kind === 'undone'
      ? fault(
          task,
          `${what} (${undone.written.slice(0, 5).join(', ')}); it was put back, and the answer does not count`,
          false,
        )
      : fault(task, `${what} and could not be put back: ${undone.message}`, true);
  };
}

function commitOf(state: WorkspaceState): string {
  const name = /^ref: (.+)$/.exec(state.head)?.[1];
  return name === undefined ? state.head : (state.refs[name] ?? state.head);
}

function fault(task: Task, message: string, final: boolean): BrainFault {
  return { kind: 'fault', message, final, retryAfterMs: null, ms: task.elapsed() };
}

function costOf(task: Task, usage: BrainUsage): BrainCost {
  return { ...usage, ms: task.elapsed() };
}
