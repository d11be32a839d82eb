/** One iteration: PROPOSE → LOCKBOX → REVIEW → GUARD → APPLY → TEST → LAND, or REVERT and FIX. */
import { isTerminal } from '../core/ledger.js';
import type { ProposalSummary } from '../core/payloads.js';
import { recordAttempt, settleNode, type LoopState } from '../core/state.js';
import type { End } from '../core/ends.js';
import { land } from './land.js';
import { propose, type Proposed } from './propose.js';
import { review, triedKey } from './review.js';
import type { Session } from './session.js';
import { applyAndTest } from './test.js';
import { writeLedger } from './ledger.js';

/** Runs one iteration and its ledger write; a HALT when one is due. */
export async function iterate(session: Session): Promise<End | undefined> {
  const { state } = session;
  const before = progress(state);
  state.iteration += 1;
  session.enter('propose', '');
  const end = await attempt(session);
  state.idleIterations = progress(state) === before ? state.idleIterations + 1 : 0;
  if (end !== undefined) return end;
  await writeLedger(session);
  return undefined;
}

/** Grows when something landed or a node came to its end; a new pending node is no progress. */
function progress(state: LoopState): number {
  return state.nodes.filter((node) => isTerminal(node.status)).length;
}

async function attempt(session: Session): Promise<End | undefined> {
  let proposed: Proposed = await propose(session, null);
  for (let fixes = 0; proposed.kind === 'proposal'; fixes += 1) {
    const outcome = await tryProposal(session, proposed.proposal, fixes > 0);
    if (outcome.kind === 'end') return outcome.end;
    if (outcome.kind === 'over') return undefined;
    if (fixes >= session.state.settings.maxFixAttempts) {
      settleNode(session.state, proposed.proposal.node, 'reverted', outcome.evidence);
      return undefined;
    }
    proposed = await propose(session, proposed.proposal);
  }
  return proposed.kind === 'end' ? proposed.end : undefined;
}

type Tried =
  | { kind: 'over' }
  | { kind: 'end'; end: End }
  /** Red, or a repair that was blocked: a spent attempt that FIX may follow. */
  | { kind: 'failed'; evidence: string };

async function tryProposal(
  session: Session,
  proposal: ProposalSummary,
  isFix: boolean,
): Promise<Tried> {
  const reviewed = await review(session, proposal, isFix);
  if (reviewed.kind !== 'passed') return reviewed;

  const tested = await applyAndTest(session, proposal, reviewed.change);
  if (tested.kind === 'end') return tested;
  if (tested.kind === 'red') {
    recordAttempt(session.state, {
      node: proposal.node,
      stage: 'test',
      outcome: 'red',
      reason: tested.evidence,
    });
    session.state.triedKeys.push(triedKey(reviewed.change, proposal));
    session.state.lastFailure = { node: proposal.node, stage: 'test', evidence: tested.evidence };
    return { kind: 'failed', evidence: tested.evidence };
  }
  const end = await land(session, proposal, reviewed.change, tested);
  if (end !== undefined) return { kind: 'end', end };
  return { kind: 'over' };
}
