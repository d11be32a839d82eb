import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from './is-there.js';

/** SHA-256 of a text or bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Makes the content of a file, or the names in a folder, durable. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file so that a reader sees the old content or the new one, also after a crash. */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}

/** Content-addressed JSON files of one run: history carries the hash, the store the content. */
export class ContentStore {
  constructor(private readonly folder: string) {}

  /** Stores a plain JSON value and returns its hash; storing it again changes nothing. */
  async put(value: unknown): Promise<string> {
    const content = JSON.stringify(value);
    const hash = sha256(content);
    const path = this.path(hash);
    if (!(await isThere(path))) await writeFileAtomically(path, content);
    return hash;
  }

  /** Reads a value that was stored under this hash; throws when it is missing or was altered. */
  async get<T>(hash: string): Promise<T> {
    const content = await readFile(this.path(hash), 'utf8');
    if (sha256(content) !== hash) throw new Error(`stored content ${hash} was altered on disk`);
    return JSON.parse(content) as T;
  }

  private path(hash: string): string {
    return join(this.folder, hash.slice(0, 2), `${hash}.json`);
  }
}
