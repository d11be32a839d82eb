/** LOCKBOX, REVIEW and GUARD: what a proposal must pass before it may touch the workspace. */
import { apiClaimRefusal, blockReason, repetition } from '../core/guard.js';
import type { CheckChangeResult, CritiqueResult, ProposalSummary } from '../core/payloads.js';
import { blockNode, note, recordAttempt, settleNode, spend } from '../core/state.js';
import type { End } from '../core/ends.js';
import type { Stage } from '../core/vocabulary.js';
import { askBrain } from './ask.js';
import type { Session } from './session.js';

export type CheckedChange = Extract<CheckChangeResult, { kind: 'ok' }>;

export type Reviewed =
  | { kind: 'passed'; change: CheckedChange }
  | { kind: 'over' }
  | { kind: 'failed'; evidence: string }
  | { kind: 'end'; end: End };

/** Key of a try: the same change with another claim about the public API is another one. */
export function triedKey(change: CheckedChange, proposal: ProposalSummary): string {
  return `${change.key} ${proposal.publicApiTouched}`;
}

/** Refused and blocked proposals go back with their evidence; a repair so ended is a spent attempt. */
export async function review(
  session: Session,
  proposal: ProposalSummary,
  isFix: boolean,
): Promise<Reviewed> {
  const checked = await lockbox(session, proposal, isFix);
  if (checked.kind !== 'passed') return checked;
  return critique(session, proposal, checked.change, isFix);
}

async function lockbox(
  session: Session,
  proposal: ProposalSummary,
  isFix: boolean,
): Promise<Reviewed> {
  const { state } = session;
  session.enter('lockbox', proposal.node);
  const claim = apiClaimRefusal(proposal.publicApiTouched, state.settings.pinned);
  if (claim !== undefined) return back(session, proposal, 'lockbox', claim, isFix);

  const checked = await session.call(
    'checkChange',
    {
      proposal: proposal.proposal,
      plan: state.oracle?.plan ?? '',
      baseline: state.oracle?.baseline ?? '',
    },
    [proposal.node, proposal.refactoring, 'lockbox'],
  );
  if (checked.kind !== 'ok') {
    const evidence = `${checked.reason}: ${checked.message}`;
    return back(session, proposal, 'lockbox', evidence, isFix);
  }
  for (const text of checked.notes ?? []) note(state, `${proposal.node} ${text}`);
  const keys = { ...checked, key: triedKey(checked, proposal) };
  const repeated = repetition(keys, state.triedKeys, state.landedKeys);
  if (repeated === undefined) return { kind: 'passed', change: checked };
  if (isFix) return back(session, proposal, 'lockbox', repeated, isFix);
  recordAttempt(state, {
    node: proposal.node,
    stage: 'lockbox',
    outcome: 'refused',
    reason: repeated,
  });
  settleNode(state, proposal.node, 'rejected', lastEvidence(session, proposal.node) ?? repeated);
  return { kind: 'over' };
}

async function critique(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
  isFix: boolean,
): Promise<Reviewed> {
  const { state } = session;
  session.enter('review');
  const answer = await askBrain<CritiqueResult>(session, (previousError) =>
    session.call(
      'critique',
      {
        iteration: state.iteration,
        change: change.change,
        proposal: proposal.proposal,
        pinned: state.settings.pinned,
        pinnedHash: state.pinnedHash,
        previousError,
      },
      [proposal.node, proposal.refactoring, 'review'],
    ),
  );
  if (answer.kind === 'end') return answer;
  if (answer.kind === 'malformed') {
    recordAttempt(state, {
      node: proposal.node,
      stage: 'review',
      outcome: 'malformed',
      reason: answer.problem,
    });
    settleNode(
      state,
      proposal.node,
      'skipped',
      `the verdict was malformed twice: ${answer.problem}`,
    );
    return { kind: 'over' };
  }
  spend(state, answer.result.cost);
  session.enter('guard');
  const blocked = blockReason(answer.result.verdict, state.settings.theta);
  if (blocked === undefined) {
    return { kind: 'passed', change };
  }
  state.triedKeys.push(triedKey(change, proposal));
  return back(session, proposal, 'guard', blocked, isFix);
}

function back(
  session: Session,
  proposal: ProposalSummary,
  stage: Extract<Stage, 'lockbox' | 'guard'>,
  evidence: string,
  isFix: boolean,
): Reviewed {
  recordAttempt(session.state, {
    node: proposal.node,
    stage,
    outcome: stage === 'guard' ? 'blocked' : 'refused',
    reason: evidence,
  });
  const failure = { node: proposal.node, stage, evidence };
  if (isFix) {
    session.state.lastFailure = failure;
    return { kind: 'failed', evidence };
  }
  blockNode(session.state, proposal.node, failure);
  return { kind: 'over' };
}

function lastEvidence(session: Session, node: string): string | undefined {
  return session.state.attempts
    .filter((attempt) => attempt.node === node && attempt.outcome !== 'landed')
    .at(-2)
    ?.reason.split('\n')[0];
}
