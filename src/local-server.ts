import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readLock } from './adapters/file-lock.js';
import {
  identityIn,
  isAlive,
  sendSignal,
  type ProcessIdentity,
} from './adapters/process-identity.js';
import { reapServerProcess } from './adapters/server-process.js';
import { livingServer, serverFiles, type ServerRecord } from './adapters/server-record.js';
import { registerUser } from './adapters/server-users.js';
import { resolveTemporalBinary, type TemporalBinary } from './adapters/temporal-binary.js';
import { serverAnswers } from './server-namespace.js';

export { registerUser } from './adapters/server-users.js';
export { livingServer as runningServer, type ServerRecord } from './adapters/server-record.js';

export interface EnsureServerOptions {
  /** The state folder. */
  home: string;
  /** Told, in one line each, about what takes time. */
  onProgress?: (message: string) => void;
  signal?: AbortSignal;
}

export interface EnsuredServer {
  /** `host:port` for clients and workers. */
  address: string;
  uiUrl: string;
  /** Whether this call started it. */
  started: boolean;
  /** Path of the `temporal` program that runs it. */
  binary: string;
  /** The database; its name holds the version of that program's server. */
  dbFile: string;
  /** The caller uses the server no longer; the end of its process says the same. */
  release(): Promise<void>;
}

/** The local server could not be started or does not answer; the message ends with its log. */
export class LocalServerError extends Error {
  override name = 'LocalServerError';
}

const SUPERVISOR = fileURLToPath(new URL('../dist/supervisor.js', import.meta.url));
const POLL_MS = 100;
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;
const LOG_TAIL_LINES = 15;

/**
 * Finds the local server of this state folder, or starts it, and answers once it is healthy. The
 * calling process counts as its user from here on; a detached worker is registered with
 * {@link registerUser}. Throws {@link LocalServerError} or a TemporalBinaryError.
 */
export async function ensureServer(options: EnsureServerOptions): Promise<EnsuredServer> {
  // Registered before the first look: a supervisor about to stop either sees this registration or
  // has already taken its record away.
  const release = await registerUser(options.home);
  try {
    const found = await healthyServer(options.home);
    const { record, started } =
      found === undefined ? await startServer(options) : { record: found, started: false };
    const { address, uiUrl, binary, dbFile } = record;
    return { address, uiUrl, started, binary, dbFile, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Stops the local server of this state folder, used or not, and answers when it is gone. */
export async function stopServer(home: string): Promise<void> {
  const files = serverFiles(home);
  const supervisor = await livingSupervisor(home);
  if (supervisor !== undefined) {
    sendSignal(supervisor.pid, 'SIGTERM');
    const deadline = Date.now() + STOP_WITHIN_MS;
    while (await isAlive(supervisor)) {
      if (Date.now() > deadline) sendSignal(supervisor.pid, 'SIGKILL');
      await delay(POLL_MS);
    }
  }
  await reapServerProcess(files.process);
}

async function startServer({
  home,
  onProgress = () => {},
  signal,
}: EnsureServerOptions): Promise<{ record: ServerRecord; started: boolean }> {
  const binary = await resolveTemporalBinary({
    onProgress,
    ...(signal === undefined ? {} : { signal }),
  });
  onProgress('starting the local Temporal server');
  let supervisor: ChildProcess | undefined;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    signal?.throwIfAborted();
    const record = await healthyServer(home);
    if (record !== undefined) return { record, started: record.pid === supervisor?.pid };
    if (supervisor !== undefined && hasEnded(supervisor)) {
      // With code 0 it left the place to another one, which may itself be about to stop.
      if (supervisor.exitCode !== 0) throw await failure(home, 'did not start');
      supervisor = undefined;
    }
    if (supervisor === undefined && (await livingSupervisor(home)) === undefined) {
      supervisor = await spawnSupervisor(home, binary);
    }
    await delay(POLL_MS);
  }
  throw await failure(home, `did not answer within ${READY_WITHIN_MS / 1000} s`);
}

async function healthyServer(home: string): Promise<ServerRecord | undefined> {
  const record = await livingServer(home);
  return record !== undefined && (await serverAnswers(record.address)) ? record : undefined;
}

async function livingSupervisor(home: string): Promise<ProcessIdentity | undefined> {
  const identity = identityIn(await readLock(serverFiles(home).lock));
  return identity !== undefined && (await isAlive(identity)) ? identity : undefined;
}

async function spawnSupervisor(home: string, binary: TemporalBinary): Promise<ChildProcess> {
  const files = serverFiles(home);
  await mkdir(files.folder, { recursive: true });
  const log = await open(files.log, 'a');
  try {
    const args = [SUPERVISOR, home, binary.path, binary.serverVersion];
    const child = spawn(process.execPath, args, {
      cwd: files.folder,
      detached: true,
      env: supervisorEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** The server outlives this process and serves others, so it gets no secret of this environment. */
function supervisorEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'];
  const kept = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function failure(home: string, what: string): Promise<LocalServerError> {
  const { log } = serverFiles(home);
  const written = await readFile(log, 'utf8').catch(() => '');
  const tail = written.trim().split('\n').slice(-LOG_TAIL_LINES).join('\n');
  return new LocalServerError(`the local Temporal server ${what}; the end of ${log}:\n${tail}`);
}
