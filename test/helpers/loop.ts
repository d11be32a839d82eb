/** The whole loop for tests: real server, real worker, real git; brains are scripted programs. */
import { Client, Connection, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { parseReport, type Report } from '../../src/core/contracts.js';
import { WORKFLOW_TYPE } from '../../src/core/protocol.js';
import { ensureServer } from '../../src/local-server.js';
import { startWorker, type RunningWorker } from '../../src/worker.js';
import { makeFolder, makeRepo, type Files } from './git-repo.js';

const BRAINS = fileURLToPath(new URL('../fixtures/brains/', import.meta.url));

export interface Loop {
  home: string;
  client: Client;
  queue: string;
  /** Starts a run; the input may be anything. */
  start(...args: unknown[]): Promise<WorkflowHandle>;
  /** Starts a run and waits for its end. */
  run(...args: unknown[]): Promise<Outcome>;
}

export type Outcome =
  { kind: 'completed'; report: Report } | { kind: 'failed'; type: string; report: Report };

// The SDK tells each worker's state otherwise, which is many lines a test file.
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
    // A run refused at INIT fails its workflow, as it must.
    if (message !== 'Workflow failed')
      process.stderr.write(`${level} ${message} ${inspect(meta)}\n`);
  }),
});
// A loaded machine is slow; a run that hangs still ends the test.
jest.setTimeout(300_000);

function sharedHome(): string {
  const home = process.env['SERVER_HOME'];
  if (home === undefined) throw new Error('SERVER_HOME is not set: run the tests with npm test');
  return home;
}

/** Starts a worker, and the server if none runs, before the tests of a file; ends the worker after. */
export function withLoop(): Loop {
  const loop = {} as Loop;
  let worker: RunningWorker;
  let connection: Connection;
  beforeAll(async () => {
    loop.home = await makeFolder();
    // Released with the process, so that the next file finds it running.
    const { address, dbFile } = await ensureServer({ home: sharedHome() });
    connection = await Connection.connect({ address });
    loop.client = new Client({ connection, identity: 'test' });
    loop.queue = `test-${randomBytes(4).toString('hex')}`;
    worker = await startWorker({
      address,
      namespace: 'default',
      home: loop.home,
      taskQueue: loop.queue,
      hostQueue: loop.queue,
      hostId: 'test-host',
      databaseFile: dbFile,
      identity: 'test',
    });
    loop.start = (...args) =>
      loop.client.workflow.start(WORKFLOW_TYPE, {
        workflowId: `w-${randomBytes(6).toString('hex')}`,
        taskQueue: loop.queue,
        args,
      });
    loop.run = async (...args) => outcomeOf(await loop.start(...args));
  }, 120_000);
  afterAll(async () => {
    worker.shutdown();
    await worker.done;
    await connection.close();
  }, 60_000);
  return loop;
}

/** Waits for the end of a run and gives its report, which must fit the schema. */
export async function outcomeOf(handle: WorkflowHandle): Promise<Outcome> {
  try {
    return { kind: 'completed', report: checked(await handle.result()) };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const cause = error.cause as { type?: string; details?: unknown[] };
    return { kind: 'failed', type: cause.type ?? '', report: checked(cause.details?.[0]) };
  }
}

function checked(value: unknown): Report {
  const parsed = parseReport(value);
  if (parsed.kind === 'refused') throw new Error(`the report breaks its schema: ${parsed.problem}`);
  return parsed.value;
}

