/** Entry of the helper process of the rules brain: requests in, answers out, over IPC. */
import type { BrainRequest } from '../../core/contracts.js';
import { answer } from './engine.js';

/** What the helper process is asked. */
export interface ChildRequest {
  id: number;
  request: BrainRequest;
}

/** What it says; an error is a fault of the engine, not an answer. */
export type ChildReply = { id: number; answer: unknown } | { id: number; error: string };

function reply({ id, request }: ChildRequest): ChildReply {
  try {
    return { id, answer: answer(request) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (message: ChildRequest) => process.send?.(reply(message)));
process.on('disconnect', () => process.exit(0));
