import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  releaseRepositoryLock,
  takeRepositoryLock,
  type IsClosed,
  type RepositoryLockRecord,
} from '../../src/adapters/repository-lock.js';
import { makeRepo, runGit } from '../helpers/git-repo.js';

const record = (name: string): RepositoryLockRecord => ({
  address: '127.0.0.1:7233',
  databaseFile: '/state/server.db',
  namespace: 'default',
  workflowId: `refactor-loop.${name}`,
  firstRunId: `first-${name}`,
  run: `2030-01-01-${name}`,
  startedAt: '2030-01-01T00:00:00.000Z',
});

const never: IsClosed = () => Promise.reject(new Error('must not be asked'));
const always =
  (answer: 'open' | 'closed' | 'unknown'): IsClosed =>
  () =>
    Promise.resolve(answer);

async function gitDir(): Promise<string> {
  return join(await makeRepo({ 'a.js': '1\n' }, { name: 'with space\nand é' }), '.git');
}

const lockRecord = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'refactor-loop.lock'), 'utf8'));

const lockFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('refactor-loop'));

describe('takeRepositoryLock', () => {
  it('takes a free repository with a complete record that git does not mind', async () => {
    const folder = await gitDir();
    expect(await takeRepositoryLock(folder, record('a'), never)).toEqual({ kind: 'taken' });
    expect(await lockRecord(folder)).toEqual(record('a'));
    expect(await lockFiles(folder)).toEqual(['refactor-loop.lock']);
    expect(await runGit(join(folder, '..'), 'status', '--porcelain')).toBe('');
  });

  it('is success for its own record, also when the chain of executions went on', async () => {
    const folder = await gitDir();
    await takeRepositoryLock(folder, record('a'), never);
    const later = { ...record('a'), address: 'elsewhere:1', startedAt: '2031-01-01T00:00:00.000Z' };
    expect(await takeRepositoryLock(folder, later, never)).toEqual({ kind: 'taken' });
  });

  it('names the run that is open, and how to look at it and end it', async () => {
    const folder = await gitDir();
    await takeRepositoryLock(folder, record('a'), never);
    const result = await takeRepositoryLock(folder, record('b'), always('open'));
    expect(result).toMatchObject({ kind: 'held', record: record('a') });
    expect(result).toMatchObject({ message: expect.stringContaining('refactor-loop.a') });
    expect(result).toMatchObject({
      message: expect.stringMatching(
        /refactor-loop status 2030-01-01-a, .* refactor-loop abort 2030-01-01-a/,
      ),
    });
    expect(await lockRecord(folder)).toEqual(record('a'));
  });

  it('stays held while the server of the run cannot be asked, and says so', async () => {
    const folder = await gitDir();
    await takeRepositoryLock(folder, record('a'), never);
    const result = await takeRepositoryLock(folder, record('b'), always('unknown'));
    expect(result).toMatchObject({
      kind: 'held',
      message: expect.stringContaining('cannot be asked'),
    });
  });

  it('is taken over when the run is known to be closed, by exactly one of many', async () => {
    const folder = await gitDir();
    await takeRepositoryLock(folder, record('old'), never);
    const asked: string[] = [];
    const isClosed: IsClosed = (holder) => {
      asked.push(holder.firstRunId);
      return Promise.resolve(holder.firstRunId === 'first-old' ? 'closed' : 'open');
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const results = await Promise.all(
      names.map((name) => takeRepositoryLock(folder, record(name), isClosed)),
    );
    const winner = names[results.findIndex((result) => result.kind === 'taken')] ?? '';
    expect(results.filter((result) => result.kind === 'taken')).toHaveLength(1);
    expect(await lockRecord(folder)).toEqual(record(winner));
    expect(asked).toContain('first-old');
    expect(await lockFiles(folder)).toEqual(['refactor-loop.lock']);
  });

  it('says so where the lock cannot be written, instead of failing again and again', async () => {
    const folder = await gitDir();
    const path = join(folder, 'refactor-loop.lock');
    await mkdir(path);
    const blocked = await takeRepositoryLock(folder, record('a'), never);
    expect(blocked).toMatchObject({
      kind: 'unwritable',
      message: expect.stringContaining('EISDIR'),
    });
    expect(blocked).toMatchObject({ message: expect.stringContaining(JSON.stringify(path)) });
    await rm(path, { recursive: true });
    expect(await takeRepositoryLock(folder, record('a'), never)).toEqual({ kind: 'taken' });
  });

  it('does not take over what it does not understand', async () => {
    const folder = await gitDir();
    await writeFile(join(folder, 'refactor-loop.lock'), '{"version": 9}\n');
    const result = await takeRepositoryLock(folder, record('a'), always('closed'));
    expect(result).toMatchObject({ kind: 'held', record: null });
    expect(result).toMatchObject({ message: expect.stringContaining('is damaged') });
  });
});

describe('releaseRepositoryLock', () => {
  it('removes its own lock only, and may be called again', async () => {
    const folder = await gitDir();
    await takeRepositoryLock(folder, record('a'), never);
    await releaseRepositoryLock(folder, 'first-b');
    expect(await lockRecord(folder)).toEqual(record('a'));
    await releaseRepositoryLock(folder, 'first-a');
    expect(await lockFiles(folder)).toEqual([]);
    await releaseRepositoryLock(folder, 'first-a');
    expect(await takeRepositoryLock(folder, record('b'), never)).toEqual({ kind: 'taken' });
  });

  it('leaves a lock that it cannot touch', async () => {
    const folder = await gitDir();
    await mkdir(join(folder, 'refactor-loop.lock'));
    await releaseRepositoryLock(folder, 'first-a');
    expect(await lockFiles(folder)).toEqual(['refactor-loop.lock']);
  });
});
