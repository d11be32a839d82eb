import { fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, records } from '../../adapters/git.js';
import type { ApiListing, ListingInput } from './listing.js';

export { diffApi, type ApiDiff } from './diff.js';
export { lostFiles, unlistedFiles } from './language.js';
export type { ApiListing } from './listing.js';

const TIMEOUT_MS = 5 * 60_000;
const CHILD = new URL('../../../dist/gate/api/child.js', import.meta.url);

export interface ListApiOptions {
  /** Absolute folder of the workspace. */
  workspace: string;
  /** A folder outside the workspace; the child's log goes there. */
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

function errorIn(log: string): string {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? 'the process ended without an answer';
}

async function inChild(
  request: ListingInput,
  outDir: string,
  signal: AbortSignal,
): Promise<ApiListing> {
  const started = performance.now();
  const log = join(outDir, 'api-listing.log');
  const stderr = openSync(log, 'w');
  const child = fork(CHILD, [], {
    cwd: outDir,
    env: { PATH: process.env['PATH'] },
    execArgv: [],
    stdio: ['ignore', stderr, stderr, 'ipc'],
  });
  closeSync(stderr);
  const stop = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener('abort', stop, { once: true });
  const answer = await new Promise<ApiListing | undefined>((resolve, reject) => {
    child.once('message', (listing: ApiListing) => resolve(listing));
    child.once('close', () => resolve(undefined));
    child.once('error', reject);
    child.send(request);
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
  signal.throwIfAborted();
  if (answer !== undefined) return answer;
  const late = performance.now() - started >= TIMEOUT_MS;
  const why = late ? `took longer than ${TIMEOUT_MS / 1000} s` : `failed: ${errorIn(log)}`;
  return { kind: 'manifest-only', why: `listing ${why}` };
}

/**
 * Lists the public API of a workspace in a child process, since that blocks for a second or more:
 * `entry kind path: signature` a line, sorted, for all languages that it has. What cannot be read has
 * a line too: {@link unlistedFiles}. `manifest-only` says why there is no list; when only one of two
 * sides has one, or lost files, the comparison could not run. Rejects when aborted.
 */
export async function listApi(options: ListApiOptions): Promise<ApiListing> {
  const { workspace, outDir, signal } = options;
  mkdirSync(outDir, { recursive: true });
  const files = options.files ?? (await listableFiles(workspace, signal));
  signal.throwIfAborted();
  return inChild({ workspace, files }, outDir, signal);
}
