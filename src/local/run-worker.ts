import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendSignal } from '../adapters/process-identity.js';
import { RunFolder } from '../adapters/run-folder.js';
import { livingWorker, recordWorker, type RunRecord } from './runs.js';

/** What the detached worker of one run is told on its command line. */
export interface RunWorkerArguments {
  home: string;
  address: string;
  namespace: string;
  databaseFile: string;
  taskQueue: string;
  workflowId: string;
  firstRunId: string;
}

const ENTRY = fileURLToPath(new URL('../../dist/run-worker.js', import.meta.url));

/**
 * Makes sure that a worker process serves the run's queue: one that lives is left alone, unless it
 * was made for a server that is no longer there. Returns the process id and whether it is new.
 */
export async function ensureRunWorker(
  home: string,
  record: RunRecord,
  server: { address: string; databaseFile: string },
): Promise<{ pid: number; started: boolean }> {
  const living = await livingWorker(home, record.run);
  if (living !== undefined) {
    if (living.address === server.address) return { pid: living.pid, started: false };
    sendSignal(living.pid, 'SIGKILL');
  }
  const taskQueue = record.taskQueue;
  if (taskQueue === undefined)
    throw new Error(
      `run ${record.run} was started by a script: its worker is "refactor-loop worker"`,
    );
  const settings: RunWorkerArguments = {
    home,
    address: server.address,
    namespace: record.namespace,
    databaseFile: server.databaseFile,
    taskQueue,
    workflowId: record.workflowId,
    firstRunId: record.firstRunId,
  };
  const { root } = new RunFolder(home, record.run);
  await mkdir(root, { recursive: true });
  const log = await open(join(root, 'worker.log'), 'a');
  try {
    const child = spawn(process.execPath, [ENTRY, JSON.stringify(settings)], {
      cwd: root,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => {
        resolve(child.pid ?? 0);
      });
    });
    child.unref();
    await recordWorker(home, record.run, pid, server.address);
    return { pid, started: true };
  } finally {
    await log.close();
  }
}
