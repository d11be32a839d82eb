import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256, writeFileAtomically } from './content-store.js';
import { hasCode } from './errno.js';
import { identityIn, isAlive, processIdentity } from './process-identity.js';

/** What a lock file says of its holder; plain JSON. */
export type LockRecord = Readonly<Record<string, unknown>>;

/** Decides about the record found: another's that counts, the caller's own, or one to take over. */
export type LockJudge = (record: LockRecord) => Promise<'held' | 'own' | 'stale'>;

export type LockOutcome =
  /** `release` removes the lock if it is still this one. */
  | { kind: 'acquired'; release(): Promise<void> }
  /** `record` is undefined when the file is damaged and too young to be taken over. */
  | { kind: 'held'; record: LockRecord | undefined };

type Taken = { kind: 'taken'; content: string } | Extract<LockOutcome, { kind: 'held' }>;

/** A record is complete from its first moment, so a damaged one is no lock in the making. */
const DAMAGED_FOR_MS = 5_000;
const TAKEOVER_LIMIT_MS = 30_000;
const RETRY_MS = 20;

/** The usual judge: the record's process (`pid`, `startedAt`) holds the lock while it lives. */
export const heldByLivingProcess: LockJudge = async (record) => {
  const identity = identityIn(record);
  return identity !== undefined && (await isAlive(identity)) ? 'held' : 'stale';
};

/**
 * Takes the lock at `path` with a record of the caller, or says who holds it; a record that the
 * judge calls stale is taken over by exactly one of all that try.
 */
export async function acquireLock(
  path: string,
  record: LockRecord,
  judge: LockJudge = heldByLivingProcess,
): Promise<LockOutcome> {
  const taken = await take(path, record, judge);
  if (taken.kind === 'held') return taken;
  return { kind: 'acquired', release: () => release(path, taken.content) };
}

/** The record at `path`; undefined when there is none or it is damaged. */
export async function readLock(path: string): Promise<LockRecord | undefined> {
  const content = await readContent(path);
  return content === undefined ? undefined : parse(content);
}

async function take(path: string, record: LockRecord, judge: LockJudge): Promise<Taken> {
  const content = `${JSON.stringify(record)}\n`;
  const deadline = Date.now() + TAKEOVER_LIMIT_MS;
  while (Date.now() < deadline) {
    if (await create(path, content)) return { kind: 'taken', content };
    const found = await readContent(path);
    if (found === undefined) continue;
    const foundRecord = parse(found);
    const verdict = foundRecord === undefined ? await age(path) : await judge(foundRecord);
    if (verdict === 'own') return { kind: 'taken', content: found };
    if (verdict === 'held') return { kind: 'held', record: foundRecord };
    const replaced = await guarded(path, found, () => writeFileAtomically(path, content));
    if (replaced === 'done') return { kind: 'taken', content };
    await delay(RETRY_MS);
  }
  throw new Error(`the lock ${path} was being taken over for ${TAKEOVER_LIMIT_MS / 1000} s`);
}

async function release(path: string, content: string): Promise<void> {
  while ((await guarded(path, content, () => rm(path, { force: true }))) === 'busy') {
    await delay(RETRY_MS);
  }
}

/**
 * Does `action` if the lock's content is still `expected`, with every other taker or releaser of
 * that content kept out by a second lock file. Its name holds the content's hash: whoever comes
 * late finds another content and leaves.
 */
async function guarded(
  path: string,
  expected: string,
  action: () => Promise<void>,
): Promise<'done' | 'changed' | 'busy'> {
  const guard = `${path}.taker-${sha256(expected).slice(0, 12)}`;
  const record = { ...(await processIdentity()), nonce: randomUUID() };
  const taken = await take(guard, record, heldByLivingProcess);
  if (taken.kind === 'held') return 'busy';
  try {
    if ((await readContent(path)) !== expected) return 'changed';
    await action();
    return 'done';
  } finally {
    await rm(guard, { force: true });
  }
}

/** Links a complete file into place; false when there is one already. */
async function create(path: string, content: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    await link(temporary, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

async function age(path: string): Promise<'held' | 'stale'> {
  const written = await stat(path).catch(() => undefined);
  return written === undefined || Math.abs(Date.now() - written.mtimeMs) > DAMAGED_FOR_MS
    ? 'stale'
    : 'held';
}

async function readContent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

function parse(content: string): LockRecord | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { ...value };
  } catch {
    return undefined;
  }
}
