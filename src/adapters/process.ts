import { constants } from 'node:fs';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { findProgram, missingInterpreter } from './find-program.js';
import { hostSandbox, UNCONFINED, type HostSandbox, type Sandbox, type Tier } from './sandbox.js';
import { notRun, supervise, type TreeEnd } from './supervise.js';

export { findProgram } from './find-program.js';
export type { Ending } from './supervise.js';

const DEFAULT_MAX_OUTPUT = 64 * 1024 * 1024;
// Appending, since a program that opens its output anew (`> /dev/stderr`) empties the file.
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;

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
  /** Time without a new byte of output after which the tree is killed; absent: only `timeoutMs`. */
  stallMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes of one output file after which the tree is killed; absent: 64 MiB. */
  maxOutputBytes?: number;
  /** Absent: only the end of the whole tree is enforced. */
  sandbox?: Sandbox;
  /** Absent: the best that works on this machine. */
  tier?: Tier;
}

/** How a process ended, and how many ms it took until its whole tree was dead. */
export interface ProcessOutcome extends TreeEnd {
  ms: number;
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

function tierOf(request: ProcessRequest, host: HostSandbox): Tier {
  const { sandbox = UNCONFINED, tier } = request;
  return tier ?? (sandbox.writable === 'everything' ? host.unconfined : host.tier);
}

/** Why the program cannot be run in any sandbox, or its path. */
async function resolved(request: ProcessRequest): Promise<{ path: string } | { why: string }> {
  const { argv, cwd, env } = request;
  const name = argv[0] ?? '';
  const path = await findProgram(name, cwd, env.PATH);
  if (path === null) return { why: `${name}: no such program` };
  const interpreter = await missingInterpreter(path);
  return interpreter === null
    ? { path }
    : { why: `${path}: its interpreter ${interpreter} does not exist` };
}

async function start(request: ProcessRequest): Promise<TreeEnd> {
  const { sandbox = UNCONFINED, cwd, stdoutPath, stderrPath, signal } = request;
  const program = await resolved(request);
  if ('why' in program) return notRun('spawn-error', program.why);
  const host = await hostSandbox();
  const tier = tierOf(request, host);
  const there = tier === 'bwrap' || (await stat(cwd).catch(() => null))?.isDirectory();
  if (there !== true) return notRun('spawn-error', `${cwd}: no such folder`);
  if (signal?.aborted) return notRun('cancelled');
  const stdout = await open(stdoutPath, FRESH);
  const stderr = stderrPath === stdoutPath ? stdout : await open(stderrPath, FRESH);
  const maxOutputBytes = request.maxOutputBytes ?? DEFAULT_MAX_OUTPUT;
  const network = host.offline.includes(tier) ? sandbox.network : 'on';
  try {
    const end = await supervise(
      {
        tier,
        sandbox: { ...sandbox, network },
        tools: host.tools,
        argv: [program.path, ...request.argv.slice(1)],
        cwd,
        env: request.env,
        stdin: request.stdin,
        outputs: [stdout, stderr],
        limits: { timeoutMs: request.timeoutMs, stallMs: request.stallMs, signal, maxOutputBytes },
      },
      () => tailOf(stderrPath),
    );
    if (end.ended === 'output-limit') await cut([stdout, stderr], maxOutputBytes);
    return end;
  } finally {
    await stdout.close();
    if (stderr !== stdout) await stderr.close();
  }
}

async function tailOf(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim().slice(-400);
}

async function cut(outputs: FileHandle[], limit: number): Promise<void> {
  for (const file of outputs) if ((await file.stat()).size > limit) await file.truncate(limit);
}
