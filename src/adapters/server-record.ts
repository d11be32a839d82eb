import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './content-store.js';
import { serverFolder } from './home.js';
import { readJson } from './json-file.js';
import { identityIn, isAlive, type ProcessIdentity } from './process-identity.js';

/** What the local server says of itself while it is healthy; the identity is its supervisor's. */
export interface ServerRecord extends ProcessIdentity {
  /** `host:port` for clients and workers. */
  readonly address: string;
  readonly uiUrl: string;
  readonly dbFile: string;
  /** Version of the server. */
  readonly version: string;
  /** Path of the `temporal` program that runs it. */
  readonly binary: string;
}

export interface ServerFiles {
  folder: string;
  lock: string;
  record: string;
  /** Identity of the `temporal` process, so that one left over can be ended. */
  process: string;
  log: string;
  users: string;
  /** The database of a server version. */
  database(version: string): string;
}

/** The files of the local server of one state folder. */
export function serverFiles(home: string): ServerFiles {
  const folder = serverFolder(home);
  return {
    folder,
    lock: join(folder, 'server.lock'),
    record: join(folder, 'server.json'),
    process: join(folder, 'process.json'),
    log: join(folder, 'supervisor.log'),
    users: join(folder, 'users'),
    database: (version: string) => join(folder, `temporal-${version}.db`),
  };
}

/** The record that lies there, of a living supervisor or of one that was killed. */
export async function lastServer(home: string): Promise<ServerRecord | undefined> {
  const record = await readJson(serverFiles(home).record);
  return isServerRecord(record) ? record : undefined;
}

/** The record of the local server; undefined when there is none, or its supervisor is dead. */
export async function livingServer(home: string): Promise<ServerRecord | undefined> {
  const record = await lastServer(home);
  return record !== undefined && (await isAlive(record)) ? record : undefined;
}

/** Publishes the server, from now on handed out to whoever asks. */
export async function publishServer(home: string, record: ServerRecord): Promise<void> {
  await writeFileAtomically(serverFiles(home).record, `${JSON.stringify(record, null, 2)}\n`);
}

/** Takes the server's record away, before it stops. */
export async function withdrawServer(home: string): Promise<void> {
  await rm(serverFiles(home).record, { force: true });
}

function isServerRecord(value: unknown): value is ServerRecord {
  if (identityIn(value) === undefined) return false;
  const texts = ['address', 'uiUrl', 'dbFile', 'version', 'binary'];
  const fields = new Map<string, unknown>(Object.entries(value as object));
  return texts.every((name) => typeof fields.get(name) === 'string');
}
