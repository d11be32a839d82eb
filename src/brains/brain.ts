import type { BrainRequest } from '../core/contracts.js';

/** What a brain's call cost; zero for offline brains. */
export interface BrainUsage {
  inputTokens: number;
  outputTokens: number;
  usd: number;
}

/**
 * One answer of a brain. `answer` is unchecked JSON: the caller parses it with the contract of the
 * role. A fault is transient unless `final`.
 */
export type BrainResult =
  | { kind: 'answer'; answer: unknown; usage: BrainUsage }
  | { kind: 'fault'; message: string; final: boolean; retryAfterMs?: number };

export interface AskOptions {
  /** Aborting ends the call and every process behind it. */
  signal: AbortSignal;
  timeoutMs: number;
  /** A folder of the run, outside the workspace, for logs. */
  logDir: string;
}

/** A backend for proposer and critic: one JSON request in, one JSON answer out. */
export interface Brain {
  readonly id: 'rules' | 'command';
  ask(request: BrainRequest, options: AskOptions): Promise<BrainResult>;
  /** Ends helper processes; a later `ask` starts them anew. */
  close(): Promise<void>;
}

export const NO_USAGE: BrainUsage = { inputTokens: 0, outputTokens: 0, usd: 0 };
