/**
 * Replays the kept histories, of which each released version leaves some: the code must still make
 * the decisions that they hold. `RECORD_HISTORIES=1 npm test -- test/replay` records those of the
 * version at work anew; those of a released version stay as they are.
 */
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WORKFLOW_BUNDLE } from '../../src/worker.js';
import { FINDINGS, GOOD, proposal, scripted, withLoop } from '../helpers/loop.js';
import { waitFor } from '../helpers/wait-for.js';

const HISTORIES = fileURLToPath(new URL('histories/', import.meta.url));

/** Index of the event that schedules the first task: before it the code has decided nothing. */
const FIRST_TASK = 1;

interface Event {
  eventType: string;
  activityTaskScheduledEventAttributes?: { activityType: { name: string } };
}
interface History {
  events: Event[];
}

if (process.env['RECORD_HISTORIES'] !== undefined) record();

describe('the kept histories', () => {
  it('replay whole', async () => {
    const kept = await histories();
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining(['aborted.json', 'converged.json', 'red-fix.json']),
    );
    expect(await failures(kept)).toEqual({});
  });

  it('replay up to each task of the workflow, as a new worker finds an open run', async () => {
    const prefixes: Record<string, History> = {};
    for (const [name, { events }] of Object.entries(await histories()))
      for (const [end, { eventType }] of events.entries())
        if (eventType === 'EVENT_TYPE_WORKFLOW_TASK_SCHEDULED' && end > FIRST_TASK)
          prefixes[`${name} to ${end}`] = { events: events.slice(0, end) };
    expect(Object.keys(prefixes).length).toBeGreaterThan(50);
    expect(await failures(prefixes)).toEqual({});
  });

  it('would not replay if the code decided otherwise', async () => {
    const { 'converged.json': history } = await histories();
    for (const event of history?.events ?? []) {
      const scheduled = event.activityTaskScheduledEventAttributes;
      if (scheduled?.activityType.name === 'critique') scheduled.activityType.name = 'runGate';
    }
    expect(await failures({ altered: history ?? { events: [] } })).toEqual({
      altered: expect.stringMatching(/^DeterminismViolationError: .*runGate/s),
    });
  });
});

async function histories(): Promise<Record<string, History>> {
  const kept: Record<string, History> = {};
  for (const name of await readdir(HISTORIES))
    kept[name] = JSON.parse(await readFile(join(HISTORIES, name), 'utf8')) as History;
  return kept;
}

/** Why each history that does not replay does not. */
async function failures(kept: Record<string, History>): Promise<Record<string, string>> {
  const given = Object.entries(kept).map(([workflowId, history]) => ({ workflowId, history }));
  const failed: Record<string, string> = {};
  let replayed = 0;
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: WORKFLOW_BUNDLE },
    given,
  )) {
    replayed += 1;
    if (error !== undefined) failed[workflowId] = `${error.name}: ${error.message}`;
  }
  expect(replayed).toBe(given.length);
  return failed;
}

/** Three runs: one without a hitch, one with every way back, one that is aborted in its thoughts. */
function record(): void {
  const loop = withLoop();

  it.concurrent('records a run that converges', async () => {
    const { input } = await scripted({
      survey: [{ findings: [FINDINGS[0], { ...FINDINGS[1], depends_on: [0] }] }],
      propose: [proposal('R001', GOOD.price), proposal('R002', GOOD.label)],
    });
    await keep('converged', input);
  });

  it.concurrent(
    'records a run with a fault, malformed answers, a block, a red gate and a fix',
    async () => {
      const { input } = await scripted({
        survey: [{ $exit: 1 }, { findings: FINDINGS }],
        propose: [
          proposal('R001', { old: 'grams > 1000', new: 'grams < 1000' }),
          { kind: 'finding-gone', node_id: 'R099', note: 'a slip' },
          proposal('R002', { old: 'grams', new: 'weight' }),
          proposal('R002', { old: "'P-' + number", new: '`P-${number}`' }),
          proposal('R003', { old: 'grams <= 5000', new: 'grams < 5000' }),
        ],
        fix: [
          proposal('R001', GOOD.price),
          { kind: 'infeasible', findings: 'the branches are not alike' },
        ],
        critique: [
          'accept',
          'accept',
          { justification: 'the same', verdict: 'reject', confidence: 0.9, per_criterion: [] },
        ],
      });
      await keep('red-fix', { ...input, maxIterations: 4 });
    },
  );

  it.concurrent('records a run that is aborted', async () => {
    const { input, requests } = await scripted({
      survey: [{ findings: [FINDINGS[1]] }],
      propose: [proposal('R001', GOOD.label)],
      critique: [{ $until: '/no/such/file' }],
    });
    await keep('aborted', input, async (handle) => {
      await waitFor(async () => (await requests('critique')).length > 0);
      await handle.executeUpdate('abort', { args: [{ requestId: 'a1', reason: 'enough' }] });
    });
  });

  async function keep(
    name: string,
    input: unknown,
    meanwhile: (handle: Awaited<ReturnType<typeof loop.start>>) => Promise<void> = async () => {},
  ): Promise<void> {
    const handle = await loop.start(input);
    await meanwhile(handle);
    await handle.result();
    const json: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
    const text = JSON.stringify(json, null, 1);
    const plain = text.replace(/"data": "([^"]+)"/g, (_, data: string) => atob(data));
    for (const own of [process.cwd(), homedir(), `@${hostname()}`])
      expect(plain).not.toContain(own);
    await mkdir(HISTORIES, { recursive: true });
    await writeFile(join(HISTORIES, `${name}.json`), `${text}\n`);
  }
}
