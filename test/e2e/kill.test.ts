import { describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityIn, isAlive, type ProcessIdentity } from '../../src/adapters/process-identity.js';
import type { Report } from '../../src/core/contracts.js';
import { makeFolder, makeRepo, runGit } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, PARCEL, proposal, scripted, type Script } from '../helpers/loop.js';
import { isNightly, itNightlyConcurrent } from '../helpers/nightly.js';
import {
  PATIENCE,
  processesOf,
  reportIn,
  until,
  untilNone,
  withCommandLine,
} from './command-line.js';
import { brainFlags } from './flags.js';

jest.setTimeout(PATIENCE);

const line = withCommandLine();
/** Where the server is killed, which the other tests must not notice. */
const apart = withCommandLine();

const SLOW_PARCEL = {
  ...PARCEL,
  'test/slow.test.js': `import test from 'node:test';

test('takes its time', () => new Promise((resolve) => setTimeout(resolve, 300)));
`,
};
const WRONG_LABEL = { old: GOOD.label.old, new: "  return 'Q-' + number;\n" };
/** Activities after whose effects a worker is killed. */
const ACTIVITIES = ['commitChange', 'applyChange', 'revertChange', 'finishRun'];
const LANDED_AND_RED = ['R001 landed', 'R002 red', 'R002 landed'];

/** Two landings, the second one after a red try and its repair. */
const FIRST = proposal('R001', GOOD.price);
const WRONG = proposal('R002', WRONG_LABEL);

async function prepare(propose: Script['propose'] = [FIRST, WRONG]) {
  const fix = [proposal('R002', GOOD.label)];
  const script = { survey: [{ findings: FINDINGS.slice(0, 2) }], propose, fix };
  const { repo, brains, requests } = await scripted(script, await makeRepo(SLOW_PARCEL));
  const args = ['run', 'src', '--repo', repo, '--json', ...brainFlags(brains.proposer)];
  return { repo, args, requests };
}

let started: Promise<string[]> | undefined;

/** The trees that a run lands which is left alone. */
function treesLeftAlone(): Promise<string[]> {
  started ??= prepare().then(async ({ args }) => {
    const { code, report } = await line.report(args);
    expect(code).toBe(0);
    expectAllOnce(report);
    return landedTrees(report);
  });
  return started;
}

function expectAllOnce(report: Report): void {
  expect(report).toMatchObject({ outcome: 'done', reason: 'converged' });
  const attempts = report.attempts.map(({ node, outcome }) => `${node} ${outcome}`);
  expect(attempts).toEqual(LANDED_AND_RED);
}

async function log({ repo, base, branch }: Report, format: string): Promise<string[]> {
  const range = `${base}..${branch}`;
  return (await runGit(repo, 'log', '--reverse', `--format=${format}`, range)).split('\n');
}

/** Equal for equal landings, whenever they are made. */
function landedTrees(report: Report): Promise<string[]> {
  return log(report, '%T');
}

async function recordedIn(file: string): Promise<ProcessIdentity> {
  const identity = identityIn(JSON.parse(await readFile(file, 'utf8')));
  if (identity === undefined) throw new Error(`${file} names no process`);
  return identity;
}

async function untilDead(identity: ProcessIdentity): Promise<void> {
  await until('the end of a process', async () => !(await isAlive(identity)));
}

describe('a run whose worker is killed', () => {
  it.concurrent('while its suite runs loses the suite too, and goes on with attach', async () => {
    const { repo, args } = await prepare();
    const running = line.start(args);
    const folder = await line.folderOfRun(repo);
    const module = join(folder, 'workspace/src/parcel.js');
    await until('the suite of the wrong label', async () => {
      const text = await readFile(module, 'utf8').catch(() => '');
      const processes = text.includes("'Q-'") ? await processesOf(folder) : [];
      return processes.some((process) => process.args.includes('--test'));
    });

    const worker = await recordedIn(join(folder, 'worker.json'));
    process.kill(worker.pid, 'SIGKILL');
    expect(await untilNone(folder)).toEqual([]);

    const attached = await line.report(['attach', '--repo', repo, '--json']);
    expect(attached.code).toBe(0);
    expectAllOnce(attached.report);
    expect(await landedTrees(attached.report)).toEqual(await treesLeftAlone());
    expect(await untilNone(folder)).toEqual([]);

    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(reportIn(stdout)).toEqual(attached.report);
  });

  it.concurrent.each(isNightly ? ACTIVITIES : ACTIVITIES.slice(0, 1))(
    'between the effects of %s and their being known does nothing twice',
    async (activity) => {
      const { repo, args } = await prepare();
      const running = line.start(args, { env: { REFACTOR_LOOP_KILL_AFTER: activity } });
      const folder = await line.folderOfRun(repo);
      const file = join(folder, 'worker.json');
      await until('the worker', async () => existsSync(file));
      const worker = await recordedIn(file);
      await untilDead(worker);

      const { code, report } = await line.report(['attach', '--repo', repo, '--json']);
      expect(code).toBe(0);
      expectAllOnce(report);
      expect(await log(report, '%(trailers:key=Refactor-Loop-Node,valueonly,separator=)')).toEqual([
        'R001',
        'R002',
      ]);
      expect(await landedTrees(report)).toEqual(await treesLeftAlone());
      expect(await recordedIn(file)).not.toEqual(worker);
      expect(await untilNone(folder)).toEqual([]);
      expect((await running.ended).code).toBe(0);
    },
  );
});

describe('a run whose server is killed', () => {
  itNightlyConcurrent(
    'goes on by itself, and with attach when the supervisor is killed too',
    async () => {
      const gates = [join(await makeFolder(), 'first'), join(await makeFolder(), 'last')] as const;
      const { repo, args, requests } = await prepare([
        { $until: gates[0], $answer: FIRST },
        { $until: gates[1], $answer: WRONG },
      ]);
      const asked = (count: number) =>
        until(`proposal ${count}`, async () => (await requests('propose')).length >= count);
      const server = join(apart.home, 'server/process.json');
      const supervisor = join(apart.home, 'server/server.json');

      const running = apart.start(args);
      await asked(1);
      const killed = await recordedIn(server);
      process.kill(killed.pid, 'SIGKILL');
      await until('another server', async () => {
        const now = await recordedIn(server).catch(() => killed);
        return now.pid !== killed.pid && existsSync(supervisor);
      });
      await writeFile(gates[0], '');

      await asked(2);
      const pair = [await recordedIn(supervisor), await recordedIn(server)];
      for (const { pid } of pair) process.kill(pid, 'SIGKILL');
      await Promise.all(pair.map(untilDead));
      const attached = apart.start(['attach', '--repo', repo, '--json']);
      await writeFile(gates[1], '');

      const ends = await Promise.all([attached.ended, running.ended]);
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
      const [report, same] = ends.map(({ stdout, stderr }) => reportIn(stdout, stderr));
      expect(same).toEqual(report);
      if (report !== undefined) {
        expectAllOnce(report);
        expect(await landedTrees(report)).toEqual(await treesLeftAlone());
      }
      expect(await untilNone(join(apart.home, 'runs'))).toEqual([]);
    },
  );
});
