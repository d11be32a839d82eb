import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitFolder } from '../adapters/git.js';
import type { StillCurrent } from './change.js';
import { removeIfEmpty } from './disk.js';
import { lstatIfAny } from './filesystem.js';

/** Where one operation on a workspace works. */
export interface Place {
  workspace: string;
  /** Git's own folder of the working tree, absolute. */
  gitFolder: string;
  /** Folder for files that are not ready yet, on the file system of the working tree. */
  staging: string;
  /** Throws when a newer operation has begun on the workspace: files and journal are its own then. */
  check: StillCurrent;
}

/**
 * Gives `work` a staging folder of its own in git's folder, so that a crash leaves nothing in the
 * working tree that is neither old nor new. What a dead operation left there goes first; one that is
 * overtaken but still alive loses its folder and fails.
 */
export async function withStaging<T>(
  workspace: string,
  work: (place: Place) => Promise<T>,
  stillCurrent: StillCurrent = () => Promise.resolve(),
): Promise<T> {
  const folder = await gitFolder(workspace);
  const home = join(folder, 'refactor-loop', 'change');
  const staging = join(home, randomUUID());
  const check = async (): Promise<void> => {
    await stillCurrent();
    if ((await lstatIfAny(staging)) === undefined)
      throw new Error(`a newer attempt works in ${workspace}; this one has stopped`);
  };
  await stillCurrent();
  await rm(home, { recursive: true, force: true });
  const clean = async (): Promise<void> => {
    await rm(staging, { recursive: true, force: true });
    if (await removeIfEmpty(home)) await removeIfEmpty(dirname(home));
  };
  try {
    await mkdir(staging, { recursive: true });
    await check();
    return await work({ workspace, gitFolder: folder, staging, check });
  } finally {
    // The work is done or has failed, and that is what counts; what stays, the next one removes.
    await clean().catch(() => undefined);
  }
}
