import { log } from '@temporalio/activity';
import { rm } from 'node:fs/promises';
import { writeFileAtomically } from '../adapters/content-store.js';
import { writeLedgerFile } from '../adapters/ledger-file.js';
import { releaseRepositoryLock } from '../adapters/repository-lock.js';
import { readJson } from '../adapters/json-file.js';
import { removeWorkspace } from '../adapters/workspace.js';
import type { FinishRunRequest, WriteLedgerRequest } from '../core/payloads.js';
import { reassertPinned } from './pinned.js';
import type { Task } from './task.js';

/**
 * Renders the ledger into the repository; where that cannot be, the run goes on without the file. A
 * second run writes the same text again.
 */
export async function writeLedger(request: WriteLedgerRequest, task: Task): Promise<void> {
  const pinned = reassertPinned(request, await task.settings());
  const text = request.text.replace(/^pinned: .*$/m, () => `pinned: [${pinned.join(', ')}]`);
  await task.fence.check();
  const written = await writeLedgerFile(request.repo, text);
  if (written.kind === 'unwritable') log.warn(written.message);
}

/**
 * Writes the report, removes the workspace unless a person has to look at it, and lets the
 * repository go. A second run finds all of it done.
 */
export async function finishRun(request: FinishRunRequest, task: Task): Promise<void> {
  const { folder } = task;
  await task.fence.check();
  await writeFileAtomically(folder.reportFile, `${JSON.stringify(request.report, null, 2)}\n`);
  if (request.report.reason !== 'needs-attention') {
    await removeWorkspace(folder.workspace);
    await rm(folder.gate, { recursive: true, force: true });
  }
  const record = (await readJson(folder.recordFile)) as { commonDir?: string } | undefined;
  if (record?.commonDir !== undefined)
    await releaseRepositoryLock(record.commonDir, request.firstRunId);
}
