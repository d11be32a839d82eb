/** Entry of the detached worker of one run: serves the run's own queue until the run is closed. */
import { Client, Connection, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunWorkerArguments } from './local/run-worker.js';
import { registerUser } from './local-server.js';
import { startWorker } from './worker.js';

const ASK_AGAIN_MS = 2_000;
/** Whoever follows the run may ask once more how it ended. */
const LAST_LOOK_MS = 2_000;

const settings = JSON.parse(process.argv[2] ?? '{}') as RunWorkerArguments;

Runtime.install({
  logger: new DefaultLogger('WARN'),
  telemetryOptions: {
    logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) },
  },
});

// The server must outlive the client as long as this worker lives.
await registerUser(settings.home);
const worker = await startWorker({
  address: settings.address,
  namespace: settings.namespace,
  home: settings.home,
  taskQueue: settings.taskQueue,
  hostQueue: settings.taskQueue,
  hostId: settings.taskQueue,
  databaseFile: settings.databaseFile,
  identity: `${process.pid}@${hostname()} ${settings.taskQueue}`,
  atEffect(activity) {
    // The fault point of the crash tests: between an effect and the server's knowing of it.
    if (process.env['REFACTOR_LOOP_KILL_AFTER'] === activity) process.kill(process.pid, 'SIGKILL');
  },
});
void closed(settings)
  .then(() => delay(LAST_LOOK_MS))
  .then(() => {
    worker.shutdown();
  });
await worker.done;
// A helper process of a brain or a library must not keep a worker without a run alive.
process.exit(0);

/** Resolves when the run is closed or gone; an unreachable server is asked again. */
async function closed({
  address,
  namespace,
  workflowId,
  firstRunId,
}: RunWorkerArguments): Promise<void> {
  for (;;) {
    try {
      const connection = await Connection.connect({ address });
      try {
        await new Client({ connection, namespace }).workflow.result(workflowId, firstRunId);
        return;
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (error instanceof WorkflowFailedError || error instanceof WorkflowNotFoundError) return;
      await delay(ASK_AGAIN_MS);
    }
  }
}
