import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { hostname } from 'node:os';
import { stateHome } from '../adapters/home.js';
import { DEFAULT_TASK_QUEUE } from '../core/protocol.js';
import { startWorker, type RunningWorker, type WorkerSettings } from '../worker.js';

/** A worker for runs that scripts start, on the queue `refactor-loop` and this host's own. */
export type HostWorker = RunningWorker & { hostId: string };

/** Serves this host until it is shut down. */
export async function serveHost(
  server: Pick<WorkerSettings, 'address' | 'namespace' | 'tls' | 'apiKey' | 'databaseFile'>,
): Promise<HostWorker> {
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) },
    },
  });
  const hostId = hostname();
  const worker = await startWorker({
    ...server,
    home: stateHome(),
    taskQueue: DEFAULT_TASK_QUEUE,
    hostQueue: `${DEFAULT_TASK_QUEUE}@${hostId}`,
    hostId,
    identity: `${process.pid}@${hostId}`,
  });
  return { ...worker, hostId };
}
