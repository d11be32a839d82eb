import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { serverFiles } from '../src/adapters/server-record.js';
import { askStoppedServer } from '../src/local-ask.js';
import { ensureServer, stopServer } from '../src/local-server.js';

const PATIENCE = 300_000;
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'local ask-'));
});

afterEach(async () => {
  await stopServer(home);
  await rm(home, { recursive: true });
}, PATIENCE);

async function startWorkflow(address: string): Promise<string> {
  const connection = await Connection.connect({ address });
  try {
    const options = { workflowId: 'kept', taskQueue: 'none' };
    const handle = await new Client({ connection }).workflow.start('anything', options);
    return handle.firstExecutionRunId;
  } finally {
    await connection.close();
  }
}

describe('asking the local server of another run', () => {
  it(
    'starts a stopped one, and never takes a server with another database for it',
    async () => {
      const { address, dbFile } = await ensureServer({ home });
      const run = { address, namespace: 'default', workflowId: 'kept', databaseFile: dbFile };
      const firstRunId = await startWorkflow(address);
      await stopServer(home);

      expect(await askStoppedServer({ ...run, firstRunId })).toBe('open');
      expect(await askStoppedServer({ ...run, firstRunId: 'unheard-of' })).toBe('closed');
      const databaseFile = serverFiles(home).database('1.0.0');
      expect(await askStoppedServer({ ...run, firstRunId: 'unheard-of', databaseFile })).toBe(
        'unknown',
      );
    },
    PATIENCE,
  );
});
