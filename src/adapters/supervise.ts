import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { constants as system } from 'node:os';
import { confine, INIT_FD, type SandboxTools } from './confine.js';
import { InitProcess } from './process-init.js';
import { clearTree, countStrays, killTree, TREE_MARKER } from './process-tree.js';
import { watchGroup, watchLimits, type Limits } from './process-watch.js';
import type { Sandbox, Tier } from './sandbox.js';

export type Ending =
  'exited' | 'signalled' | 'timeout' | 'stalled' | 'cancelled' | 'output-limit' | 'spawn-error';

/** How a process tree ended; `code` is null unless it exited or its signal was relayed as a code. */
export interface TreeEnd {
  ended: Ending;
  code: number | null;
  signal: string | null;
  /** Longest time in ms without a new byte of output. */
  longestSilenceMs: number;
  /**
   * How many of its processes still lived a quarter of a second after the program had ended by
   * itself; null: it did not, or the namespace was gone before they could be counted.
   */
  strays: number | null;
  /** Why it could not be started. */
  message?: string;
}

/** What is run, all decided: `argv[0]` is a path. */
export interface Launch {
  tier: Tier;
  sandbox: Sandbox;
  tools: SandboxTools;
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string | undefined;
  /** Standard output and standard error. */
  outputs: [FileHandle, FileHandle];
  limits: Omit<Limits, 'outputs'>;
}

type Exit = Pick<TreeEnd, 'ended' | 'code' | 'signal' | 'message'>;

/** The end of a program that was not run. */
export function notRun(ended: 'spawn-error' | 'cancelled', message?: string): TreeEnd {
  const end = { ended, code: null, signal: null, longestSilenceMs: 0, strays: null };
  return message === undefined ? end : { ...end, message };
}

function endOfExit(code: number | null, signal: NodeJS.Signals | null): Exit {
  const relayed = Object.entries(system.signals).find(([, number]) => 128 + number === code);
  const name = signal ?? relayed?.[0] ?? null;
  return { ended: name === null ? 'exited' : 'signalled', code, signal: name };
}

function launch(what: Launch, empty: number, marker: string): ChildProcess {
  const { tier, sandbox, tools, cwd, outputs } = what;
  const { argv, emptyFds } = confine(tier, sandbox, cwd, what.argv, tools);
  const [command = '', ...args] = argv;
  return spawn(command, args, {
    // A folder that is bound may be there only inside the sandbox.
    cwd: tier === 'bwrap' ? '/' : cwd,
    env: { ...what.env, [TREE_MARKER]: marker },
    detached: true,
    stdio: [
      what.stdin === undefined ? 'ignore' : 'pipe',
      ...outputs.map(({ fd }) => fd),
      ...(tier === 'pgroup' ? [] : (['pipe'] as const)),
      ...Array<number>(emptyFds).fill(empty),
    ],
  });
}

function launched(what: Launch, marker: string): ChildProcess {
  const empty = openSync('/dev/null', 'r');
  try {
    const child = launch(what, empty, marker);
    // A program that does not read its stdin is no fault.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(what.stdin);
    return child;
  } finally {
    closeSync(empty);
  }
}

/** Waits for 'exit', not 'close': a stray that holds a pipe would delay that for ever. */
function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((settle) => {
    child.once('exit', (code, signal) => settle(endOfExit(code, signal)));
    child.once('error', ({ message }) =>
      settle({ ended: 'spawn-error', code: null, signal: null, message }),
    );
  });
}

/** Runs a program and returns when its whole tree is dead; `why` reads what the sandbox said. */
export async function supervise(what: Launch, why: () => Promise<string>): Promise<TreeEnd> {
  const marker = randomUUID();
  const child = launched(what, marker);
  const exit = exitOf(child);
  const init = child.stdio[INIT_FD] == null ? undefined : new InitProcess(child);
  const guard =
    init === undefined && child.pid !== undefined ? watchGroup(child.pid, marker) : undefined;
  const watch = watchLimits({ ...what.limits, outputs: what.outputs }, () => void killTree(child));
  try {
    await Promise.race([exit, init?.programEnded ?? exit]);
    watch.stop();
    const pid = await init?.pid;
    const known = watch.cause === null && (init === undefined || pid !== undefined);
    const strays = known ? await countStrays(marker, pid) : null;
    init?.release();
    const end = await exit;
    await clearTree(marker, child.pid, pid);
    const rest = { longestSilenceMs: watch.longestSilenceMs, strays };
    if (watch.cause !== null) return { ...end, ...rest, ended: watch.cause };
    const unbuilt = init !== undefined && pid === undefined && end.ended === 'exited';
    if (unbuilt) return notRun('spawn-error', `the sandbox could not start it: ${await why()}`);
    return { ...end, ...rest, strays: end.ended === 'spawn-error' ? null : strays };
  } finally {
    watch.stop();
    guard?.kill('SIGKILL');
  }
}
