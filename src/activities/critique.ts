import { parseVerdict, type BrainRequest, type Manifest, type Verdict } from '../core/contracts.js';
import type { CritiqueRequest, CritiqueResult } from '../core/payloads.js';
import { checkVerdict } from '../core/verdict-check.js';
import type { Change } from '../change/change.js';
import { callBrain } from './brain-call.js';
import { reassertPinned } from './pinned.js';
import { correctnessSlice } from './rubric.js';
import type { Task } from './task.js';

/**
 * Asks the critic for a verdict on the canonical diff, and checks what the verdict cites. The
 * proposer's other words are not shown. It only reads: a second run asks again.
 */
export async function critique(request: CritiqueRequest, task: Task): Promise<CritiqueResult> {
  const { store, workspace } = task.folder;
  const settings = await task.settings();
  const change = await store.get<Change>(request.change);
  const manifest = await store.get<Manifest>(request.proposal);
  const original = originalTexts(change);
  const question: BrainRequest = {
    protocol: 1,
    role: 'critique',
    run: request.run,
    iteration: request.iteration,
    workspace,
    pinned_constraints: reassertPinned(request, settings),
    diff: change.diff,
    original_code: [...original].map(([path, text]) => ({ path, text })),
    named_refactoring: manifest.named_refactoring,
    stated_intent: manifest.stated_intent,
    public_api_touched: manifest.public_api_touched,
    rubric_slice: await correctnessSlice(),
    ...(request.previousError === null ? {} : { previous_error: request.previousError }),
  };
  const asked = await callBrain(task, settings.critic, question, parseVerdict);
  if (asked.kind === 'fault') return asked;
  const { cost } = asked;
  if (asked.kind === 'refused')
    return { kind: 'malformed', problem: asked.problem, node: null, cost };
  const checked = checkVerdict(asked.answer, {
    diff: change.diff,
    touched: change.touched,
    original,
  });
  return checked.kind === 'ok'
    ? { kind: 'verdict', verdict: withoutQuotes(checked.verdict), cost }
    : { kind: 'malformed', problem: checked.problem, node: null, cost };
}

/** What GUARD reads: history needs neither the quotes nor the criteria that are met. */
function withoutQuotes(verdict: Verdict): Verdict {
  return {
    ...verdict,
    per_criterion: verdict.per_criterion
      .filter((item) => item.met === false)
      .map((item) => ({ ...item, evidence: '' })),
  };
}

/** The text before the change, per file that existed. */
function originalTexts(change: Change): Map<string, string> {
  return new Map(
    change.files.flatMap((file) =>
      file.before === null
        ? []
        : [[file.path, Buffer.from(file.before, 'base64').toString('utf8')] as const],
    ),
  );
}
