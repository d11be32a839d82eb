import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { execa } from 'execa';

/**
 * Makes a copy of the workspace at `scratch`, complete or not at all; one that is there already
 * stays. The copy shares the disk's blocks where the file system can.
 */
export async function makeScratch(
  workspace: string,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const isThere = await stat(scratch).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const partial = `${scratch}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(scratch), { recursive: true });
  const clone = process.platform === 'darwin' ? ['-c'] : ['--reflink=auto'];
  await execa('cp', ['-a', ...clone, workspace, partial], { cancelSignal: signal });
  await rename(partial, scratch);
}

/** Removes a copy of {@link makeScratch}. */
export async function removeScratch(scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true });
}
