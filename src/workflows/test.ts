/** APPLY, TEST and REVERT: after anything but green the workspace is as it was. */
import { COULD_NOT_RUN_LIMIT } from '../core/guard.js';
import type { ProposalSummary, RunGateResult } from '../core/payloads.js';
import { halt, type End } from '../core/ends.js';
import { note, recordAttempt } from '../core/state.js';
import type { CheckedChange } from './review.js';
import type { Session } from './session.js';

export type Green = Extract<RunGateResult, { kind: 'green' }> & { tree: string };
export type Tested = Green | { kind: 'red'; evidence: string } | { kind: 'end'; end: End };

/** Applies one reviewed change and lets the gate judge it. */
export async function applyAndTest(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
): Promise<Tested> {
  const { state } = session;
  const names = [proposal.node, proposal.refactoring];
  session.enter('apply');
  // Registered before the apply: an abort in its middle must find it.
  state.applied = change.change;
  const applied = await session.call(
    'applyChange',
    { change: change.change, headTree: state.headTree },
    [...names, 'apply', 'review passed'],
  );
  if (applied.kind === 'needs-attention') return { kind: 'end', end: needsAttention(applied) };

  session.enter('test');
  const verdict = await judge(session, proposal, change, applied.tree);
  if (verdict.kind === 'needs-attention') return { kind: 'end', end: needsAttention(verdict) };
  if (verdict.kind === 'green') {
    for (const text of verdict.notes) note(state, `${proposal.node}: ${text}`);
    return { ...verdict, tree: applied.tree };
  }

  session.enter('revert');
  const evidence = verdict.kind === 'red' ? verdict.digest : verdict.message;
  const reverted = await session.call(
    'revertChange',
    { change: change.change, headTree: state.headTree },
    [...names, 'revert', whyReverted(verdict)],
  );
  if (reverted.kind === 'needs-attention') return { kind: 'end', end: needsAttention(reverted) };
  state.applied = null;
  if (verdict.kind === 'red') return { kind: 'red', evidence };
  if (verdict.kind === 'refused')
    return { kind: 'end', end: halt(verdict.reason, verdict.message) };
  return { kind: 'end', end: halt('gate-broken', `the gate could not run: ${evidence}`) };
}

function whyReverted(verdict: Exclude<RunGateResult, { kind: 'green' }>): string {
  if (verdict.kind === 'red') return `red: ${verdict.reason}`;
  return verdict.kind === 'refused' ? verdict.reason : 'could not run';
}

/** A gate that could not run is tried again and never blamed on the change. */
async function judge(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
  tree: string,
): Promise<RunGateResult> {
  const { state } = session;
  for (let tries = 1; ; tries += 1) {
    const verdict = await session.call(
      'runGate',
      {
        plan: state.oracle?.plan ?? '',
        baseline: state.oracle?.baseline ?? '',
        change: change.change,
        headTree: state.headTree,
        tree,
        publicApiTouched: proposal.publicApiTouched,
        relatedFirst: state.oracle?.relatedFirst ?? false,
      },
      [proposal.node, proposal.refactoring, 'test', ...(tries > 1 ? [`try ${tries}`] : [])],
    );
    if ('ms' in verdict) state.gateMs += verdict.ms;
    if (verdict.kind !== 'could-not-run') return verdict;
    recordAttempt(state, {
      node: proposal.node,
      stage: 'test',
      outcome: 'could-not-run',
      reason: verdict.message,
    });
    if (tries >= COULD_NOT_RUN_LIMIT) return verdict;
  }
}

function needsAttention(result: { message: string }): End {
  return halt('needs-attention', result.message);
}
