import { WorkflowUpdateFailedError, type WorkflowHandle } from '@temporalio/client';
import { describe, expect, it } from '@jest/globals';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../src/adapters/is-there.js';
import { WORKFLOW_TYPE, type RunStatus } from '../../src/core/protocol.js';
import { makeRepo, runGit, type Files } from '../helpers/git-repo.js';
import { listing } from '../helpers/listing.js';
import {
  FINDINGS,
  GOOD,
  PARCEL,
  outcomeOf,
  proposal,
  scripted,
  withLoop,
} from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';
import { waitFor } from '../helpers/wait-for.js';

const loop = withLoop();

/** The parcel service with a test that never ends once a label says so. */
const HANGING: Files = {
  ...PARCEL,
  'test/hang.test.js': `import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { label } from '../src/parcel.js';

test('no label hangs', () => {
  if (label(0) !== 'P-hang') return;
  writeFileSync(join(tmpdir(), 'hanging'), '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`,
};
const HANG = { old: "'P-' + number", new: "'P-' + (number || 'hang')" };

describe('an abort', () => {
  it.concurrent('by update stops the suite, reverts the change and keeps what landed', async () => {
    const { repo, input } = await scripted(
      {
        survey: [{ findings: FINDINGS }],
        propose: [proposal('R001', GOOD.price), proposal('R002', HANG)],
      },
      await makeRepo(HANGING),
    );
    const handle = await loop.start(input);
    const run = await runOf(handle);
    await waitFor(() => suiteHangs(run));

    const status = await handle.query<RunStatus>('status');
    expect(status).toMatchObject({ outcome: 'running', phase: 'test', node: 'R002', landed: 1 });
    expect(await handle.query('ledger')).toMatch(/\| R001 \|.*\| resolved \|/);
    expect(await hasProcesses(run)).not.toBe(false);
    for (const message of [undefined, 'now', {}, { requestId: '' }, { requestId: 'a', reason: 1 }])
      await expect(handle.executeUpdate('abort', { args: [message] })).rejects.toThrow(
        WorkflowUpdateFailedError,
      );

    const abort = () =>
      handle.executeUpdate<string, [unknown]>('abort', {
        args: [{ requestId: 'a1', reason: 'enough' }],
      });
    expect((await Promise.all([abort(), abort()])).sort()).toEqual([
      'aborting',
      'this request was already handled',
    ]);
    const { kind, report } = await outcomeOf(handle);
    expect(kind).toBe('completed');
    expect(report).toMatchObject({
      outcome: 'halted',
      reason: 'aborted',
      message: 'aborted: enough',
      landed: [{ node: 'R001' }],
    });
    expect(report.nodes.map((node) => node.status)).toEqual(['resolved', 'pending', 'pending']);
    expect(await hasProcesses(run)).not.toBe(true);
    expect((await activitiesOf(handle)).slice(-4)).toEqual([
      'runGate',
      'revertChange',
      'writeLedger',
      'finishRun',
    ]);
    expect(await runGit(repo, 'log', '--format=%H', `${report.base}..${report.branch}`)).toBe(
      report.landed[0]?.commit,
    );
    await letGo(repo, run);
    expect(await readFile(join(repo, '.refactor-loop-ledger.md'), 'utf8')).toContain(
      'outcome: halted: aborted',
    );
  });

  it.concurrent(
    'by signal stops a brain in its thoughts; a signal that says nothing is only noted',
    async () => {
      const { repo, input, requests } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [{ $until: '/no/such/file' }],
      });
      const handle = await loop.start(input);
      const run = await runOf(handle);
      await waitFor(async () => (await requests('propose')).length > 0);
      expect(await hasProcesses(run)).not.toBe(false);

      for (const message of [undefined, null, 'stop', { requestId: 7 }])
        await handle.signal('abort', message);
      const { events, phase } = await handle.query<RunStatus>('status');
      expect(phase).toBe('propose');
      expect(events.filter(({ text }) => text.startsWith('signal "abort" ignored: '))).toHaveLength(
        4,
      );

      await handle.signal('abort', { requestId: 'a1' });
      const { kind, report } = await outcomeOf(handle);
      expect(kind).toBe('completed');
      expect(report).toMatchObject({ outcome: 'halted', reason: 'aborted', landed: [] });
      expect(await hasProcesses(run)).not.toBe(true);
      await letGo(repo, run);
      expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    },
  );

  it.concurrent('by cancelling the workflow does the same', async () => {
    const { repo, input } = await scripted(
      { survey: [{ findings: [FINDINGS[1]] }], propose: [proposal('R001', HANG)] },
      await makeRepo(HANGING),
    );
    const handle = await loop.start(input);
    const run = await runOf(handle);
    await waitFor(() => suiteHangs(run));
    await handle.cancel();

    const { kind, report } = await outcomeOf(handle);
    expect(kind).toBe('completed');
    expect(report).toMatchObject({ outcome: 'halted', reason: 'aborted', message: 'cancelled' });
    expect(await hasProcesses(run)).not.toBe(true);
    await letGo(repo, run);
    expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  itNightlyConcurrent('before the first iteration leaves the repository as it was', async () => {
    const source = PARCEL['src/parcel.js'].replace(HANG.old, HANG.new);
    const { repo, input } = await scripted(
      {},
      await makeRepo({ ...HANGING, 'src/parcel.js': source }),
    );
    const before = await listing(repo);
    const handle = await loop.start(input);
    const run = await runOf(handle);
    await waitFor(() => suiteHangs(run));
    await handle.executeUpdate('abort', { args: [{ requestId: 'a1' }] });

    const { kind, report } = await outcomeOf(handle);
    expect(kind).toBe('completed');
    expect(report).toMatchObject({ outcome: 'halted', reason: 'aborted', iterations: 0 });
    expect(await hasProcesses(run)).not.toBe(true);
    await letGo(repo, run);
    expect(await listing(repo)).toEqual(before);
  });

  it.concurrent('that comes before the first step ends in a report all the same', async () => {
    const { repo, input } = await scripted({});
    const before = await listing(repo);
    // The delay keeps the worker from beginning before the cancel is there.
    const cancelled = await loop.client.workflow.start(WORKFLOW_TYPE, {
      workflowId: `early-${loop.queue}`,
      taskQueue: loop.queue,
      args: [input],
      startDelay: '1s',
    });
    await cancelled.cancel();
    const signalled = await loop.client.workflow.signalWithStart(WORKFLOW_TYPE, {
      workflowId: `${cancelled.workflowId}-too`,
      taskQueue: loop.queue,
      args: [input],
      signal: 'abort',
      signalArgs: [{ requestId: 'a1', reason: 'too soon' }],
    });

    for (const [handle, message] of [
      [cancelled, 'cancelled'],
      [signalled, 'aborted: too soon'],
    ] as const) {
      const { kind, report } = await outcomeOf(handle);
      expect(kind).toBe('completed');
      expect(report).toMatchObject({ outcome: 'halted', reason: 'aborted', message });
    }
    expect(await listing(repo)).toEqual(before);
  });
});

