import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, writeFileAtomically } from '../adapters/content-store.js';
import { isAlive, processIdentity, type ProcessIdentity } from '../adapters/process-identity.js';
import { readJson } from '../adapters/json-file.js';
import { RunFolder } from '../adapters/run-folder.js';
import type { ServerIdentity } from '../core/protocol.js';
import { parseReport, type Report } from '../core/contracts.js';

/** What the state directory knows of a run. */
export interface RunRecord extends ServerIdentity {
  run: string;
  workflowId: string;
  firstRunId: string;
  repo: string;
  /** The run's own queue; absent for a run that a script started. */
  taskQueue?: string;
}

/** The workflow id of the CLI's runs on a repository, named by its shared git directory. */
export function workflowIdFor(commonDir: string): string {
  return `refactor-loop.${sha256(commonDir).slice(0, 8)}`;
}

/** Remembers a run, so that later commands find it also without its server. */
export async function recordRun(home: string, record: RunRecord): Promise<void> {
  await writeFileAtomically(
    new RunFolder(home, record.run).recordFile,
    `${JSON.stringify({ ...((await readJson(new RunFolder(home, record.run).recordFile)) as object | undefined), ...record }, null, 2)}\n`,
  );
}

/** Every run of this state directory, newest first. */
export async function listRuns(home: string): Promise<RunRecord[]> {
  const names = await readdir(join(home, 'runs')).catch(() => []);
  const records = await Promise.all(
    names.map(async (name) => {
      const folder = new RunFolder(home, name);
      const record = (await readJson(folder.recordFile)) as RunRecord | undefined;
      const { mtimeMs } = await stat(folder.recordFile).catch(() => ({ mtimeMs: 0 }));
      return record === undefined ? undefined : { record, mtimeMs };
    }),
  );
  return records
    .filter((entry) => entry !== undefined)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .map((entry) => entry.record);
}

/** The report of a run that ended; undefined while there is none on disk. */
export async function readReport(home: string, run: string): Promise<Report | undefined> {
  const parsed = parseReport(await readJson(new RunFolder(home, run).reportFile));
  return parsed.kind === 'ok' ? parsed.value : undefined;
}

/** The worker process of a run, with the server that it was made for. */
export interface WorkerRecord extends ProcessIdentity {
  address: string;
}

function workerFile(home: string, run: string): string {
  return join(new RunFolder(home, run).root, 'worker.json');
}

export async function recordWorker(
  home: string,
  run: string,
  pid: number,
  address: string,
): Promise<WorkerRecord> {
  const record = { ...(await processIdentity(pid)), address };
  await writeFileAtomically(workerFile(home, run), JSON.stringify(record));
  return record;
}

/** The living worker process of a run; undefined when there is none. */
export async function livingWorker(home: string, run: string): Promise<WorkerRecord | undefined> {
  const text = await readFile(workerFile(home, run), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const record = JSON.parse(text) as WorkerRecord;
  return (await isAlive(record)) ? record : undefined;
}
