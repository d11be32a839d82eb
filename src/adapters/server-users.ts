import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './content-store.js';
import { identityIn, isAlive, processIdentity, type ProcessIdentity } from './process-identity.js';
import { readJson } from './json-file.js';
import { serverFiles } from './server-record.js';

/**
 * Registers a process, the calling one by default, as a user of the local server, which runs while
 * any registered process lives; returns what takes the registration back.
 */
export async function registerUser(
  home: string,
  identity?: ProcessIdentity,
): Promise<() => Promise<void>> {
  const { pid, startedAt } = identity ?? (await processIdentity());
  const path = join(serverFiles(home).users, `${randomUUID()}.json`);
  await writeFileAtomically(path, `${JSON.stringify({ pid, startedAt })}\n`);
  return () => rm(path, { force: true });
}

/** Whether any registered user lives; registrations of dead ones are removed. */
export async function hasLivingUser(home: string): Promise<boolean> {
  const { users } = serverFiles(home);
  const names = await readdir(users).catch(() => []);
  const alive = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const path = join(users, name);
        const identity = identityIn(await readJson(path));
        if (identity !== undefined && (await isAlive(identity))) return true;
        await rm(path, { force: true });
        return false;
      }),
  );
  return alive.includes(true);
}
