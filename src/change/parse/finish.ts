import type { Refused } from '../change.js';
import { refuse } from '../refuse.js';

/** What providers say of an answer that the model itself ended. */
const COMPLETE = [
  'stop',
  'end_turn',
  'stop_sequence',
  'tool_use',
  'tool_calls',
  'eos',
  'complete',
  'completed',
];

/** Sends back an answer that its provider calls unfinished, whatever its text looks like. */
export function checkFinish(reason: string | undefined): Refused | undefined {
  if (reason === undefined || COMPLETE.includes(reason.toLowerCase())) return undefined;
  const message = `The answer ended with "${reason}", so it may be cut off. Send the whole change again; make it smaller if it was too long.`;
  return refuse('truncated', message);
}
