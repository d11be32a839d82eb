import { spawn, type ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { STATUS_FD } from './sandbox.js';

const OUTPUT_POLL_MS = 100;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Limits of one process; `outputs` are its open output files. */
export interface Limits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  maxOutputBytes: number;
  outputs: FileHandle[];
}

/** Which limit was hit first, if any; `stop` ends the watching. */
export interface Watch {
  cause: 'timeout' | 'cancelled' | 'output-limit' | null;
  stop: () => void;
}

/** Calls `kill` as soon as a limit is hit. */
export function watchLimits(limits: Limits, kill: () => void): Watch {
  const end = (cause: NonNullable<Watch['cause']>) => {
    watch.cause ??= cause;
    kill();
  };
  const measure = async () => {
    const sizes = await Promise.all(limits.outputs.map(async (file) => (await file.stat()).size));
    if (sizes.some((size) => size > limits.maxOutputBytes)) end('output-limit');
  };
  const timer = setTimeout(() => end('timeout'), Math.min(limits.timeoutMs, LONGEST_TIMER_MS));
  const poll = setInterval(() => void measure().catch(() => undefined), OUTPUT_POLL_MS);
  const onAbort = () => end('cancelled');
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  const watch: Watch = {
    cause: null,
    stop: () => {
      clearTimeout(timer);
      clearInterval(poll);
      limits.signal?.removeEventListener('abort', onAbort);
    },
  };
  if (limits.signal?.aborted) onAbort();
  return watch;
}

/** Ends a process group when this process dies, where no namespace does it. */
export function watchGroup(group: number): ChildProcess {
  const script = 'read -r _; kill -s KILL -- "-$1"';
  const watcher = spawn('sh', ['-c', script, 'refactor-loop-watch', String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  return watcher;
}

/** What bwrap tells on its status descriptor. */
export class SandboxStatus {
  private text = '';

  constructor(child: ChildProcess) {
    const stream = child.stdio[STATUS_FD];
    if (!stream || !('setEncoding' in stream)) return;
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => (this.text += chunk));
  }

  /** The first process of the PID namespace, numbered as seen from here. */
  get init(): number | undefined {
    const match = /"child-pid": (\d+)/.exec(this.text);
    return match ? Number(match[1]) : undefined;
  }

  /** Whether the program itself ran and exited, so that the exit code is its own. */
  get programExited(): boolean {
    return this.text.includes('"exit-code"');
  }
}
