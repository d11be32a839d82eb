import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file and folder below a folder, git's own too: its mode and a hash of its bytes. */
export async function listing(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of (await readdir(folder, { recursive: true })).sort()) {
    const full = join(folder, path);
    const entry = await lstat(full);
    const bytes = entry.isFile()
      ? await readFile(full)
      : entry.isSymbolicLink()
        ? await readlink(full)
        : '';
    found[path] = `${entry.mode.toString(8)} ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  return found;
}
