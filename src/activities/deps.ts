import type { Brain } from '../brains/brain.js';
import type { BrainChoice } from '../core/contracts.js';
import type { ExecutionIdentity, ServerIdentity } from '../core/protocol.js';

/** The collaborators of the activities, made once by the worker. */
export interface Deps {
  /** The state directory. */
  home: string;
  hostId: string;
  /** The queue of the activities that touch this host's workspaces. */
  hostQueue: string;
  server: ServerIdentity;
  brain(choice: BrainChoice): Brain;
  /** Says whether an execution is open; `unknown` when its server cannot be asked. */
  execution(identity: ExecutionIdentity): Promise<'open' | 'closed' | 'unknown'>;
  /** Called when the effects of an activity are done and its result is not yet told; tests kill here. */
  atEffect?(activity: string): void;
  /** Our search attributes that the namespace knows. */
  searchAttributes(): Promise<string[]>;
}
