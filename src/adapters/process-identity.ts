import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasCode } from './errno.js';

/** Names one process for good: its id, and when it started, since ids are used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; comparable on the machine where it was taken. */
  readonly startedAt: string;
}

/** Identity of a living process, the calling one by default; throws when there is no such process. */
export async function processIdentity(pid = process.pid): Promise<ProcessIdentity> {
  const startedAt = await startTime(pid);
  if (startedAt === undefined) throw new Error(`there is no process ${pid}`);
  return { pid, startedAt };
}

/** Whether exactly this process still runs; one that ended but was not yet reaped does not. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await startTime(identity.pid)) === identity.startedAt;
}

/** Sends a signal; a process that has just ended needs none. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/** Reads an identity out of a parsed JSON record; undefined when the record holds none. */
export function identityIn(record: unknown): ProcessIdentity | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  if (!('pid' in record) || !('startedAt' in record)) return undefined;
  const { pid, startedAt } = record;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return typeof startedAt === 'string' ? { pid, startedAt } : undefined;
}

async function startTime(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

async function startTimeFromProc(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  if (stat === undefined) return undefined;
  // The second field is the program's name and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  return hasEnded(state) || ticks === undefined ? undefined : `${boot.trim()}/${ticks}`;
}

async function startTimeFromPs(pid: number): Promise<string | undefined> {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC0' };
  const listed = await promisify(execFile)('ps', ['-o', 'state=,lstart=', '-p', `${pid}`], {
    env,
  }).catch((error: unknown) => {
    if (hasCode(error, 1)) return undefined;
    throw error;
  });
  const [state, ...started] = listed?.stdout.trim().split(/\s+/) ?? [];
  return state === undefined || hasEnded(state) ? undefined : started.join(' ');
}

function hasEnded(state: string | undefined): boolean {
  return state === undefined || /^[ZXx]/.test(state);
}
