/** PROPOSE and the asking part of FIX: one answer of the proposer, checked and filed. */
import { MALFORMED_LIMIT } from '../core/guard.js';
import { nextId } from '../core/ledger.js';
import type { ProposalSummary, ProposeResult } from '../core/payloads.js';
import { done, halt, type End } from '../core/ends.js';
import { note, recordAttempt, settleNode, spend } from '../core/state.js';
import { askBrain } from './ask.js';
import type { Session } from './session.js';

export type Proposed =
  | { kind: 'proposal'; proposal: ProposalSummary }
  /** The answer settled or skipped a node: on to the ledger. */
  | { kind: 'over' }
  | { kind: 'end'; end: End };

/** Asks for a proposal, or with `failed` for a repair of the same refactoring. */
export async function propose(session: Session, failed: ProposalSummary | null): Promise<Proposed> {
  const { state } = session;
  session.enter('propose', failed?.node ?? '');
  const answer = await askBrain<ProposeResult>(
    session,
    (previousError) =>
      session.call(
        'propose',
        {
          iteration: state.iteration,
          scope: state.scope,
          pinned: state.settings.pinned,
          pinnedHash: state.pinnedHash,
          nodes: state.nodes,
          lastFailure: state.lastFailure,
          previousError,
          fix:
            failed === null
              ? null
              : { node: failed.node, refactoring: failed.refactoring, proposal: failed.proposal },
        },
        failed === null
          ? ['propose', state.attempts.length > 0 ? lastResult(session) : 'first']
          : ['fix', failed.node, failed.refactoring, 'reverted'],
      ),
    (malformed) => {
      state.malformedInRow = malformed.node === null ? state.malformedInRow + 1 : 0;
      recordAttempt(state, {
        node: malformed.node ?? failed?.node ?? '',
        stage: 'propose',
        outcome: 'malformed',
        reason: malformed.problem,
      });
      return state.malformedInRow >= MALFORMED_LIMIT
        ? halt(
            'brain-failed',
            `${state.malformedInRow} malformed answers in a row, last: ${malformed.problem}`,
          )
        : undefined;
    },
  );
  if (answer.kind === 'end') return answer;
  if (answer.kind === 'malformed') {
    const node = failed?.node ?? answer.node;
    if (node !== null && node !== undefined)
      settleNode(state, node, 'skipped', `malformed twice: ${answer.problem}`);
    return { kind: 'over' };
  }
  state.malformedInRow = 0;
  return file(session, answer.result, failed);
}

function file(
  session: Session,
  result: Exclude<ProposeResult, { kind: 'fault' | 'malformed' }>,
  failed: ProposalSummary | null,
): Proposed {
  const { state } = session;
  spend(state, result.cost);
  switch (result.kind) {
    case 'finding-gone':
      settleNode(state, result.node, 'resolved-incidental', result.note);
      return { kind: 'over' };
    case 'infeasible':
      if (failed !== null) settleNode(state, failed.node, 'undoable', result.findings);
      return { kind: 'over' };
    case 'nothing-actionable':
      if (failed !== null) {
        settleNode(state, failed.node, 'reverted', result.note);
        return { kind: 'over' };
      }
      note(state, `nothing actionable: ${result.note}`);
      return { kind: 'end', end: done(state, result.note) };
    case 'proposal':
      return { kind: 'proposal', proposal: admit(session, result) };
  }
}

/** Gives a new finding its id from the cage. */
function admit(session: Session, proposal: ProposalSummary): ProposalSummary {
  const { state } = session;
  const node = proposal.node === 'new' ? nextId(state.nodes) : proposal.node;
  if (proposal.node === 'new') {
    state.nodes.push({
      id: node,
      smell: proposal.smell,
      span: proposal.span,
      anchor: proposal.anchor,
      dependsOn: proposal.dependsOn,
      status: 'pending',
      severity: state.settings.minSeverity,
      confidence: state.settings.theta,
      note: '',
      blocks: 0,
    });
    note(state, `${node} is new: ${proposal.smell}`);
  }
  state.node = node;
  return { ...proposal, node };
}

function lastResult(session: Session): string {
  const last = session.state.attempts.at(-1);
  return last === undefined ? '' : `after ${last.node} ${last.outcome}`;
}
