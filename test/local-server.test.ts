import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { identityIn, isAlive, processIdentity } from '../src/adapters/process-identity.js';
import { serverFiles } from '../src/adapters/server-record.js';
import { hasLivingUser } from '../src/adapters/server-users.js';
import {
  ensureServer,
  registerUser,
  runningServer,
  stopServer,
  type ServerRecord,
} from '../src/local-server.js';

const PATIENCE = 300_000;
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'local server-'));
});

afterEach(async () => {
  await stopServer(home);
  expect(serverProcesses()).toEqual([]);
  await rm(home, { recursive: true });
}, PATIENCE);

/** Command lines of all processes that serve this test's state folder. */
function serverProcesses(): string[] {
  const listed = spawnSync('ps', ['-A', '-ww', '-o', 'args=']).stdout.toString();
  return listed.split('\n').filter((args) => args.includes(home) && args.includes('start-dev'));
}

async function recorded(): Promise<ServerRecord> {
  const record = await runningServer(home);
  if (record === undefined) throw new Error('no server is recorded');
  return record;
}

async function temporalProcess() {
  const content = await readFile(serverFiles(home).process, 'utf8');
  const identity = identityIn(JSON.parse(content));
  if (identity === undefined) throw new Error('the process is not recorded');
  return identity;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}

async function withConnection<T>(
  address: string,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await ask(connection);
  } finally {
    await connection.close();
  }
}

async function startWorkflow(address: string): Promise<void> {
  await withConnection(address, async (connection) => {
    const options = { workflowId: 'kept', taskQueue: 'none' };
    await new Client({ connection }).workflow.start('anything', options);
  });
}

async function statusOfWorkflow(address: string): Promise<string> {
  return withConnection(address, async (connection) => {
    return (await new Client({ connection }).workflow.getHandle('kept').describe()).status.name;
  });
}

describe('the local server', () => {
  it(
    'is started once, is found again, keeps history for 720 hours, and serves while it has a user',
    async () => {
      const first = await ensureServer({ home });
      expect(first.started).toBe(true);
      const { address, uiUrl, binary, dbFile } = first;
      expect(dbFile).toBe(serverFiles(home).database('1.32.0'));
      const second = await ensureServer({ home });
      expect(second).toMatchObject({ address, uiUrl, binary, dbFile, started: false });
      expect(serverProcesses()).toHaveLength(1);
      expect(await recorded()).toMatchObject({ address: first.address, version: '1.32.0' });

      await withConnection(first.address, async ({ workflowService, operatorService }) => {
        const namespace = 'default';
        const { config } = await workflowService.describeNamespace({ namespace });
        expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(720 * 3600);
        const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
        expect(customAttributes).toMatchObject({ RlPhase: 2, RlOutcome: 2, RlRepo: 2 });
        expect(customAttributes).toMatchObject({ RlIteration: 3 });
      });
      expect((await fetch(first.uiUrl)).status).toBe(200);

      expect(await hasLivingUser(home)).toBe(true);
      await first.release();
      await delay(5_000);
      expect(await runningServer(home)).toBeDefined();
      await second.release();
      await until(async () => (await runningServer(home)) === undefined);
    },
    PATIENCE,
  );

  it(
    'is one when two start it at once, also over the record and lock of a dead one',
    async () => {
      const dead = { pid: spawnSync('true').pid, startedAt: 'long ago' };
      const record = { address: '127.0.0.1:9', uiUrl: 'http://127.0.0.1:10', dbFile: 'x' };
      const files = serverFiles(home);
      await mkdir(files.folder);
      await writeFile(files.lock, JSON.stringify(dead));
      await writeFile(files.process, JSON.stringify(dead));
      await writeFile(
        files.record,
        JSON.stringify({ ...dead, ...record, version: '1', binary: 'x' }),
      );
      expect(await runningServer(home)).toBeUndefined();

      const both = await Promise.all([ensureServer({ home }), ensureServer({ home })]);
      expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
      expect(both[0].address).toBe(both[1].address);
      expect(serverProcesses()).toHaveLength(1);
    },
    PATIENCE,
  );

  it(
    'comes back with its data and at the same address when supervisor or server is killed',
    async () => {
      const { address } = await ensureServer({ home });
      await startWorkflow(address);

      const supervisor = await recorded();
      const orphan = await temporalProcess();
      process.kill(supervisor.pid, 'SIGKILL');
      await until(async () => !(await isAlive(supervisor)));
      expect(await runningServer(home)).toBeUndefined();
      expect(await ensureServer({ home })).toMatchObject({ address, started: true });
      expect(await isAlive(orphan)).toBe(false);
      expect(serverProcesses()).toHaveLength(1);
      expect(await statusOfWorkflow(address)).toBe('RUNNING');

      const killed = await temporalProcess();
      process.kill(killed.pid, 'SIGKILL');
      await until(async () => (await temporalProcess().catch(() => killed)).pid !== killed.pid);
      expect(await ensureServer({ home })).toMatchObject({ address, started: false });
      expect(await statusOfWorkflow(address)).toBe('RUNNING');
    },
    PATIENCE,
  );

  it(
    'ends with its last user, and one who asks meanwhile gets a new one with the same data',
    async () => {
      const user = spawn('sleep', ['600']);
      await registerUser(home, await processIdentity(user.pid));
      const { address, release } = await ensureServer({ home });
      await startWorkflow(address);
      await release();
      const supervisor = await recorded();

      user.kill('SIGKILL');
      await until(async () => (await runningServer(home)) === undefined);
      const next = await ensureServer({ home });
      expect(next.started).toBe(true);
      expect(await isAlive(supervisor)).toBe(false);
      expect(serverProcesses()).toHaveLength(1);
      expect(await statusOfWorkflow(next.address)).toBe('RUNNING');
    },
    PATIENCE,
  );

  it(
    'leaves no process and no record when it is stopped',
    async () => {
      await ensureServer({ home });
      const processes = [await recorded(), await temporalProcess()];
      await stopServer(home);
      expect(await Promise.all(processes.map(isAlive))).toEqual([false, false]);
      const { lock, record, process: identity } = serverFiles(home);
      for (const file of [lock, record, identity]) await expect(stat(file)).rejects.toThrow();
    },
    PATIENCE,
  );

  it(
    'that cannot be started fails with the end of its log',
    async () => {
      const broken = join(home, 'temporal');
      const version = 'temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)';
      const lines = ['#!/bin/sh', `[ "$1" != --version ] || exec echo "${version}"`];
      await writeFile(broken, [...lines, 'echo the disk is on fire', 'exit 7', ''].join('\n'));
      await chmod(broken, 0o755);
      process.env['TEMPORAL_CLI'] = broken;
      try {
        const failure = await ensureServer({ home }).then(
          () => undefined,
          (error: Error) => error,
        );
        expect(failure).toMatchObject({ name: 'LocalServerError' });
        expect(failure?.message).toContain('the local Temporal server did not start');
        expect(failure?.message).toContain('the disk is on fire');
        expect(failure?.message).toContain('exit code 7');
      } finally {
        delete process.env['TEMPORAL_CLI'];
      }
    },
    PATIENCE,
  );
});
