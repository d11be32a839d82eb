import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every file below a folder, git's own too, by its path: a hash of the bytes, or where a link goes. */
export async function bytesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const listed = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const content = entry.isSymbolicLink() ? await readlink(path) : await readFile(path);
        return [
          relative(folder, path),
          createHash('sha256').update(content).digest('hex'),
        ] as const;
      }),
  );
  return Object.fromEntries(listed.sort(([a], [b]) => (a < b ? -1 : 1)));
}
