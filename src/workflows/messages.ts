/** Messages to a run. Handlers only set flags; each message works as an Update and as a Signal. */
import {
  ApplicationFailure,
  defineQuery,
  defineSignal,
  defineUpdate,
  setHandler,
} from '@temporalio/workflow';
import { ABORT, LEDGER, STATUS, type AbortMessage, type RunStatus } from '../core/protocol.js';

export const abortUpdate = defineUpdate<string, [AbortMessage]>(ABORT);
export const abortSignal = defineSignal<[AbortMessage]>(ABORT);
export const statusQuery = defineQuery<RunStatus>(STATUS);
export const ledgerQuery = defineQuery<string>(LEDGER);

export interface Handlers {
  /** Acts on a valid message; false when it was handled before. */
  abort(message: { requestId: string; reason: string }): boolean;
  /** A message that cannot be understood: told in `status`, never thrown. */
  complain(text: string): void;
  status(): RunStatus;
  ledger(): string;
}

/** Registers every handler; call it before the first `await`. */
export function listen(handlers: Handlers): void {
  setHandler(
    abortUpdate,
    (message) =>
      handlers.abort(abortMessage(message)) ? 'aborting' : 'this request was already handled',
    {
      description: 'Stops the running step, reverts what is not landed, and halts the run',
      validator: (message) => {
        const problem = abortProblem(message);
        if (problem !== undefined) throw ApplicationFailure.nonRetryable(problem, 'bad-message');
      },
    },
  );
  setHandler(
    abortSignal,
    (message) => {
      const problem = abortProblem(message);
      if (problem === undefined) handlers.abort(abortMessage(message));
      else handlers.complain(`signal "${ABORT}" ignored: ${problem}`);
    },
    { description: 'The same as the update, for when no worker is alive' },
  );
  setHandler(statusQuery, () => handlers.status(), {
    description: 'Where the run stands, as JSON',
  });
  setHandler(ledgerQuery, () => handlers.ledger(), { description: 'The ledger as Markdown' });
}

function abortProblem(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null)
    return 'the payload must be an object like {"requestId": "…"}';
  const { requestId, reason } = message as Record<string, unknown>;
  if (typeof requestId !== 'string' || requestId === '')
    return 'requestId must be a non-empty string';
  if (reason !== undefined && typeof reason !== 'string') return 'reason must be a string';
  return undefined;
}

function abortMessage(message: AbortMessage): { requestId: string; reason: string } {
  return { requestId: message.requestId, reason: message.reason ?? '' };
}
