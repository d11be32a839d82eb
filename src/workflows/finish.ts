/** The end of a run, whatever ended it: revert what is not landed, write ledger and report, let go. */
import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { Report } from '../core/contracts.js';
import { buildReport } from '../core/report.js';
import { halt, type End } from '../core/ends.js';
import { note } from '../core/state.js';
import { writeLedger } from './ledger.js';
import type { Session } from './session.js';

/**
 * Closes the run and gives its report. Called where nothing can cancel it. A run refused at INIT
 * leaves no ledger in the repository.
 */
export async function finish(session: Session, end: End, atInit: boolean): Promise<Report> {
  const { state } = session;
  const closing = await compensate(session, end);
  note(state, `${closing.outcome}: ${closing.reason}. ${closing.message}`);
  session.close(closing);
  const report = buildReport(state, closing, Date.now());
  try {
    if (!atInit && state.nodes.length > 0) await writeLedger(session);
    await session.call('finishRun', { firstRunId: state.firstRunId, report }, [
      'finish',
      closing.reason,
    ]);
  } catch (error) {
    if (!isHostGone(error, session)) throw error;
  }
  return report;
}

/** Reverts a change that may stand in the workspace, unless a person has to look at it. */
async function compensate(session: Session, end: End): Promise<End> {
  const { state } = session;
  session.aborting = end.reason === 'aborted';
  if (state.applied === null || end.reason === 'needs-attention') return end;
  session.enter('revert');
  try {
    const reverted = await session.call(
      'revertChange',
      { change: state.applied, headTree: state.headTree },
      [state.node, 'revert', end.reason],
    );
    if (reverted.kind === 'reverted') state.applied = null;
    return reverted.kind === 'reverted' ? end : halt('needs-attention', reverted.message);
  } catch (error) {
    if (!isHostGone(error, session)) throw error;
    return halt(
      'aborted',
      `${end.message}; the host of the workspace is gone, a change that did not land may stand in the workspace of run ${state.run}`,
    );
  }
}

function isHostGone(error: unknown, session: Session): boolean {
  return session.aborting && error instanceof ActivityFailure && !isCancellation(error);
}
