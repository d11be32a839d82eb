/** The ledger on disk: a rendering of the state, rewritten after each iteration. */
import { ledgerText } from '../core/render.js';
import type { Session } from './session.js';

/** Writes `.refactor-loop-ledger.md` for the state as it stands. */
export async function writeLedger(session: Session): Promise<void> {
  const { state } = session;
  if (session.end === undefined) session.enter('ledger');
  const last = state.attempts.at(-1);
  await session.call(
    'writeLedger',
    {
      repo: state.repo,
      text: ledgerText(state, session.end),
      pinned: state.settings.pinned,
      pinnedHash: state.pinnedHash,
    },
    ['ledger', last === undefined ? '' : `${last.node} ${last.stage} ${last.outcome}`],
  );
}
