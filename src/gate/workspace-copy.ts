import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../adapters/errno.js';
import { isThere } from '../adapters/is-there.js';
import { runProcess } from '../adapters/process.js';
import { hostSandbox } from '../adapters/sandbox.js';
import { settleCopy } from './leads-back.js';

const PARTIAL = '.partial-';
const LONGEST_MS = 2 * 60 * 60_000;

const logOf = (copy: string): string => `${copy}.log`;

/** Copies a folder by a program that dies with this process. */
async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  const clone = process.platform === 'darwin' ? ['-c'] : ['--reflink=auto'];
  const log = logOf(to);
  const { ended, code, message } = await runProcess({
    argv: ['cp', '-a', ...clone, from, to],
    cwd: dirname(to),
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    stdoutPath: log,
    stderrPath: log,
    timeoutMs: LONGEST_MS,
    signal,
    // In a namespace of users it could not keep the owners of files.
    tier: 'pgroup',
  });
  signal.throwIfAborted();
  const said = message ?? (await readFile(log, 'utf8')).trim().slice(-1_000);
  if (ended !== 'exited' || code !== 0)
    throw new Error(`${from} could not be copied (${ended}, code ${String(code)}): ${said}`);
}

/**
 * Makes a copy of the workspace at `scratch`, complete or not at all; one that is there already
 * stays. The copy shares the disk's blocks where the file system can.
 */
export async function makeScratch(
  workspace: string,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  if (await isThere(scratch)) return;
  const folder = dirname(scratch);
  await mkdir(folder, { recursive: true });
  const prefix = `${basename(scratch)}${PARTIAL}`;
  // Left by an attempt that died, or that must not go on now.
  for (const name of await readdir(folder))
    if (name.startsWith(prefix)) await removeScratch(join(folder, name));
  const partial = join(folder, `${prefix}${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await copyFolder(workspace, partial, signal);
    // Mounted at the workspace's path, it leads nowhere else.
    if ((await hostSandbox()).tier !== 'bwrap') await settleCopy(workspace, partial);
    await rename(partial, scratch).catch((error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await removeScratch(partial);
    await rm(logOf(partial), { force: true });
  }
}

/** Removes a copy of {@link makeScratch}. */
export async function removeScratch(scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}