/** Waits until the run has a state, and gives its id. */
async function runOf(handle: WorkflowHandle): Promise<string> {
  let run = '';
  await waitFor(async () => {
    const status = await handle.query<RunStatus>('status').catch(() => undefined);
    run = status?.run ?? '';
    return run !== '';
  });
  return run;
}

/** Names of the activities that the workflow asked for, in order. */
async function activitiesOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
}

/** True once a test of the run's suite has said that it will never end. */
async function suiteHangs(run: string): Promise<boolean> {
  const gate = join(loop.home, 'runs', run, 'gate');
  for (const place of await readdir(gate).catch(() => []))
    if (await isThere(join(gate, place, 'tmp/hanging'))) return true;
  return false;
}

/** Lock and workspace are gone, the report stays. */
async function letGo(repo: string, run: string): Promise<void> {
  const folder = join(loop.home, 'runs', run);
  expect(await isThere(join(repo, '.git/refactor-loop.lock'))).toBe(false);
  expect(await isThere(join(folder, 'workspace'))).toBe(false);
  expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({
    reason: 'aborted',
  });
}

/**
 * Whether any process works for a run, by its arguments, environment and folder; undefined where
 * the system does not list processes as files.
 */
async function hasProcesses(run: string): Promise<boolean | undefined> {
  if (!(await isThere('/proc/self/cmdline'))) return undefined;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const marks = [folder, await read('cmdline'), await read('environ')];
    if (marks.some((text) => text.includes(`/runs/${run}/`))) return true;
  }
  return false;
}
