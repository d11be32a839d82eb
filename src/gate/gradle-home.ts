import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * Gives Gradle's home of a suite the distributions that the user's wrappers have unpacked: folders
 * of its own, since the wrapper locks them, with links to what is in them.
 */
export async function linkDistributions(userHome: string, suiteHome: string): Promise<void> {
  const dists = join(userHome, 'wrapper', 'dists');
  for (const name of await namesIn(dists))
    for (const hash of await namesIn(join(dists, name))) {
      const target = join(suiteHome, 'wrapper', 'dists', name, hash);
      await mkdir(target, { recursive: true });
      const parts = (await namesIn(join(dists, name, hash))).filter((part) => !/\.lck$/.test(part));
      for (const part of parts) await symlink(join(dists, name, hash, part), join(target, part));
    }
}
