import type { Change, PrepareResult } from '../change/change.js';
import { withNewTexts } from '../change/new-texts.js';
import { formatTexts, type ChangedText } from '../gate/format/index.js';
import type { Baseline, GatePlan } from '../gate/gate.js';
import { contextIn } from '../gate/summary.js';
import type { Task } from './task.js';

/** The oracle as detected and measured. */
export interface Oracle {
  plan: GatePlan;
  baseline: Baseline;
}

function textsOf({ files }: Change): ChangedText[] {
  return files.flatMap(({ path, before, after }) => {
    if (after === null) return [];
    const old = before === null ? null : Buffer.from(before, 'base64');
    return [{ path, before: old, after: Buffer.from(after, 'base64') }];
  });
}

/**
 * The change in the form that the repository's own checks ask for, so that the form is reviewed with
 * the code, and what was done to it, a line a file. It writes nothing into the workspace.
 */
export async function formatChange(
  change: Change,
  { plan, baseline }: Oracle,
  task: Task,
): Promise<{ prepared: PrepareResult; notes: string[] }> {
  const { workspace, journal } = task.folder;
  const { gate } = await task.settings();
  const ctx = contextIn(task.folder, gate, task.signal, `format-${task.sequence}`);
  const { texts, notes } = await formatTexts(ctx, plan, baseline, textsOf(change));
  if (texts.size === 0) return { prepared: { kind: 'ok', change }, notes };
  const prepared = await withNewTexts({ workspace, change, texts, stateDir: journal });
  return { prepared, notes };
}
