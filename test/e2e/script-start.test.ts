import { Client, Connection } from '@temporalio/client';
import { execa } from 'execa';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { resolveTemporalBinary } from '../../src/adapters/temporal-binary.js';
import type { Report } from '../../src/core/contracts.js';
import { makeFolder, makeRepo, runGit } from '../helpers/git-repo.js';
import {
  FINDINGS,
  GOOD,
  outcomeOf,
  PARCEL,
  proposal,
  scripted,
  type Outcome,
} from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';
import { PATIENCE, reportIn, until, withCommandLine, type Running } from './command-line.js';
import { bytesBelow } from './repository-state.js';

jest.setTimeout(PATIENCE);

let connection: Connection | undefined;
afterAll(() => connection?.close());

const line = withCommandLine();
/** With a server that has no worker. */
const apart = withCommandLine();

/** The steps of a run that is refused for its input. */
const ENOUGH_TO_REFUSE = ['resolveHost', 'prepareRun', 'finishRun'];

interface Served {
  address: string;
  worker: Running;
  client: Client;
}

let serving: Promise<Served> | undefined;

/** `refactor-loop worker` on the embedded server, started once. */
function served(): Promise<Served> {
  serving ??= (async () => {
    const worker = line.start(['worker']);
    const address = await printed(worker, /^export TEMPORAL_ADDRESS=(\S+)$/m);
    connection = await Connection.connect({ address });
    return { address, worker, client: new Client({ connection }) };
  })();
  return serving;
}

function printed(running: Running, pattern: RegExp): Promise<string> {
  return until(String(pattern), async () => pattern.exec(running.written())?.[1]);
}

/** The `temporal` program, as a script would use it. */
async function temporal(...args: string[]): Promise<string> {
  const [binary, { address }] = await Promise.all([resolveTemporalBinary(), served()]);
  const { stdout } = await execa(binary.path, [...args, '--address', address], { reject: false });
  return stdout;
}

async function startByScript(workflowId: string, ...input: string[]): Promise<void> {
  const names = ['--type', 'refactorLoop', '--task-queue', 'refactor-loop'];
  await temporal('workflow', 'start', ...names, '--workflow-id', workflowId, ...input);
}

async function outcomeFor(workflowId: string): Promise<Outcome> {
  const { client } = await served();
  return outcomeOf(client.workflow.getHandle(workflowId));
}

async function treesOf({ repo, base, branch }: Report): Promise<string> {
  return runGit(repo, 'log', '--format=%T', `${base}..${branch}`);
}

/** What the Web UI shows of each step, in order: name of the activity and its summary. */
async function stepsOf(workflowId: string): Promise<[name: string, summary: string][]> {
  const { client } = await served();
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) => {
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    const summary = event.userMetadata?.summary?.data;
    if (name === undefined || name === null) return [];
    return [[name, summary ? (JSON.parse(Buffer.from(summary).toString()) as string) : '']];
  });
}

