/** LAND and what follows it: commit exactly once, then map and prune the nodes it touched. */
import { CancellationScope } from '@temporalio/workflow';
import { addFindings } from '../core/ledger.js';
import type { ProposalSummary } from '../core/payloads.js';
import { halt, type End } from '../core/ends.js';
import { note, recordAttempt, settleNode } from '../core/state.js';
import type { CheckedChange } from './review.js';
import type { Session } from './session.js';
import type { Green } from './test.js';

/** Commits a green change. Not cancellable: an abort waits until the landing is whole. */
export async function land(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
  green: Green,
): Promise<End | undefined> {
  session.enter('land');
  const end = await CancellationScope.nonCancellable(() =>
    commit(session, proposal, change, green),
  );
  if (end !== undefined) return end;
  await prune(session, proposal, change);
  return undefined;
}

async function commit(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
  green: Green,
): Promise<End | undefined> {
  const { state } = session;
  const committed = await session.call(
    'commitChange',
    {
      repo: state.repo,
      branch: state.branch,
      base: state.base,
      head: state.head,
      tree: green.tree,
      node: proposal.node,
      refactoring: proposal.refactoring,
      intent: proposal.intent,
      span: proposal.span,
      tests: green.counts,
      inPlace: state.settings.inPlace,
      date: new Date(Date.now()).toISOString(),
    },
    [proposal.node, proposal.refactoring, 'land', `green, ${green.counts.passed} passed`],
  );
  if (committed.kind === 'needs-attention') return halt('needs-attention', committed.message);

  state.applied = null;
  state.published = committed.published;
  state.head = committed.commit;
  state.headTree = green.tree;
  state.lastFailure = null;
  state.landedKeys.push(change.key);
  if (state.oracle !== null) state.oracle.baseline = green.baseline;
  state.landed.push({
    node: proposal.node,
    refactoring: proposal.refactoring,
    span: proposal.span,
    intent: proposal.intent,
    commit: committed.commit,
    files: change.files,
    tests: green.counts,
  });
  recordAttempt(state, {
    node: proposal.node,
    stage: 'land',
    outcome: 'landed',
    reason: committed.commit,
  });
  settleNode(state, proposal.node, 'resolved', committed.commit.slice(0, 10));
  note(
    state,
    `${proposal.node} landed ${committed.commit.slice(0, 10)}, ${green.counts.passed} tests green: ${proposal.intent}`,
  );
  if (committed.kind === 'dirty-tree') return halt('dirty-tree', committed.message);
  if (committed.note !== null && !state.notes.includes(committed.note)) {
    state.notes.push(committed.note);
    note(state, committed.note);
  }
  return undefined;
}

async function prune(
  session: Session,
  proposal: ProposalSummary,
  change: CheckedChange,
): Promise<void> {
  const { state } = session;
  session.enter('ledger');
  const pruned = await session.call(
    'pruneNodes',
    {
      change: change.change,
      scope: state.scope,
      pinned: state.settings.pinned,
      pinnedHash: state.pinnedHash,
      nodes: state.nodes,
    },
    [proposal.node, 'landed', 'look again at what it touched'],
  );
  state.brainMs += pruned.cost.ms;
  for (const update of pruned.updates) {
    const node = state.nodes.find((candidate) => candidate.id === update.id);
    if (node === undefined || node.status !== 'pending') continue;
    node.span = update.span;
    node.anchor = update.anchor;
    if (update.gone)
      settleNode(state, node.id, 'resolved-incidental', `gone with ${proposal.node}`);
  }
  const before = state.nodes.length;
  state.nodes = addFindings(state.nodes, pruned.found);
  for (const node of state.nodes.slice(before)) note(state, `${node.id} is new: ${node.smell}`);
}
