/** Following a run: events as they happen, and its report when it ends. */
import { WorkflowFailedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import { parseReport, type Report } from '../core/contracts.js';
import { STATUS, type RunStatus } from '../core/protocol.js';
import type { Output } from './output.js';

const POLL_MS = 400;
const QUERY_WITHIN_MS = 2_000;
const RECONNECT_MS = 1_000;
/** A step that takes longer than this is asked about. */
const TROUBLE_AFTER_S = 10;

/** A run as the server and its status name it. */
export interface FollowedRun {
  run: string;
  workflowId: string;
  firstRunId: string;
}

export type Followed =
  | { kind: 'ended'; report: Report }
  /** Terminated or timed out: no report. */
  | { kind: 'lost'; message: string }
  | { kind: 'detached' };

/** Shows what happens in a run until it ends, or until `signal` says that nobody looks any more. */
export async function follow(
  client: Client,
  run: FollowedRun,
  output: Output,
  signal: AbortSignal,
): Promise<Followed> {
  const ended = new AbortController();
  const shown = show(client, run, output, AbortSignal.any([signal, ended.signal]));
  try {
    const followed = await Promise.race([awaitEnd(client, run, signal), detached(signal)]);
    ended.abort();
    const seen = await shown;
    // What happened since the last look; the worker stays for it.
    if (followed.kind === 'ended') tellEvents(await queryStatus(client, run), seen, output);
    return followed;
  } finally {
    ended.abort();
  }
}

/** Prints the events after `seen` and returns the number of the last one. */
function tellEvents(status: RunStatus | undefined, seen: number, output: Output): number {
  for (const event of status?.events ?? []) {
    // The report says how the run ended.
    const isEnding = event.text.startsWith(`${status?.outcome ?? ''}. `);
    if (event.at > seen && !isEnding) output.line(`  ${event.text}`);
  }
  return Math.max(seen, status?.events.at(-1)?.at ?? 0);
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

/** The end of a run; a server that is away for a while is asked again while somebody looks. */
async function awaitEnd(client: Client, run: FollowedRun, signal: AbortSignal): Promise<Followed> {
  for (;;) {
    try {
      // Cancelled with the signal: the call must not outlive its connection.
      const result: unknown = await client.withAbortSignal(signal, () =>
        client.workflow.result(run.workflowId, run.firstRunId),
      );
      return withReport(result, 'the run completed without a report');
    } catch (error) {
      if (error instanceof WorkflowFailedError) return failed(error);
      if (error instanceof WorkflowNotFoundError) return { kind: 'lost', message: error.message };
      if (signal.aborted) return { kind: 'detached' };
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function failed(error: WorkflowFailedError): Followed {
  const cause = error.cause as { details?: unknown[]; message?: string } | undefined;
  return withReport(cause?.details?.[0], cause?.message ?? error.message);
}

function withReport(value: unknown, otherwise: string): Followed {
  const parsed = parseReport(value);
  return parsed.kind === 'ok'
    ? { kind: 'ended', report: parsed.value }
    : { kind: 'lost', message: otherwise };
}

async function show(
  client: Client,
  run: FollowedRun,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  let seen = 0;
  let last = '';
  let since = Date.now();
  let trouble: Trouble = { told: 1, detail: '' };
  while (!signal.aborted) {
    const status = await queryStatus(client, run);
    seen = tellEvents(status, seen, output);
    const doing = status === undefined ? 'waiting for the worker' : status.doing;
    if (doing !== last) {
      since = Date.now();
      trouble = { told: 1, detail: '' };
    }
    last = doing;
    const seconds = Math.round((Date.now() - since) / 1000);
    const place = status === undefined ? '' : `${status.iteration}/${status.maxIterations} `;
    const detail = trouble.detail === '' ? '' : ` (${trouble.detail})`;
    output.transient(`  … ${place}${doing}${detail} ${seconds}s`);
    if (seconds >= TROUBLE_AFTER_S) trouble = await tellTrouble(client, run, trouble, output);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return seen;
}

/** The attempt of a long step that was told last, and what the step says of itself. */
interface Trouble {
  told: number;
  detail: string;
}

/** Says why a step is tried again, once per attempt. */
async function tellTrouble(
  client: Client,
  run: FollowedRun,
  { told }: Trouble,
  output: Output,
): Promise<Trouble> {
  const description = await client
    .withDeadline(Date.now() + QUERY_WITHIN_MS, () =>
      client.workflow.getHandle(run.workflowId).describe(),
    )
    .catch(() => undefined);
  const pending = description?.raw.pendingActivities?.[0];
  const attempt = pending?.attempt ?? 1;
  const [beat] = pending?.heartbeatDetails?.payloads ?? [];
  const detail = beat?.data?.length ? String(JSON.parse(Buffer.from(beat.data).toString())) : '';
  if (attempt <= told) return { told, detail };
  const why = pending?.lastFailure?.message ?? 'no answer from its worker';
  output.line(`  ${pending?.activityType?.name ?? 'a step'}, attempt ${attempt}, after: ${why}`);
  return { told: attempt, detail };
}

/** The status of exactly this run; undefined when no worker of it answers in time. */
export async function queryStatus(
  client: Client,
  run: { run: string; workflowId: string },
): Promise<RunStatus | undefined> {
  const status = await client
    .withDeadline(Date.now() + QUERY_WITHIN_MS, () =>
      client.workflow.getHandle(run.workflowId).query<RunStatus>(STATUS),
    )
    .catch(() => undefined);
  return status?.run === run.run ? status : undefined;
}
