/** Starting a run: one workflow per repository, with a worker of its own in local mode. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { WORKFLOW_TYPE, type Refusal } from '../core/protocol.js';
import {
  ensureRunWorker,
  listRuns,
  recordRun,
  runId,
  stateHome,
  type RunRecord,
} from '../local.js';
import { newTaskQueue, type Target } from './connection.js';

/** Starts the workflow and, in local mode, the worker that serves it. */
export async function startRun(
  target: Target,
  input: unknown,
  { workflowId, repo }: { workflowId: string; repo: string },
): Promise<({ kind: 'started' } & RunRecord) | Refusal> {
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

  const { startTime } = await handle.describe();
  const firstRunId = handle.firstExecutionRunId;
  return {
    kind: 'started',
    ...(await serve(target, { workflowId, firstRunId, repo, taskQueue }, startTime)),
  };
}

/** Remembers a run and, in local mode, gives it a worker of its own. */
async function serve(
  target: Target,
  { taskQueue, ...execution }: Execution,
  startTime: Date,
): Promise<RunRecord> {
  const { local } = target;
  const record: RunRecord = {
    run: runId(execution.firstRunId, startTime.getTime()),
    ...execution,
    address: target.address,
    namespace: target.namespace,
    ...(local === undefined ? {} : { databaseFile: local.databaseFile, taskQueue }),
  };
  await recordRun(stateHome(), record);
  if (local !== undefined) await ensureRunWorker(local.home, record, local);
  return record;
}

type Execution = Required<Pick<RunRecord, 'workflowId' | 'firstRunId' | 'repo' | 'taskQueue'>>;

/** Names the run that holds the workflow id; one whose client died before it had a worker gets one. */
async function lockedBy(target: Target, workflowId: string, repo: string): Promise<Refusal> {
  const {
    raw,
    runId: id,
    taskQueue,
    startTime,
  } = await target.client.workflow.getHandle(workflowId).describe();
  const firstRunId = raw.workflowExecutionInfo?.firstRunId ?? id;
  const runs = await listRuns(stateHome());
  const known = runs.find((run) => run.firstRunId === firstRunId);
  const first =
    known ?? (await serve(target, { workflowId, firstRunId, repo, taskQueue }, startTime));
  return {
    kind: 'refused',
    reason: 'locked',
    message: `${repo} already has an open run, ${first.run} (workflow ${workflowId}). Follow it with: refactor-loop attach ${first.run}; or end it with: refactor-loop abort ${first.run}`,
  };
}
