/**
 * Entry of the detached process that owns the local Temporal server: it holds the lock, runs the
 * server, starts it again when it dies, and ends with the last registered user.
 *
 * Arguments: state folder, path of the `temporal` program, version of the server in it.
 */
import { mkdir, stat, truncate } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock } from './adapters/file-lock.js';
import { stateHome } from './adapters/home.js';
import { processIdentity } from './adapters/process-identity.js';
import {
  choosePorts,
  loopback,
  reapServerProcess,
  startServerProcess,
  type ServerPorts,
  type ServerProcess,
} from './adapters/server-process.js';
import {
  lastServer,
  publishServer,
  serverFiles,
  withdrawServer,
  type ServerRecord,
} from './adapters/server-record.js';
import { hasLivingUser } from './adapters/server-users.js';
import { prepareNamespace, SEARCH_ATTRIBUTE_TYPES } from './server-namespace.js';

const FIXED_PORTS: ServerPorts = { grpc: 7243, ui: 8243 };
const POLL_MS = 500;
const FIRST_USER_MS = 30_000;
const LAST_USER_MS = 3_000;
const HEALTHY_WITHIN_MS = 45_000;
const START_ATTEMPTS = 3;
const LOG_LIMIT_BYTES = 1024 * 1024;

interface Served {
  readonly server: ServerProcess;
  readonly ports: ServerPorts;
  readonly record: ServerRecord;
}

interface Place {
  readonly home: string;
  readonly binary: string;
  readonly version: string;
  readonly stop: AbortSignal;
}

function say(message: string): void {
  console.log(`${new Date().toISOString()} supervisor ${process.pid}: ${message}`);
}

async function start(place: Place, wished: readonly ServerPorts[]): Promise<Served> {
  const { home, binary, version, stop } = place;
  const files = serverFiles(home);
  for (let attempt = 1; ; attempt += 1) {
    const ports = await choosePorts(wished);
    const server = await startServerProcess({
      binary,
      ports,
      dbFile: files.database(version),
      identityFile: files.process,
      searchAttributes: SEARCH_ATTRIBUTE_TYPES,
    });
    try {
      const address = loopback(ports.grpc);
      const limit = AbortSignal.timeout(HEALTHY_WITHIN_MS);
      await prepareNamespace(address, AbortSignal.any([limit, server.ended, stop]));
      const record: ServerRecord = {
        ...(await processIdentity()),
        address,
        uiUrl: `http://${loopback(ports.ui)}`,
        dbFile: files.database(version),
        version,
        binary,
      };
      await publishServer(home, record);
      say(`serving ${address}, Web UI ${record.uiUrl}`);
      return { server, ports, record };
    } catch (error) {
      await server.stop();
      say(`attempt ${attempt} to start the server failed: ${String(error)}`);
      if (attempt === START_ATTEMPTS || stop.aborted) throw error;
    }
  }
}

/** Resolves when nobody uses the server any more and it can no longer be handed out. */
async function untilUnused(home: string, served: Served, stop: AbortSignal): Promise<void> {
  let lastUse = performance.now();
  let grace = FIRST_USER_MS;
  while (!stop.aborted && !served.server.ended.aborted) {
    if (await hasLivingUser(home)) {
      lastUse = performance.now();
      grace = LAST_USER_MS;
    } else if (performance.now() - lastUse > grace) {
      // Whoever registers from here on finds no record and waits for the next server; whoever
      // registered before and saw the record is seen by this last look.
      await withdrawServer(home);
      if (!(await hasLivingUser(home))) return;
      await publishServer(home, served.record);
    }
    await delay(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Workers that outlived a killed supervisor still look for the server where it was. */
async function earlierPorts(home: string): Promise<ServerPorts[]> {
  const record = await lastServer(home);
  if (record === undefined) return [];
  const [grpc, ui] = [`http://${record.address}`, record.uiUrl].map((url) => new URL(url).port);
  return [{ grpc: Number(grpc), ui: Number(ui) }];
}

async function supervise(place: Place): Promise<void> {
  // Two homes that start at once must not race for the same ports: only the usual one is fixed.
  const usual = place.home === stateHome({}) ? [FIXED_PORTS] : [];
  let served = await start(place, [...(await earlierPorts(place.home)), ...usual]);
  for (;;) {
    await untilUnused(place.home, served, place.stop);
    const { ended } = served.server;
    if (place.stop.aborted || !ended.aborted) break;
    say(`${String(ended.reason)}; starting it again`);
    // The same ports, so that clients and workers find the server again by themselves.
    served = await start(place, [served.ports, ...usual]);
  }
  say('stopping');
  await withdrawServer(place.home);
  await served.server.stop();
}

async function main([home, binary, version]: readonly string[]): Promise<void> {
  if (home === undefined || binary === undefined || version === undefined) {
    throw new Error('the supervisor is started by refactor-loop, with three arguments');
  }
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  const files = serverFiles(home);
  await mkdir(files.folder, { recursive: true });
  const lock = await acquireLock(files.lock, { ...(await processIdentity()) });
  if (lock.kind === 'held') return;
  try {
    const written = await stat(files.log).catch(() => ({ size: 0 }));
    if (written.size > LOG_LIMIT_BYTES) await truncate(files.log);
    await reapServerProcess(files.process);
    await supervise({ home, binary, version, stop: stop.signal });
  } finally {
    await withdrawServer(home);
    await lock.release();
  }
}

await main(process.argv.slice(2));
