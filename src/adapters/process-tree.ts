import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

/** Environment variable that marks every process of one tree with the tree's id. */
export const TREE_MARKER = 'REFACTOR_LOOP_PROCESS_TREE';

const GRACE_MS = 10_000;
/** What a program told to end may still be ending. */
const SETTLE_MS = 250;

/** Sends SIGKILL to a process, or to a group when negative; gone already is fine. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // EPERM: what macOS says of a group that only holds zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Children of a single-threaded process. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function markedInProc(marker: string, folders: string[]): Promise<number[]> {
  const pids = folders.filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.includes(`${TREE_MARKER}=${marker}`);
    }),
  );
  return pids.filter((_, index) => marked[index]).map(Number);
}

async function markedInPs(marker: string): Promise<number[]> {
  const { stdout } = await execa('ps', ['-axEww', '-o', 'pid=,command='], { reject: false });
  return String(stdout)
    .split('\n')
    .filter((line) => line.includes(`${TREE_MARKER}=${marker}`))
    .map((line) => Number.parseInt(line, 10));
}

/** Living processes of this user that carry the tree's marker in their environment. */
async function markedProcesses(marker: string): Promise<number[]> {
  if (process.platform === 'darwin') return markedInPs(marker);
  return markedInProc(marker, await readdir('/proc'));
}

/** Id and parent of a process, or null when it is gone or a zombie, which runs no code. */
async function lifeOf(pid: number): Promise<{ pid: number; parent: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return /^[ZX]?$/.test(state) ? null : { pid, parent: Number(parent) };
}

/** Living processes below one. In a PID namespace an orphan's new parent is the first process. */
async function descendantsOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const living = (await Promise.all(pids.map(lifeOf))).filter((life) => life !== null);
  const below = (parent: number): number[] =>
    living
      .filter((life) => life.parent === parent)
      .flatMap((life) => [life.pid, ...below(life.pid)]);
  return below(root);
}

/**
 * How many processes of a tree still live shortly after its program has exited: those below `init`
 * where there is a PID namespace, else those that carry the marker.
 */
export async function countStrays(marker: string, init: number | undefined): Promise<number> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const left = await (init === undefined ? markedProcesses(marker) : descendantsOf(init));
    if (left.length === 0 || Date.now() > deadline) return left.length;
    await sleep(20);
  }
}

/** Kills a running child and all below it: its PID namespace where it has one, and its group. */
export async function killTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // The namespace's init first: when it ends, the kernel has ended everything inside.
  (await childrenOf(child.pid)).forEach(killNow);
  killNow(-child.pid);
}

/**
 * Kills what is left of a tree and returns when nothing is; throws when something survives.
 * `init` is the first process of the tree's PID namespace: it ends after all others in it.
 */
export async function clearTree(
  marker: string,
  group: number | undefined,
  init: number | undefined,
): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  if (group !== undefined) killNow(-group);
  for (;;) {
    const left = await markedProcesses(marker);
    left.forEach(killNow);
    if (left.length === 0 && (init === undefined || (await lifeOf(init)) === null)) return;
    if (Date.now() > deadline) throw new Error(`processes survived SIGKILL: ${left.join(', ')}`);
    await sleep(10);
  }
}
