import { join } from 'node:path';
import { isUnwritable } from './errno.js';
import {
  acquireLock,
  readLock,
  type LockJudge,
  type LockOutcome,
  type LockRecord,
} from './file-lock.js';
import { quote } from './repository.js';

/** What a lock says of the run that holds a repository: enough to ask whether it is still open. */
export interface RepositoryLockRecord {
  /** Server of the run; `databaseFile` in local mode, whose server may be stopped. */
  address: string;
  databaseFile?: string;
  namespace: string;
  workflowId: string;
  /** Run id of the first execution of the chain: names the run for good. */
  firstRunId: string;
  run: string;
  /** ISO 8601. */
  startedAt: string;
}

/** Whether the run that holds a lock is over; `unknown` when its server cannot be asked. */
export type IsClosed = (record: RepositoryLockRecord) => Promise<'open' | 'closed' | 'unknown'>;

export type RepositoryLockResult =
  | { kind: 'taken' }
  /** `record` is null when the lock file is damaged. */
  | { kind: 'held'; record: RepositoryLockRecord | null; message: string }
  /** The lock file cannot be written or read. */
  | { kind: 'unwritable'; message: string };

const FILE = 'refactor-loop.lock';

/**
 * Takes the lock of a repository, or says which run holds it. One's own record is success; that of
 * another run is taken over only when it is known to be closed.
 */
export async function takeRepositoryLock(
  commonDir: string,
  record: RepositoryLockRecord,
  isClosed: IsClosed,
): Promise<RepositoryLockResult> {
  let answer: 'open' | 'closed' | 'unknown' = 'unknown';
  const outcome = await acquire(commonDir, { ...record }, async (found) => {
    const holder = parseRecord(found);
    if (holder === null) return 'held';
    if (holder.firstRunId === record.firstRunId) return 'own';
    answer = await isClosed(holder);
    return answer === 'closed' ? 'stale' : 'held';
  });
  if (outcome.kind === 'unwritable') return outcome;
  if (outcome.kind === 'acquired') return { kind: 'taken' };
  const holder = parseRecord(outcome.record);
  return { kind: 'held', record: holder, message: explain(commonDir, holder, answer) };
}

/**
 * Gives the lock back if this run holds it; the lock of another run is left alone. One that cannot
 * be removed stays: the next run takes it over, since this one is closed then.
 */
export async function releaseRepositoryLock(commonDir: string, firstRunId: string): Promise<void> {
  const path = join(commonDir, FILE);
  try {
    const found = await readLock(path);
    if (found === undefined) return;
    const outcome = await acquireLock(path, found, async (record) =>
      parseRecord(record)?.firstRunId === firstRunId ? 'own' : 'held',
    );
    if (outcome.kind === 'acquired') await outcome.release();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

async function acquire(
  commonDir: string,
  record: LockRecord,
  judge: LockJudge,
): Promise<LockOutcome | Extract<RepositoryLockResult, { kind: 'unwritable' }>> {
  const path = join(commonDir, FILE);
  try {
    return await acquireLock(path, record, judge);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const message = `the lock ${quote(path)} cannot be written: ${error.message}; a run must be able to write in ${quote(commonDir)}: mend that, then run again`;
    return { kind: 'unwritable', message };
  }
}

function parseRecord(found: Readonly<Record<string, unknown>> | undefined) {
  const text = (name: string): string | undefined => {
    const value = found?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [address, namespace, workflowId] = [text('address'), text('namespace'), text('workflowId')];
  const [firstRunId, run, startedAt] = [text('firstRunId'), text('run'), text('startedAt')];
  const databaseFile = text('databaseFile');
  if (address === undefined || namespace === undefined || workflowId === undefined) return null;
  if (firstRunId === undefined || run === undefined || startedAt === undefined) return null;
  const record: RepositoryLockRecord = {
    address,
    namespace,
    workflowId,
    firstRunId,
    run,
    startedAt,
  };
  return databaseFile === undefined ? record : { ...record, databaseFile };
}

function explain(
  commonDir: string,
  holder: RepositoryLockRecord | null,
  answer: 'open' | 'closed' | 'unknown',
): string {
  const file = quote(join(commonDir, FILE));
  if (holder === null)
    return `the lock ${file} is damaged; if no run works on this repository, remove that file`;
  const server = `workflow ${quote(holder.workflowId)} at ${holder.address}, namespace ${holder.namespace}`;
  const wayOut = `look at it with: refactor-loop status ${holder.run}, or end it with: refactor-loop abort ${holder.run}`;
  const first = `run ${holder.run} (${server}) has worked on this repository since ${holder.startedAt}`;
  return answer === 'unknown'
    ? `${first}, and its server cannot be asked whether it is over: start that server, then ${wayOut}; if the server is gone for good, remove ${file}`
    : `${first}; one run at a time: ${wayOut}`;
}
