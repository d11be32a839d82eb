/** Composition root: the collaborators of the activities, and the workers that run them. */
import { Client } from '@temporalio/client';

import {
  NativeConnection,
  Worker,
  type NativeConnectionOptions,
  type WorkflowBundlePath,
} from '@temporalio/worker';
import { fileURLToPath } from 'node:url';
import type { Brain } from './brains/brain.js';
import { createCommandBrain } from './brains/command/brain.js';
import { createRulesBrain } from './brains/rules/brain.js';
import { createHostActivities, createWorkspaceActivities } from './activities/create.js';
import type { Deps } from './activities/deps.js';
import type { BrainChoice } from './core/contracts.js';
import { SEARCH_ATTRIBUTES, type ExecutionIdentity } from './core/protocol.js';
import { executionState } from './execution-state.js';
import { askStoppedServer } from './local-ask.js';

export interface WorkerSettings {
  /** `host:port` of the Temporal server. */
  address: string;
  namespace: string;
  tls?: NativeConnectionOptions['tls'];
  apiKey?: string;
  /** The state directory. */
  home: string;
  /** Queue of the workflows. */
  taskQueue: string;
  /** Queue of the activities that touch this host's workspaces; may be the same. */
  hostQueue: string;
  hostId: string;
  /** The embedded server's database, when that is the server. */
  databaseFile?: string;
  identity: string;
  /** For crash tests: called between an activity's effects and its completion. */
  atEffect?(activity: string): void;
}

export interface RunningWorker {
  /** Ends when the worker has shut down; rejects when it failed. */
  done: Promise<void>;
  /** Stops polling, lets running activities go back to the server, and resolves `done`. */
  shutdown(): void;
}

/** Made at build time, so that a worker starts without bundling. */
export const WORKFLOW_BUNDLE: WorkflowBundlePath = {
  codePath: fileURLToPath(new URL('../dist/workflow-bundle.js', import.meta.url)),
};

/** Connects, starts polling, and returns while the worker runs. */
export async function startWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const connection = await NativeConnection.connect({
    address: settings.address,
    ...(settings.tls === undefined ? {} : { tls: settings.tls }),
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
  });
  const client = new Client({ connection, namespace: settings.namespace });
  const brains = new Map<string, Brain>();
  const deps: Deps = {
    home: settings.home,
    hostId: settings.hostId,
    hostQueue: settings.hostQueue,
    server: {
      address: settings.address,
      namespace: settings.namespace,
      ...(settings.databaseFile === undefined ? {} : { databaseFile: settings.databaseFile }),
    },
    brain: (choice) => brainFor(brains, choice),
    execution: (identity) => executionOf(settings, client, identity),
    ...(settings.atEffect === undefined ? {} : { atEffect: settings.atEffect }),
    searchAttributes: () => knownSearchAttributes(connection, settings.namespace),
  };
  const common = {
    connection,
    namespace: settings.namespace,
    identity: settings.identity,
    // Without it a stop of the worker cancels activities at once.
    shutdownGraceTime: '20s',
    // An activity hears of its cancellation with a heartbeat.
    maxHeartbeatThrottleInterval: '1s',
    maxCachedWorkflows: 50,
  } as const;
  const isShared = settings.hostQueue === settings.taskQueue;
  const workers = await Promise.all([
    Worker.create({
      ...common,
      taskQueue: settings.taskQueue,
      workflowBundle: WORKFLOW_BUNDLE,
      activities: {
        ...createHostActivities(deps),
        ...(isShared ? createWorkspaceActivities(deps) : {}),
      },
    }),
    ...(isShared
      ? []
      : [
          Worker.create({
            ...common,
            taskQueue: settings.hostQueue,
            activities: createWorkspaceActivities(deps),
          }),
        ]),
  ]);
  const stop = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  return { done: runAll(workers, stop, brains, connection), shutdown: stop };
}

async function runAll(
  workers: Worker[],
  stop: () => void,
  brains: Map<string, Brain>,
  connection: NativeConnection,
): Promise<void> {
  try {
    const runs = workers.map((worker) => worker.run());
    // One that ends takes the other with it: half a worker would hold up its runs.
    for (const run of runs) run.then(stop, stop);
    await Promise.all(runs);
  } finally {
    await Promise.all([...brains.values()].map((brain) => brain.close()));
    await connection.close();
  }
}

function brainFor(brains: Map<string, Brain>, choice: BrainChoice): Brain {
  const key = JSON.stringify([choice.brain, choice.command]);
  const known = brains.get(key);
  if (known !== undefined) return known;
  const made =
    choice.brain === 'rules'
      ? createRulesBrain()
      : createCommandBrain({ command: choice.command ?? [] });
  brains.set(key, made);
  return made;
}

async function executionOf(
  settings: WorkerSettings,
  client: Client,
  identity: ExecutionIdentity,
): Promise<'open' | 'closed' | 'unknown'> {
  const isOurs =
    identity.namespace === settings.namespace &&
    (identity.databaseFile === undefined
      ? identity.address === settings.address
      : identity.databaseFile === settings.databaseFile);
  if (isOurs) return executionState(client, identity);
  return askStoppedServer(identity);
}

async function knownSearchAttributes(
  connection: NativeConnection,
  namespace: string,
): Promise<string[]> {
  // Not every server lets a worker ask; search attributes are only an extra.
  const answer = await connection.operatorService
    .listSearchAttributes({ namespace })
    .catch(() => undefined);
  const known = Object.keys(answer?.customAttributes ?? {});
  return Object.values(SEARCH_ATTRIBUTES).filter((name) => known.includes(name));
}
