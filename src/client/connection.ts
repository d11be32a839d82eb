/** Where runs live: this user's embedded server, unless the environment names another. */
import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { randomBytes } from 'node:crypto';
import { DEFAULT_TASK_QUEUE } from '../core/protocol.js';
import { openLocalServer, type LocalServer } from '../local.js';

export interface Target {
  client: Client;
  /** The embedded server; absent for a server that the environment names. */
  local: LocalServer | undefined;
  address: string;
  namespace: string;
  close(): Promise<void>;
}

/** True when the environment names a server, a profile or a configuration file. */
export function namesServer(env: NodeJS.ProcessEnv = process.env): boolean {
  return ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some(
    (name) => (env[name] ?? '') !== '',
  );
}

/** The named server's connection settings; a configuration file counts only when it is named. */
export function namedServer(): ReturnType<typeof loadClientConnectConfig> {
  const isFileNamed = ['TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some(
    (name) => (process.env[name] ?? '') !== '',
  );
  return loadClientConnectConfig({ disableFile: !isFileNamed });
}

/** Connects to the server that runs are on. */
export async function connect(onProgress: (message: string) => void): Promise<Target> {
  if (namesServer()) {
    const { connectionOptions, namespace = 'default' } = namedServer();
    const connection = await Connection.connect(connectionOptions);
    return {
      client: new Client({ connection, namespace }),
      local: undefined,
      address: connectionOptions.address ?? '',
      namespace,
      close: () => connection.close(),
    };
  }
  const local = await openLocalServer(onProgress);
  const connection = await Connection.connect({ address: local.address });
  return {
    client: new Client({ connection, namespace: local.namespace }),
    local,
    address: local.address,
    namespace: local.namespace,
    async close() {
      await connection.close();
      await local.release();
    },
  };
}

/** A local run has a queue of its own, so that it gets the environment of the moment. */
export function newTaskQueue(target: Target): string {
  return target.local === undefined
    ? DEFAULT_TASK_QUEUE
    : `${DEFAULT_TASK_QUEUE}.${randomBytes(6).toString('hex')}`;
}
