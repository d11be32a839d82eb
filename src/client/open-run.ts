/** Commands on one run: its server is asked first, its report on disk is for when it is over. */
import type { Report } from '../core/contracts.js';
import {
  executionState,
  ensureRunWorker,
  readReport,
  stateHome,
  type RunRecord,
} from '../local.js';
import { connect, type Target } from './connection.js';
import { EXIT, Refused } from './exit.js';
import type { Output } from './output.js';
import { show, type Watched } from './watch.js';

/**
 * Does something with a run that is open. One that is over, or that its server has forgotten, is
 * answered with the report on disk.
 */
export async function onRun(
  record: RunRecord,
  output: Output,
  whenOpen: (target: Target) => Promise<Watched>,
): Promise<Watched> {
  const report = await readReport(stateHome(), record.run);
  const target = await connectTo(record, report, output);
  if (target === undefined) return ended(record, report, output);
  try {
    const state = await executionState(target.client, record);
    return state === 'open' ? await whenOpen(target) : ended(record, report, output);
  } finally {
    await target.close();
  }
}

/** Connects to the run's server; without it a report on disk will do. */
async function connectTo(
  record: RunRecord,
  report: Report | undefined,
  output: Output,
): Promise<Target | undefined> {
  const target = await connect((message) => {
    output.line(message);
  }).catch((error: unknown) => {
    if (report === undefined) throw error;
    return undefined;
  });
  if (target === undefined || isOn(target, record)) return target;
  await target.close();
  if (report !== undefined) return undefined;
  const where = record.databaseFile === undefined ? record.address : 'the embedded server';
  const how =
    record.databaseFile === undefined
      ? `set TEMPORAL_ADDRESS=${record.address}`
      : 'unset TEMPORAL_ADDRESS and TEMPORAL_PROFILE';
  throw new Refused(`run ${record.run} is on ${where}, not on ${target.address}: ${how}`);
}

function isOn(target: Target, record: RunRecord): boolean {
  if (record.databaseFile === undefined)
    return target.local === undefined && target.namespace === record.namespace;
  return target.local?.databaseFile === record.databaseFile;
}

function ended(record: RunRecord, report: Report | undefined, output: Output): Watched {
  if (report !== undefined) return show(report, output);
  throw new Refused(
    `run ${record.run} is over and left no report: look at the branch refactor-loop/${record.run} in ${record.repo}`,
    EXIT.fault,
  );
}

/** Makes sure that an open local run has a living worker, and says so when it got a new one. */
export async function revive(target: Target, record: RunRecord, output: Output): Promise<void> {
  if (target.local === undefined || record.taskQueue === undefined) return;
  const worker = await ensureRunWorker(target.local.home, record, target.local);
  if (worker.started) output.line(`the run's worker was dead: a new one is process ${worker.pid}`);
}