describe('a script that starts a run', () => {
  it.concurrent('gets the landings of the command line, and a summary of each step', async () => {
    const options = { scope: ['src'], minSeverity: 'minor' };
    const repo = await makeRepo(PARCEL);
    const flags = ['src', '--min-severity', 'minor', '--json'];
    const byHand = line.report(['run', ...flags, '--repo', await makeRepo(PARCEL)]);
    await startByScript('by-script', '--input', JSON.stringify({ repo, ...options }));

    const { kind, report } = await outcomeFor('by-script');
    expect(kind).toBe('completed');
    expect(report).toMatchObject({ workflowId: 'by-script', outcome: 'done', repo });
    expect(report.landed).toHaveLength(1);
    expect(await treesOf(report)).toBe(await treesOf((await byHand).report));

    const node = 'iter 1 · R001 · Substitute Algorithm';
    const steps = await stepsOf('by-script');
    // Not made when the other run was first to measure the same files.
    expect(steps.filter(([name]) => name !== 'confirmBaseline')).toEqual([
      ['resolveHost', 'init · input and host'],
      ['prepareRun', 'init · repository, scope, workspace'],
      ['detectGate', 'init · detect the oracle'],
      ['measureBaseline', 'init · baseline · node:test'],
      ['survey', 'init · survey · baseline 5 passed'],
      ['controlGate', 'init · negative control · baseline 5 passed'],
      ['propose', 'iter 1 · propose · first'],
      ['checkChange', `${node} · lockbox`],
      ['critique', `${node} · review`],
      ['applyChange', `${node} · apply · review passed`],
      ['runGate', `${node} · test`],
      ['commitChange', `${node} · land · green, 5 passed`],
      ['pruneNodes', 'iter 1 · R001 · landed · look again at what it touched'],
      ['writeLedger', 'iter 1 · ledger · R001 land landed'],
      ['writeLedger', 'iter 1 · ledger · R001 land landed'],
      ['finishRun', 'iter 1 · finish · converged'],
    ]);
  });

  it.concurrent.each([
    ['nothing', [], '(none)'],
    ['a wrong type', ['--input', '{"repo": 7}'], '7'],
    ['a folder that is not there', ['--input', '{"repo": "/nowhere"}'], '/nowhere'],
  ])('and gives %s as its input is told so by a failed run', async (name, input, told) => {
    const workflowId = name.replaceAll(' ', '-');
    await startByScript(workflowId, ...input);
    const outcome = await outcomeFor(workflowId);

    expect(outcome).toMatchObject({ kind: 'failed', type: 'halt:bad-input' });
    expect(outcome.report).toMatchObject({ reason: 'bad-input', iterations: 0 });
    expect(outcome.report.message).toContain(told);
    const steps = (await stepsOf(workflowId)).map(([step]) => step);
    expect(steps.filter((step) => !ENOUGH_TO_REFUSE.includes(step))).toEqual([]);
  });

  itNightlyConcurrent(
    'keeps the command line out of its repository, which can follow it',
    async () => {
      const go = join(await makeFolder(), 'go');
      const { repo, input } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [{ $until: go, $answer: proposal('R001', GOOD.label) }],
      });
      await startByScript('first', '--input', JSON.stringify(input));
      const run = basename(await line.folderOfRun(repo));
      await until('the lock', async () => existsSync(join(repo, '.git/refactor-loop.lock')));

      const before = await bytesBelow(repo);
      const second = await line.report(['run', 'src', '--repo', repo, '--json']);
      expect(second.code).toBe(3);
      expect(second.report).toMatchObject({ reason: 'locked', landed: [] });
      for (const part of [`run ${run}`, 'workflow "first"', `refactor-loop abort ${run}`])
        expect(second.report.message).toContain(part);
      expect(await bytesBelow(repo)).toEqual(before);

      const attached = line.report(['attach', run, '--json']);
      await writeFile(go, '');
      const { code, report } = await attached;
      expect(code).toBe(0);
      expect(report).toMatchObject({ run, landed: [{ node: 'R001' }] });
    },
  );
});

describe('a server without a worker', () => {
  itNightlyConcurrent('lets a run wait that says so, until there is one', async () => {
    const server = apart.start(['server']);
    const address = await printed(server, /^TEMPORAL_ADDRESS +(\S+)$/m);
    const webUi = await printed(server, /^Web UI +(\S+)$/m);
    expect((await fetch(webUi)).status).toBe(200);

    const env = { TEMPORAL_ADDRESS: address };
    const repo = await makeRepo(PARCEL);
    const run = apart.start(['run', 'src', '--repo', repo, '--json'], { env });
    await printed(run, /^(run \S+) on /m);
    const since = Date.now();
    await printed(run, /(no worker polls the queue "refactor-loop" .* refactor-loop worker)$/m);
    expect(Date.now() - since).toBeLessThan(10_000);

    const worker = apart.start(['worker'], { env });
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(0);
    expect(reportIn(stdout, stderr)).toMatchObject({ repo, reason: 'nothing-to-do' });
    for (const running of [worker, server]) running.signal('SIGINT');
    const ends = await Promise.all([worker.ended, server.ended]);
    expect(ends.map((ended) => ended.code)).toEqual([0, 0]);
  });
});

describe('refactor-loop worker', () => {
  it('ends on Ctrl-C', async () => {
    const { worker } = await served();
    worker.signal('SIGINT');
    expect((await worker.ended).code).toBe(0);
  });
});
