import { spawn, type ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { TREE_MARKER } from './process-tree.js';

const OUTPUT_POLL_MS = 100;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Limits of one process; `outputs` are its open output files. */
export interface Limits {
  timeoutMs: number;
  /** Longest time without a new byte of output. */
  stallMs: number | undefined;
  signal: AbortSignal | undefined;
  maxOutputBytes: number;
  outputs: readonly FileHandle[];
}

/** Which limit was hit first, if any; `stop` ends the watching. */
export interface Watch {
  cause: 'timeout' | 'stalled' | 'cancelled' | 'output-limit' | null;
  /** Longest time in ms without a new byte of output, so far. */
  longestSilenceMs: number;
  stop: () => void;
}

/** Calls `kill` as soon as a limit is hit. */
export function watchLimits(limits: Limits, kill: () => void): Watch {
  const { stallMs = Infinity } = limits;
  let written = 0;
  let heardAt = performance.now();
  const end = (cause: NonNullable<Watch['cause']>) => {
    watch.cause ??= cause;
    kill();
  };
  const silence = () => {
    const ms = performance.now() - heardAt;
    watch.longestSilenceMs = Math.max(watch.longestSilenceMs, Math.round(ms));
    return ms;
  };
  const measure = async () => {
    const sizes = await Promise.all(limits.outputs.map(async (file) => (await file.stat()).size));
    const silent = silence();
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total !== written) [written, heardAt] = [total, performance.now()];
    else if (silent > stallMs) end('stalled');
    if (sizes.some((size) => size > limits.maxOutputBytes)) end('output-limit');
  };
  const timer = setTimeout(() => end('timeout'), Math.min(limits.timeoutMs, LONGEST_TIMER_MS));
  const poll = setInterval(() => void measure().catch(() => undefined), OUTPUT_POLL_MS);
  const onAbort = () => end('cancelled');
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  let stopped = false;
  const watch: Watch = {
    cause: null,
    longestSilenceMs: 0,
    stop: () => {
      if (!stopped) silence();
      stopped = true;
      clearTimeout(timer);
      clearInterval(poll);
      limits.signal?.removeEventListener('abort', onAbort);
    },
  };
  if (limits.signal?.aborted) onAbort();
  return watch;
}

// The group first; then what left it, again and again while that still makes processes.
const SWEEP = [
  'read -r _; kill -s KILL -- "-$1"; round=0',
  'while [ $round -lt 50 ]; do',
  '  files=$(grep -las -- "$2" /proc/[0-9]*/environ); [ -n "$files" ] || exit 0',
  '  for file in $files; do pid=${file#/proc/}; kill -s KILL "${pid%/environ}"; done',
  '  round=$((round + 1))',
  'done',
].join('\n');

/**
 * Ends a process tree when this process dies, where no namespace does it: the group and, where
 * there is a `/proc`, all that carry the tree's marker.
 */
export function watchGroup(group: number, marker: string): ChildProcess {
  const args = [String(group), `${TREE_MARKER}=${marker}`];
  const watcher = spawn('/bin/sh', ['-c', SWEEP, 'refactor-loop-watch', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  return watcher;
}
