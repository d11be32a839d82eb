/** Starting a run: one workflow per repository, with a worker of its own in local mode. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { WORKFLOW_TYPE, type Refusal } from '../core/protocol.js';
import { ensureRunWorker, listRuns, recordRun, runId, type RunRecord } from '../local.js';
import { newTaskQueue, type Target } from './connection.js';

export interface Started {
  run: string;
  workflowId: string;
  firstRunId: string;
  repo: string;
  /** The run's own queue, which a worker of its own serves; absent in server mode. */
  taskQueue?: string;
}

/** Starts the workflow and, in local mode, the worker that serves it. */
export async function startRun(
  target: Target,
  input: unknown,
  { workflowId, repo }: { workflowId: string; repo: string },
): Promise<({ kind: 'started' } & Started) | Refusal> {
  const taskQueue = newTaskQueue(target);
  const handle = await target.client.workflow
    .start(WORKFLOW_TYPE, {
      workflowId,
      taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'FAIL',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `refactor-loop on ${repo.slice(-100)}`,
    })
    .catch((error: unknown) => {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return undefined;
      throw error;
    });
  if (handle === undefined) return lockedBy(target, workflowId, repo);

  const firstRunId = handle.firstExecutionRunId;
  const { startTime } = await handle.describe();
  const started = { run: runId(firstRunId, startTime.getTime()), workflowId, firstRunId, repo };
  const { local } = target;
  if (local === undefined) return { kind: 'started', ...started };
  const record: RunRecord = {
    ...started,
    address: local.address,
    namespace: local.namespace,
    databaseFile: local.databaseFile,
    taskQueue,
  };
  await recordRun(local.home, record);
  await ensureRunWorker(local.home, record, local);
  return { kind: 'started', ...started, taskQueue };
}

async function lockedBy(target: Target, workflowId: string, repo: string): Promise<Refusal> {
  const runs = target.local === undefined ? [] : await listRuns(target.local.home);
  const first = runs.find((run) => run.workflowId === workflowId);
  const name = first?.run ?? workflowId;
  return {
    kind: 'refused',
    reason: 'locked',
    message: `${repo} already has an open run, ${name} (workflow ${workflowId}). Follow it with: refactor-loop attach ${name}; or end it with: refactor-loop abort ${name}`,
  };
}
