/** Following a run: events as they happen, and its report when it ends. */
import { WorkflowFailedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import { parseReport, type Report } from '../core/contracts.js';
import { STATUS, type RunStatus } from '../core/protocol.js';
import type { Output } from './output.js';

const POLL_MS = 400;
const QUERY_WITHIN_MS = 2_000;
const RECONNECT_MS = 1_000;

/** How a run ended. */
export interface Ended {
  report: Report;
  /** Refused before its first iteration. */
  atInit: boolean;
}

export type Followed =
  | { kind: 'ended'; ended: Ended }
  /** Terminated or timed out: no report. */
  | { kind: 'lost'; message: string }
  | { kind: 'detached' };

/** Shows what happens in a run until it ends, or until `signal` says that nobody looks any more. */
export async function follow(
  client: Client,
  run: { workflowId: string; firstRunId: string },
  output: Output,
  signal: AbortSignal,
): Promise<Followed> {
  const ended = new AbortController();
  const shown = show(client, run, output, AbortSignal.any([signal, ended.signal]));
  try {
    return await Promise.race([awaitEnd(client, run), detached(signal)]);
  } finally {
    ended.abort();
    await shown;
  }
}

async function detached(signal: AbortSignal): Promise<Followed> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  return { kind: 'detached' };
}

/** The end of a run; a server that is away for a while is asked again. */
async function awaitEnd(
  client: Client,
  run: { workflowId: string; firstRunId: string },
): Promise<Followed> {
  for (;;) {
    try {
      const result: unknown = await client.workflow.result(run.workflowId, run.firstRunId);
      return withReport(result, false, 'the run completed without a report');
    } catch (error) {
      if (error instanceof WorkflowFailedError) return failed(error);
      if (error instanceof WorkflowNotFoundError) return { kind: 'lost', message: error.message };
      await delay(RECONNECT_MS);
    }
  }
}

function failed(error: WorkflowFailedError): Followed {
  const cause = error.cause as { details?: unknown[]; message?: string } | undefined;
  return withReport(cause?.details?.[0], true, cause?.message ?? error.message);
}

function withReport(value: unknown, atInit: boolean, otherwise: string): Followed {
  const parsed = parseReport(value);
  return parsed.kind === 'ok'
    ? { kind: 'ended', ended: { report: parsed.value, atInit } }
    : { kind: 'lost', message: otherwise };
}

async function show(
  client: Client,
  run: { workflowId: string; firstRunId: string },
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  let seen = 0;
  let last = '';
  let since = Date.now();
  while (!signal.aborted) {
    const status = await queryStatus(client, run.workflowId);
    for (const event of status?.events ?? []) {
      if (event.at > seen) output.line(`  ${event.text}`);
      seen = Math.max(seen, event.at);
    }
    const doing = status === undefined ? 'waiting for the worker' : status.doing;
    if (doing !== last) since = Date.now();
    last = doing;
    const seconds = Math.round((Date.now() - since) / 1000);
    const place = status === undefined ? '' : `${status.iteration}/${status.maxIterations} `;
    output.transient(`  … ${place}${doing} ${seconds}s`);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The status of a run with a living worker; undefined when nobody answers in time. */
export async function queryStatus(
  client: Client,
  workflowId: string,
): Promise<RunStatus | undefined> {
  return client
    .withDeadline(Date.now() + QUERY_WITHIN_MS, () =>
      client.workflow.getHandle(workflowId).query<RunStatus>(STATUS),
    )
    .catch(() => undefined);
}
