import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, records } from '../../adapters/git.js';
import { askChild } from './child-process.js';
import type { ApiListing, ListingInput } from './listing.js';

export { diffApi, type ApiDiff } from './diff.js';
export { lostFiles, unlistedFiles } from './language.js';
export type { ApiListing } from './listing.js';

const TIMEOUT_MS = 5 * 60_000;
const LOG = 'api-listing.log';

export interface ListApiOptions {
  /** Absolute folder of the workspace. */
  workspace: string;
  /** A folder outside the workspace; what kept a language from being listed is logged there. */
  outDir: string;
  /** Aborting kills the child and rejects with the signal's reason. */
  signal: AbortSignal;
  /** Files, relative to the workspace; absent: {@link listableFiles}. */
  files?: string[];
}

/** Files of a workspace that a listing considers: tracked and new ones, none that git ignores. */
export async function listableFiles(workspace: string, signal: AbortSignal): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = await git(workspace, args, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
  return [...new Set(records(output))];
}

async function inChild(
  request: ListingInput,
  outDir: string,
  signal: AbortSignal,
): Promise<ApiListing> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await askChild(request, AbortSignal.any([signal, late]));
  signal.throwIfAborted();
  if (answer === undefined) {
    const why = late.aborted
      ? `took longer than ${TIMEOUT_MS / 1000} s`
      : 'ended without an answer';
    return { kind: 'manifest-only', why: `listing ${why}` };
  }
  if (answer.faults.length > 0) await writeFile(join(outDir, LOG), answer.faults.join('\n'));
  return answer.listing;
}

/**
 * Lists the public API of a workspace in a child process, since that blocks for a second or more:
 * `entry kind path: signature` a line, sorted, for all languages that it has. What cannot be read has
 * a line too: {@link unlistedFiles}. `manifest-only` says why there is no list; when only one of two
 * sides has one, or lost files, the comparison could not run. Rejects when aborted.
 */
export async function listApi(options: ListApiOptions): Promise<ApiListing> {
  const { workspace, outDir, signal } = options;
  await mkdir(outDir, { recursive: true });
  const files = options.files ?? (await listableFiles(workspace, signal));
  signal.throwIfAborted();
  return inChild({ workspace, files }, outDir, signal);
}
