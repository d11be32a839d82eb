import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, records } from '../adapters/git.js';
import { blobId, withLf } from './blob.js';
import type { FileChange } from './change.js';
import { attributesOf } from './lockbox/attributes.js';
import type { Place } from './staging.js';

/** Settings of a git call whose objects and refs must outlive a crash of the machine. */
export const DURABLE = ['-c', 'core.fsync=committed', '-c', 'core.fsyncMethod=batch'];

/** Mode and blob of these paths in a tree object; absent ones are left out. */
export async function entriesOf(
  workspace: string,
  tree: string,
  paths: string[],
): Promise<Map<string, { mode: string; blob: string }>> {
  const output = await git(workspace, ['ls-tree', '-z', '--full-tree', tree, '--', ...paths]);
  const entries = new Map<string, { mode: string; blob: string }>();
  for (const record of records(output)) {
    const [, mode, blob, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(record) ?? [];
    if (mode !== undefined && blob !== undefined && path !== undefined)
      entries.set(path, { mode, blob });
  }
  return entries;
}

/** A path in the quotes that git reads, for one that may hold a line break. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** Writes blobs without any conversion and returns their ids in the same order. */
export async function writeBlobs(place: Place, contents: Buffer[]): Promise<string[]> {
  if (contents.length === 0) return [];
  const files = contents.map((_, index) => join(place.staging, `blob-${index}`));
  for (const [index, content] of contents.entries()) await writeFile(files[index] ?? '', content);
  const input = files.map((file) => `${quoted(file)}\n`).join('');
  const args = [...DURABLE, 'hash-object', '-w', '--no-filters', '--stdin-paths'];
  return (await git(place.workspace, args, { input })).split('\n').slice(0, -1);
}

/**
 * Whether git holds a file with LF that has CRLF on disk: known from its blob in the base, for a new
 * file from its attributes.
 */
export async function storedWithLf(
  workspace: string,
  file: FileChange,
  blob: string | undefined,
): Promise<boolean> {
  if (file.before !== null && blob !== undefined) {
    const before = Buffer.from(file.before, 'base64');
    return blobId(before, blob) !== blob && blobId(withLf(before), blob) === blob;
  }
  if (!Buffer.from(file.after ?? '', 'base64').includes('\r\n')) return false;
  const found = (await attributesOf(workspace, [file.path])).get(file.path);
  const text = found?.['text'] ?? 'unspecified';
  const eol = found?.['eol'] ?? 'unspecified';
  return text === 'set' || text === 'auto' || (text !== 'unset' && /^(?:lf|crlf)$/.test(eol));
}
