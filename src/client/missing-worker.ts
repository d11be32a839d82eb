/** A run in a queue that nobody serves would wait without a word. */
import type { Target } from './connection.js';

/** Codes of the API for the workflow tasks of an ordinary queue. */
const WORKFLOW_TASKS = 1;
const ORDINARY = 1;

/**
 * Says that no worker polls the queue of a run, and how to start one; undefined when one does, or
 * when the server lets this user not ask.
 */
export async function missingWorker(
  target: Target,
  workflowId: string,
): Promise<string | undefined> {
  const { client, namespace, address } = target;
  try {
    const { taskQueue } = await client.workflow.getHandle(workflowId).describe();
    const { pollers } = await client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue, kind: ORDINARY },
      taskQueueType: WORKFLOW_TASKS,
    });
    if (pollers.length > 0) return undefined;
    return `no worker polls the queue "${taskQueue}" of namespace "${namespace}" at ${address}, so the run waits: start one with: refactor-loop worker`;
  } catch {
    return undefined;
  }
}
