/** Asking a brain: transient faults are waited out and counted, a malformed answer is asked again once. */
import { sleep } from '@temporalio/workflow';
import type { BrainFault, Malformed } from '../core/payloads.js';
import { budgetEnd, halt, type End } from '../core/ends.js';
import { note, spend } from '../core/state.js';
import type { Session } from './session.js';

/** Faults in a row that a brain is forgiven when it says how long to wait, and when it does not. */
const PATIENCE_WHEN_TOLD = 8;
const PATIENCE = 3;
const FIRST_WAIT_MS = 1_000;

export type Asked<T> =
  | { kind: 'answer'; result: T }
  | { kind: 'malformed'; problem: string; node: string | null }
  | { kind: 'end'; end: End };

type Answered<R> = Exclude<R, BrainFault | Malformed>;

/**
 * Asks until there is an answer, at most once more after a malformed one (G6). `onMalformed` sees
 * each malformed answer and may end the run.
 */
export async function askBrain<R extends { kind: string }>(
  session: Session,
  ask: (previousError: string | null) => Promise<R>,
  onMalformed: (answer: Malformed) => End | undefined = () => undefined,
): Promise<Asked<Answered<R>>> {
  let previousError: string | null = null;
  for (let asked = 1; ; asked += 1) {
    const result = await withoutFaults(session, () => ask(previousError));
    if (isEnd(result)) return result;
    if (!isMalformed(result)) return { kind: 'answer', result: result as Answered<R> };
    spend(session.state, result.cost);
    const end = onMalformed(result);
    if (end !== undefined) return { kind: 'end', end };
    if (asked === 2) return { kind: 'malformed', problem: result.problem, node: result.node };
    note(session.state, `the answer was refused, asked again: ${result.problem}`);
    previousError = result.problem;
  }
}

async function withoutFaults<R extends { kind: string }>(
  session: Session,
  ask: () => Promise<R>,
): Promise<R | { kind: 'end'; end: End }> {
  for (let faults = 1; ; faults += 1) {
    const spent = budgetEnd(session.state, Date.now());
    if (spent !== undefined) return { kind: 'end', end: spent };
    const result: R | BrainFault = await ask();
    if (!isFault(result)) return result;
    session.state.brainMs += result.ms;
    note(session.state, `brain fault ${faults}: ${result.message.split('\n')[0] ?? ''}`);
    const patience = result.retryAfterMs === null ? PATIENCE : PATIENCE_WHEN_TOLD;
    if (result.final || faults >= patience)
      return { kind: 'end', end: halt('brain-failed', result.message) };
    await sleep(result.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (faults - 1), {
      summary: `brain fault ${faults} of ${patience}`,
    });
  }
}

function isFault(result: { kind: string }): result is BrainFault {
  return result.kind === 'fault';
}

function isMalformed(result: { kind: string }): result is Malformed {
  return result.kind === 'malformed';
}

function isEnd(result: { kind: string }): result is { kind: 'end'; end: End } {
  return result.kind === 'end';
}
