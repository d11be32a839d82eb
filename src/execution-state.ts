import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/**
 * Whether the chain of executions that began with `firstRunId` is open; `closed` when the server
 * has forgotten it, `unknown` when the server does not answer.
 */
export async function executionState(
  client: Client,
  identity: { workflowId: string; firstRunId: string },
): Promise<'open' | 'closed' | 'unknown'> {
  try {
    const description = await client.workflow.getHandle(identity.workflowId).describe();
    const first = description.raw.workflowExecutionInfo?.firstRunId;
    const isSame = first === identity.firstRunId || description.runId === identity.firstRunId;
    return isSame && description.status.name === 'RUNNING' ? 'open' : 'closed';
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? 'closed' : 'unknown';
  }
}
