/** The workflow `refactorLoop`: the picture of the loop, durable. One JSON object in, the report out. */
import { TemporalFailure } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import type { Report } from '../core/contracts.js';
import { ledgerText, statusOf } from '../core/render.js';
import type { ResolveHostRequest, ResolveHostResult } from '../core/payloads.js';
import { endBeforeIteration, halt, type End } from '../core/ends.js';
import { initialState, isNewRequest, note, type LoopState } from '../core/state.js';
import { refusedReport } from '../core/report.js';
import { finish } from './finish.js';
import { initialise } from './init.js';
import { iterate } from './iteration.js';
import { listen } from './messages.js';
import { activityProxies, callOptions } from './proxies.js';
import { Session } from './session.js';

/** How the loop was left: at INIT (a refusal fails the workflow), or later (it completes). */
interface Left {
  end: End;
  atInit: boolean;
}

/**
 * Runs the loop on one repository. `input` is unchecked; `carried` is the state of the execution
 * before, after continue-as-new.
 */
export async function refactorLoop(input: unknown, carried?: LoopState): Promise<Report> {
  const work = new CancellationScope();
  const early: { abort: { requestId: string; reason: string } | null; complaints: string[] } = {
    abort: null,
    complaints: [],
  };
  let session: Session | undefined = carried && new Session(carried);

  listen({
    abort(message) {
      if (session === undefined) early.abort ??= message;
      else {
        if (!isNewRequest(session.state, message.requestId)) return false;
        session.state.abort ??= message;
      }
      work.cancel();
      return true;
    },
    complain(text) {
      if (session === undefined) early.complaints.push(text);
      else note(session.state, text);
    },
    status() {
      if (session === undefined)
        throw ApplicationFailure.nonRetryable('the run has no state yet', 'not-started');
      return statusOf(session.state, session.end);
    },
    ledger() {
      if (session === undefined)
        throw ApplicationFailure.nonRetryable('the run has no ledger yet', 'not-started');
      return ledgerText(session.state, session.end);
    },
  });

  if (session === undefined) {
    // A cancel that comes before there is a state still ends in a report.
    const state = await CancellationScope.nonCancellable(() => admit(input));
    if (early.abort !== null) isNewRequest(state, early.abort.requestId);
    state.abort = early.abort;
    for (const text of early.complaints) note(state, text);
    session = new Session(state);
  }
  const running = session;
  const left = await leave(running, work, () => loop(running, carried === undefined, input));
  const report = await CancellationScope.nonCancellable(() =>
    finish(running, left.end, left.atInit),
  );
  if (left.atInit) throw refusal(report);
  return report;
}

/** INIT unless carried over, then iterations until the predicate holds or a HALT is due. */
async function loop(session: Session, isFirst: boolean, input: unknown): Promise<Left> {
  if (isFirst) {
    const refused = await initialise(session);
    if (refused !== undefined) return { end: refused, atInit: true };
  }
  for (;;) {
    const end = endBeforeIteration(session.state, Date.now()) ?? (await iterate(session));
    if (end !== undefined) return { end, atInit: false };
    if (workflowInfo().continueAsNewSuggested && !CancellationScope.current().consideredCancelled)
      await continueAsNew<typeof refactorLoop>(input, session.state);
  }
}

/** Runs the work in its scope; abort and cancel (G9) leave it as HALT `aborted`. */
async function leave(
  session: Session,
  work: CancellationScope,
  run: () => Promise<Left>,
): Promise<Left> {
  try {
    return await work.run(async () => {
      if (session.state.abort !== null) work.cancel();
      return run();
    });
  } catch (error) {
    const isAsked = isCancellation(error) || session.state.abort !== null;
    if (!isAsked && error instanceof ActivityFailure)
      return {
        end: halt('needs-attention', `${error.activityType} failed for good: ${causeOf(error)}`),
        atInit: false,
      };
    if (!isAsked || !(error instanceof TemporalFailure)) throw error;
    const reason = session.state.abort?.reason;
    const message =
      session.state.abort === null ? 'cancelled' : `aborted${reason ? `: ${reason}` : ''}`;
    return { end: halt('aborted', message), atInit: false };
  }
}

/** Validates the input on the workflow's own queue and fixes all that depends on the environment. */
async function admit(input: unknown): Promise<LoopState> {
  const info = workflowInfo();
  const identity = {
    workflowId: info.workflowId,
    firstRunId: info.firstExecutionRunId,
    startedAt: info.startTime.getTime(),
  };
  const request: ResolveHostRequest = { input, ...identity };
  const resolved: ResolveHostResult = await activityProxies().resolveHost.executeWithOptions(
    callOptions('resolveHost', 'init · input and host', undefined, false),
    [request],
  );
  if (resolved.kind === 'ok') return initialState(identity, resolved);
  const end = halt(resolved.reason, resolved.message);
  throw refusal(refusedReport({ run: resolved.run, ...identity }, end, Date.now()));
}

function causeOf(error: ActivityFailure): string {
  return error.cause?.message ?? error.message;
}

function refusal(report: Report): ApplicationFailure {
  return ApplicationFailure.create({
    type: `halt:${report.reason}`,
    message: report.message ?? report.reason,
    nonRetryable: true,
    details: [report],
  });
}
