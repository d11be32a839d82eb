import type { Brain } from '../brains/brain.js';
import type { BrainChoice } from '../core/contracts.js';

/** Which server a run lives on: kept in the repository's lock and in the run's folder. */
export interface ServerIdentity {
  address: string;
  namespace: string;
  /** The database of an embedded server; absent for a server of somebody else's. */
  databaseFile?: string;
}

/** Names an execution for the question whether it is still open. */
export interface ExecutionIdentity extends ServerIdentity {
  workflowId: string;
  firstRunId: string;
}

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