/** A parcel service: three functions with a smell each, and tests that notice. */
export const PARCEL = {
  'package.json': JSON.stringify({
    name: 'parcel',
    type: 'module',
    private: true,
    exports: './src/parcel.js',
    scripts: { test: 'node --test' },
  }),
  'src/parcel.js': `/** Price in cents for a weight in grams. */
export function price(grams) {
  let cents = 0;
  if (grams > 1000) {
    cents = 900;
  } else {
    cents = 500;
  }
  return cents;
}

/** A label such as "P-7". */
export function label(number) {
  const text = 'P-' + number;
  return text;
}

/** True for a weight that is carried. */
export function carried(grams) {
  if (grams <= 5000) {
    return true;
  }
  return false;
}
`,
  'test/parcel.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { carried, label, price } from '../src/parcel.js';

test('a light parcel costs five', () => assert.equal(price(1000), 500));
test('a heavy parcel costs nine', () => assert.equal(price(1001), 900));
test('a label names the number', () => assert.equal(label(7), 'P-7'));
test('five kilos are carried', () => assert.equal(carried(5000), true));
test('more is not carried', () => assert.equal(carried(5001), false));
`,
} satisfies Files;

/** Findings for the three smells, in the order of the file. */
export const FINDINGS = [
  finding('temp in price', 'src/parcel.js:2-10'),
  finding('temp in label', 'src/parcel.js:13-16'),
  finding('boolean branches in carried', 'src/parcel.js:19-24'),
];

export function finding(smell: string, span: string, more: Record<string, unknown> = {}): object {
  return { smell, span, severity: 'major', confidence: 0.9, route: 'loop', ...more };
}

/** A well-formed proposal for a node, by one edit of the parcel module. */
export function proposal(node: string, edit: { old: string; new: string }, more = {}): object {
  return {
    kind: 'proposal',
    manifest: {
      node_id: node,
      named_refactoring: 'Inline Variable',
      target_span: 'src/parcel.js:13-16',
      stated_intent: `Improve ${node}`,
      public_api_touched: false,
      edits: [{ path: 'src/parcel.js', ...edit }],
      ...more,
    },
  };
}

/** Edits of the parcel module that keep its behaviour, by node. */
export const GOOD = {
  price: {
    old: `  let cents = 0;
  if (grams > 1000) {
    cents = 900;
  } else {
    cents = 500;
  }
  return cents;
`,
    new: `  return grams > 1000 ? 900 : 500;
`,
  },
  label: {
    old: `  const text = 'P-' + number;
  return text;
`,
    new: `  return 'P-' + number;
`,
  },
  carried: {
    old: `  if (grams <= 5000) {
    return true;
  }
  return false;
`,
    new: `  return grams <= 5000;
`,
  },
};

export interface Scripted {
  repo: string;
  /** Proposer and critic for the run's input. */
  brains: { proposer: Brain; critic: Brain };
  /** Input for a run over `src` with the brains. */
  input: { repo: string; scope: string[]; proposer: Brain; critic: Brain };
  /** What the brain was asked so far, of one role or of all. */
  requests(role?: string): Promise<Request[]>;
  /** What git called changed in the workspace whenever the brain was asked: nothing, if all is well. */
  dirt(): Promise<string>;
}

export interface Brain {
  brain: 'command';
  command: string[];
  timeoutSeconds?: number;
}

/** A request as the brain got it. */
export interface Request {
  role: string;
  workspace: string;
  previous_error?: string;
  last_failure_evidence?: { node_id?: string; stage: string; evidence: string };
  [name: string]: unknown;
}

export type Script = Partial<Record<'survey' | 'propose' | 'fix' | 'critique', unknown[]>>;

/** A repository and a brain that answers from a script, as `scripted.mjs` describes it. */
export async function scripted(script: Script, repository?: string): Promise<Scripted> {
  const folder = await makeFolder();
  const scriptFile = join(folder, 'script.json');
  const logFile = join(folder, 'log.jsonl');
  await writeFile(scriptFile, JSON.stringify(script));
  // Copies, so that a run's history names no path of this machine.
  for (const name of ['scripted.mjs', 'protocol.mjs'])
    await copyFile(join(BRAINS, name), join(folder, name));
  const command = ['node', join(folder, 'scripted.mjs'), scriptFile, logFile];
  const brain: Brain = { brain: 'command', command };
  const brains = { proposer: brain, critic: brain };
  const repo = repository ?? (await makeRepo(PARCEL));
  const calls = async () => {
    const text = await readFile(logFile, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { request: Request; dirty: string });
  };
  return {
    repo,
    brains,
    input: { repo, scope: ['src'], ...brains },
    async requests(role) {
      const requests = (await calls()).map((call) => call.request);
      return role === undefined ? requests : requests.filter((request) => request.role === role);
    },
    async dirt() {
      return (await calls()).map((call) => call.dirty).join('');
    },
  };
}
