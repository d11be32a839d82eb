import { inspectRepository } from '../adapters/repository.js';
import { runId } from '../adapters/run-folder.js';
import { parseRunInput } from '../core/contracts.js';
import type { Refusal } from '../core/protocol.js';
import { workflowIdFor } from './runs.js';

export type Preflight = { kind: 'ok'; workflowId: string; repo: string } | Refusal;

/** Says in the client what the first activity would refuse, before anything is started. */
export async function preflight(input: unknown): Promise<Preflight> {
  const parsed = parseRunInput(input);
  if (parsed.kind === 'refused')
    return { kind: 'refused', reason: 'bad-input', message: parsed.problem };
  const repository = await inspectRepository(parsed.value.repo);
  if (repository.kind === 'refused') return repository;
  return { kind: 'ok', workflowId: workflowIdFor(repository.commonDir), repo: repository.top };
}

/** The id of the run that began with this execution. */
export { runId };
