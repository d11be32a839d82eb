import { fork, type ChildProcess } from 'node:child_process';
import type { ListingAnswer, ListingInput } from './listing.js';

const CHILD = new URL('../../../dist/gate/api/child.js', import.meta.url);
const IDLE_MS = 60_000;

interface Idle {
  child: ChildProcess;
  timer: NodeJS.Timeout;
}

/** The child that answered last: it has compiler and libraries in memory, which take seconds. */
let idle: Idle | undefined;

function start(): ChildProcess {
  const child = fork(CHILD, [], {
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    execArgv: [],
    // What kills it says so on stderr.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // What goes wrong while it waits shows at the next request.
  return child.on('error', () => undefined);
}

/** The child that waits, for its caller alone. */
function takeIdle(): ChildProcess | undefined {
  clearTimeout(idle?.timer);
  const child = idle?.child;
  idle = undefined;
  return child;
}

/** Keeps a child for the next caller, without keeping the calling process alive. */
function putBack(child: ChildProcess): void {
  if (idle !== undefined) return void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    idle = undefined;
    child.kill('SIGKILL');
  }, IDLE_MS).unref();
  child.unref();
  child.channel?.unref();
  idle = { child, timer };
}

/** The answer of a child, which then waits for the next; undefined: it ended without one. */
async function ask(
  child: ChildProcess,
  request: ListingInput,
  signal: AbortSignal,
): Promise<ListingAnswer | undefined> {
  // The calling process lives as long as the child works.
  child.ref();
  child.channel?.ref();
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const answer = await new Promise<ListingAnswer | undefined>((resolve) => {
    const settle = (given?: ListingAnswer): void => {
      child.off('message', settle).off('close', ended).off('error', ended);
      resolve(given);
    };
    const ended = (): void => settle();
    child.on('message', settle).on('close', ended).on('error', ended);
    child.send(request, (error) => {
      if (error !== null) ended();
    });
  });
  signal.removeEventListener('abort', stop);
  if (answer === undefined || signal.aborted) child.kill('SIGKILL');
  else putBack(child);
  return answer;
}

/**
 * The answer of a child process, or undefined when it ended without one. Aborting kills it. An answer
 * leaves the child to the next request.
 */
export async function askChild(
  request: ListingInput,
  signal: AbortSignal,
): Promise<ListingAnswer | undefined> {
  const waiting = takeIdle();
  const answer = waiting && (await ask(waiting, request, signal));
  if (answer !== undefined || signal.aborted) return answer;
  // One that waited may have died unnoticed; a request that kills it kills the next one, too.
  return ask(start(), request, signal);
}
