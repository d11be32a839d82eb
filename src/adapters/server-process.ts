import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFileAtomically } from './content-store.js';
import { identityIn, isAlive, processIdentity, sendSignal } from './process-identity.js';
import { readJson } from './json-file.js';

export interface ServerPorts {
  readonly grpc: number;
  readonly ui: number;
}

export interface ServerProcessOptions {
  readonly binary: string;
  readonly dbFile: string;
  readonly ports: ServerPorts;
  /** Where the process's identity is kept while it runs. */
  readonly identityFile: string;
  /** Registered when the database is new, by name: `Keyword` or `Int`. */
  readonly searchAttributes: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  /** Aborted when the process has ended; its reason says how. */
  readonly ended: AbortSignal;
  /** Ends the process: SIGTERM, and SIGKILL after ten seconds. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const GRACE_MS = 10_000;

/** Starts the `temporal` dev server on loopback; its output goes to this process's own. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const [command = options.binary, ...args] = [...parentDeathPrefix(), options.binary];
  const child = spawn(command, [...args, ...startArguments(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = new AbortController();
  child.once('error', (error) => end.abort(error));
  child.once('exit', (code, signal) => {
    end.abort(new Error(`the Temporal dev server ended with ${signal ?? `exit code ${code}`}`));
  });
  if (child.pid !== undefined) {
    const identity = await processIdentity(child.pid).catch(() => undefined);
    await writeFileAtomically(options.identityFile, JSON.stringify(identity ?? {}));
  }
  return {
    ended: end.signal,
    async stop() {
      if (!end.signal.aborted) {
        const killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
        child.kill('SIGTERM');
        await once(end.signal, 'abort');
        clearTimeout(killer);
      }
      await rm(options.identityFile, { force: true });
    },
  };
}

/** Kills the `temporal` process of a supervisor that died before it; the database outlives that. */
export async function reapServerProcess(identityFile: string): Promise<void> {
  const identity = identityIn(await readJson(identityFile));
  if (identity === undefined) return;
  while (await isAlive(identity)) {
    sendSignal(identity.pid, 'SIGKILL');
    await delay(50);
  }
  await rm(identityFile, { force: true });
}

/** The first of the wished ports that are free, both of them; else two that the system chooses. */
export async function choosePorts(wishes: readonly ServerPorts[]): Promise<ServerPorts> {
  for (const { grpc, ui } of wishes) {
    const ports = await tryPorts(grpc, ui);
    if (ports !== undefined) return ports;
  }
  const ports = await tryPorts(0, 0);
  if (ports === undefined) throw new Error(`no free port on ${HOST}`);
  return ports;
}

/** `host:port` of a port on loopback. */
export function loopback(port: number): string {
  return `${HOST}:${port}`;
}

/**
 * Whether anything listens at `host:port`; told at once, where a gRPC client would wait and try
 * again before it says no.
 */
export async function acceptsConnections(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function startArguments({ dbFile, ports, searchAttributes }: ServerProcessOptions): string[] {
  const pragmas = ['journal_mode=WAL', 'synchronous=FULL'];
  return [
    ...['server', 'start-dev', '--ip', HOST, '--log-level', 'warn'],
    ...['--port', `${ports.grpc}`, '--ui-port', `${ports.ui}`, '--ui-disable-news-fetch'],
    ...['--db-filename', dbFile, ...pragmas.flatMap((pragma) => ['--sqlite-pragma', pragma])],
    ...Object.entries(searchAttributes).flatMap((entry) => ['--search-attribute', entry.join('=')]),
    ...['--disable-config-file', '--disable-config-env'],
  ];
}

/** On Linux the kernel can end the server together with its supervisor, however that dies. */
function parentDeathPrefix(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'KILL'];
  const [command = '', ...args] = prefix;
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : [];
}

async function tryPorts(grpc: number, ui: number): Promise<ServerPorts | undefined> {
  const servers: Server[] = [];
  try {
    return { grpc: await listen(grpc, servers), ui: await listen(ui, servers) };
  } catch {
    return undefined;
  } finally {
    for (const server of servers) {
      server.close();
      await once(server, 'close');
    }
  }
}

async function listen(port: number, servers: Server[]): Promise<number> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was expected');
  return address.port;
}
