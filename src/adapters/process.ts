import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { constants as system } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { clearTree, killTree, TREE_MARKER } from './process-tree.js';
import { SandboxStatus, watchGroup, watchLimits } from './process-watch.js';
import { confine, hostSandbox, STATUS_FD, UNCONFINED, type Sandbox, type Tier } from './sandbox.js';

const DEFAULT_MAX_OUTPUT = 64 * 1024 * 1024;

export interface ProcessRequest {
  argv: string[];
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  /** Text for stdin; absent: `/dev/null`. */
  stdin?: string;
  /** Files for the output, overwritten; both may be the same. */
  stdoutPath: string;
  stderrPath: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Bytes of one output file after which the tree is killed; absent: 64 MiB. */
  maxOutputBytes?: number;
  /** Absent: only the end of the whole tree is enforced. */
  sandbox?: Sandbox;
  /** Absent: the best that works on this machine. */
  tier?: Tier;
}

export type Ending =
  'exited' | 'signalled' | 'timeout' | 'cancelled' | 'output-limit' | 'spawn-error';

/** How a process ended; `code` is null unless it exited or its signal was relayed as a code. */
export interface ProcessOutcome {
  ended: Ending;
  code: number | null;
  signal: string | null;
  ms: number;
  /** Why it could not be started. */
  message?: string;
}

type End = Omit<ProcessOutcome, 'ms'>;

/** Path of a program as `execvp` would find it, or null. */
export async function findProgram(name: string, cwd: string, path = ''): Promise<string | null> {
  const folders = name.includes('/') ? [cwd] : path.split(delimiter);
  for (const folder of folders) {
    const candidate = resolve(cwd, folder, name);
    const usable = await access(candidate, constants.X_OK).then(
      async () => (await stat(candidate)).isFile(),
      () => false,
    );
    if (usable) return candidate;
  }
  return null;
}

function endOfExit(code: number | null, signal: NodeJS.Signals | null): End {
  const relayed = Object.entries(system.signals).find(([, number]) => 128 + number === code);
  const name = signal ?? relayed?.[0] ?? null;
  return { ended: name === null ? 'exited' : 'signalled', code, signal: name };
}

function notStarted(message: string): End {
  return { ended: 'spawn-error', code: null, signal: null, message };
}

function launch(
  tier: Tier,
  request: ProcessRequest,
  program: string,
  marker: string,
  fds: number[],
) {
  const argv = [program, ...request.argv.slice(1)];
  const [command = '', ...args] = confine(tier, request.sandbox ?? UNCONFINED, request.cwd, argv);
  const stdin = request.stdin === undefined ? ('ignore' as const) : ('pipe' as const);
  const status = tier === 'bwrap' ? (['pipe'] as const) : [];
  const child = spawn(command, args, {
    cwd: request.cwd,
    env: { ...request.env, [TREE_MARKER]: marker },
    detached: true,
    stdio: [stdin, ...fds, ...status],
  });
  // A program that does not read its stdin is no fault.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(request.stdin);
  return child;
}

/** Waits for 'exit', not 'close': a stray that holds a pipe would delay that for ever. */
function exitOf(child: ChildProcess): Promise<End> {
  return new Promise((settle) => {
    child.once('exit', (code, signal) => settle(endOfExit(code, signal)));
    child.once('error', (error) => settle(notStarted(error.message)));
  });
}

async function supervise(
  tier: Tier,
  request: ProcessRequest,
  program: string,
  outputs: FileHandle[],
): Promise<End> {
  const marker = randomUUID();
  const fds = outputs.map((file) => file.fd);
  const child = launch(tier, request, program, marker, fds);
  const exit = exitOf(child);
  const status = new SandboxStatus(child);
  const statusEnd = child.stdio[STATUS_FD] ? once(child.stdio[STATUS_FD], 'close') : undefined;
  const guard = tier === 'pgroup' && child.pid !== undefined ? watchGroup(child.pid) : undefined;
  const limits = {
    timeoutMs: request.timeoutMs,
    signal: request.signal,
    maxOutputBytes: request.maxOutputBytes ?? DEFAULT_MAX_OUTPUT,
    outputs,
  };
  const watch = watchLimits(limits, () => void killTree(child));
  try {
    const end = await exit;
    watch.stop();
    await clearTree(marker, child.pid, status.init);
    await statusEnd;
    if (watch.cause !== null) return { ...end, ended: watch.cause };
    const wrapperFailed = tier === 'bwrap' && end.ended === 'exited' && !status.programExited;
    return wrapperFailed
      ? notStarted(`the sandbox could not start it: ${await tailOf(request.stderrPath)}`)
      : end;
  } finally {
    watch.stop();
    guard?.kill('SIGKILL');
  }
}

async function tailOf(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim().slice(-400);
}

/**
 * Runs a program without shell or terminal and returns when its whole process tree is dead,
 * however it ended; if this process dies, so does the tree. Rejects only on a fault of the host.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  const started = performance.now();
  const end = await start(request);
  return { ...end, ms: Math.round(performance.now() - started) };
}

async function start(request: ProcessRequest): Promise<End> {
  const { argv, cwd, env, sandbox, stdoutPath, stderrPath } = request;
  const program = await findProgram(argv[0] ?? '', cwd, env.PATH);
  if (program === null) return notStarted(`${argv[0] ?? ''}: no such program`);
  const host = await hostSandbox();
  const confined = sandbox !== undefined && sandbox.writable !== 'everything';
  const tier = request.tier ?? (confined ? host.tier : host.unconfined);
  if (request.signal?.aborted) return { ended: 'cancelled', code: null, signal: null };
  const stdout = await open(stdoutPath, 'w');
  const stderr = stderrPath === stdoutPath ? stdout : await open(stderrPath, 'w');
  try {
    const end = await supervise(tier, request, program, [stdout, stderr]);
    if (end.ended === 'output-limit') await cut([stdout, stderr], request);
    return end;
  } finally {
    await stdout.close();
    if (stderr !== stdout) await stderr.close();
  }
}

async function cut(outputs: FileHandle[], request: ProcessRequest): Promise<void> {
  const limit = request.maxOutputBytes ?? DEFAULT_MAX_OUTPUT;
  for (const file of outputs) if ((await file.stat()).size > limit) await file.truncate(limit);
}
