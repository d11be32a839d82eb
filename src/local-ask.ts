import { Client, Connection } from '@temporalio/client';
import { dirname } from 'node:path';
import type { ExecutionIdentity } from './core/protocol.js';
import { executionState } from './execution-state.js';
import { ensureServer } from './local-server.js';

const CONNECT_WITHIN = '5s';

/**
 * Asks the server of another run whether that run is open. A stopped local server is started to
 * ask; one that cannot be reached, or that has another database than the run's, makes the answer
 * `unknown`.
 */
export async function askStoppedServer(
  identity: ExecutionIdentity,
): Promise<'open' | 'closed' | 'unknown'> {
  if (identity.databaseFile === undefined) return ask(identity.address, identity);
  try {
    const home = dirname(dirname(identity.databaseFile));
    const server = await ensureServer({ home });
    try {
      // A server of another version does not know the run and would call it closed.
      if (server.dbFile !== identity.databaseFile) return 'unknown';
      return await ask(server.address, identity);
    } finally {
      await server.release();
    }
  } catch {
    return 'unknown';
  }
}

async function ask(
  address: string,
  identity: ExecutionIdentity,
): Promise<'open' | 'closed' | 'unknown'> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN }).catch(
    () => undefined,
  );
  if (connection === undefined) return 'unknown';
  try {
    return await executionState(
      new Client({ connection, namespace: identity.namespace }),
      identity,
    );
  } finally {
    await connection.close();
  }
}
