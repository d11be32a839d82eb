import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

/** Environment variable that marks every process of one tree with the tree's id. */
export const TREE_MARKER = 'REFACTOR_LOOP_PROCESS_TREE';

const GRACE_MS = 10_000;

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

async function childrenOf(pid: number): Promise<number[]> {
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

/** Whether a process is gone or a zombie, which has no code left to run. */
async function isOver(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat === '' || /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
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
    if (left.length === 0 && (init === undefined || (await isOver(init)))) return;
    if (Date.now() > deadline) throw new Error(`processes survived SIGKILL: ${left.join(', ')}`);
    await sleep(10);
  }
}
