import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sha256 } from '../../src/adapters/content-store.js';
import { acquireLock, readLock, type LockOutcome } from '../../src/adapters/file-lock.js';
import { processIdentity } from '../../src/adapters/process-identity.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-lock-'));
  path = join(folder, 'deep', 'the.lock');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function deadIdentity() {
  const { pid } = spawnSync('true');
  return { pid, startedAt: 'long ago' };
}

async function release(outcome: LockOutcome): Promise<void> {
  if (outcome.kind !== 'acquired') throw new Error(`not acquired: ${JSON.stringify(outcome)}`);
  await outcome.release();
}

async function plant(content: string): Promise<void> {
  await release(await acquireLock(path, {}));
  await writeFile(path, content);
}

async function files(): Promise<string[]> {
  return readdir(join(folder, 'deep'));
}

describe('a file lock', () => {
  it('is held by its first taker, whose record the second one is told', async () => {
    const record = { ...(await processIdentity()), note: 'first' };
    const first = await acquireLock(path, record);
    expect(first.kind).toBe('acquired');
    expect(await acquireLock(path, { note: 'second' })).toEqual({ kind: 'held', record });
    expect(await readLock(path)).toEqual(record);
  });

  it('is free again after its release, and nothing is left over', async () => {
    await release(await acquireLock(path, await processIdentity().then((own) => ({ ...own }))));
    expect(await files()).toEqual([]);
    expect(await readLock(path)).toBeUndefined();
    await release(await acquireLock(path, { note: 'next' }));
  });

  it('of a dead process is taken over by exactly one of many that try at once', async () => {
    await plant(JSON.stringify(deadIdentity()));
    const own = await processIdentity();
    const tries = Array.from({ length: 24 }, (_, index) => acquireLock(path, { ...own, index }));
    const outcomes = await Promise.all(tries);
    const winners = outcomes.flatMap(({ kind }, index) => (kind === 'acquired' ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await readLock(path)).toEqual({ ...own, index: winners[0] });
    expect(await files()).toEqual(['the.lock']);
  });

  it('is taken over although an earlier taker died in the middle of it', async () => {
    const content = JSON.stringify(deadIdentity());
    await plant(content);
    const guard = `${path}.taker-${sha256(content).slice(0, 12)}`;
    await writeFile(guard, JSON.stringify(deadIdentity()));
    await release(await acquireLock(path, { ...(await processIdentity()) }));
    expect(await files()).toEqual([]);
  });

  it('with a damaged record is held while the record is young, then taken over', async () => {
    await plant('{"pid": 12');
    expect(await acquireLock(path, {})).toEqual({ kind: 'held', record: undefined });
    const past = new Date(Date.now() - 60_000);
    await utimes(path, past, past);
    await release(await acquireLock(path, { ...(await processIdentity()) }));
  });

  it('is not released by one who has lost it', async () => {
    const first = await acquireLock(path, { note: 'first' });
    const second = await acquireLock(path, { note: 'second' }, async () => 'stale');
    expect(second.kind).toBe('acquired');
    await release(first);
    expect(await readLock(path)).toEqual({ note: 'second' });
  });

  it('asks the judge instead of the process when there is one', async () => {
    const record = { ...deadIdentity(), run: 'r1' };
    await plant(JSON.stringify(record));
    const before = await readFile(path, 'utf8');
    expect(await acquireLock(path, {}, async () => 'held')).toEqual({ kind: 'held', record });
    const own = await acquireLock(path, { run: 'r1' }, async (found) =>
      found['run'] === 'r1' ? 'own' : 'held',
    );
    expect(own.kind).toBe('acquired');
    expect(await readFile(path, 'utf8')).toBe(before);
    await release(own);
    expect(await files()).toEqual([]);
  });
});
