import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, syncToDisk, writeFileAtomically } from '../adapters/content-store.js';

const KEPT = 50;
const KEPT_MS = 24 * 60 * 60_000;
const ENDING = '.json';

/** A measurement of an earlier process. */
export interface Cached<T> {
  value: T;
  ageMs: number;
}

/** Measurements of gates, kept across processes in one folder: at most 50, none older than a day. */
export class GateCache {
  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** The value that was kept under this key; null: none, too old, or damaged. */
  async read<T>(key: string): Promise<Cached<T> | null> {
    const text = await readFile(this.path(key), 'utf8').catch(() => '');
    const [hash = '', body = ''] = text.split('\n', 2);
    if (hash !== sha256(body)) return null;
    const { at, value } = JSON.parse(body) as { at: number; value: T };
    const ageMs = this.now() - at;
    // A clock that was set back must not keep an entry for ever.
    return ageMs < 0 || ageMs > KEPT_MS ? null : { value, ageMs };
  }

  /** Keeps a plain JSON value, also through a crash, and forgets what is too old or too much. */
  async write(key: string, value: unknown): Promise<void> {
    const body = JSON.stringify({ at: this.now(), value });
    await mkdir(this.folder, { recursive: true });
    await writeFileAtomically(this.path(key), `${sha256(body)}\n${body}`);
    await syncToDisk(this.folder);
    await this.prune();
  }

  private async prune(): Promise<void> {
    const paths = (await readdir(this.folder)).map((name) => join(this.folder, name));
    const aged = await Promise.all(
      paths.map(async (path) => ({
        path,
        mtimeMs: await stat(path).then(
          (found) => found.mtimeMs,
          () => 0,
        ),
      })),
    );
    aged.sort((one, two) => two.mtimeMs - one.mtimeMs);
    const stale = aged.filter(
      ({ mtimeMs }, index) => index >= KEPT || Date.now() - mtimeMs > KEPT_MS,
    );
    // Temporary files that a killed process left go the same way.
    for (const { path } of stale) await rm(path, { force: true });
  }

  private path(key: string): string {
    return join(this.folder, `${key}${ENDING}`);
  }
}
