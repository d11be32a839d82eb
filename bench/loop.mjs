/**
 * node bench/loop.mjs [LANDINGS]
 *
 * What durability costs: the same scripted landings by the whole loop (command line, server, worker,
 * workflow) and by a plain script in one process that calls the same functions one after the other.
 * Prints medians per landing, and how much history a landing makes.
 */
import { Client, Connection } from '@temporalio/client';
import { execa } from 'execa';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { git } from '../dist/adapters/git.js';
import { createWorkspace } from '../dist/adapters/workspace.js';
import { applyChange, commitChange, prepareChange, publishBranch } from '../dist/change/engine.js';
import { measureBaseline } from '../dist/gate/baseline.js';
import { detectGate } from '../dist/gate/detect/index.js';
import { runGate } from '../dist/gate/run-gate.js';
import { ensureServer, stopServer } from '../dist/local-server.js';
import { measureHistory } from './history.mjs';
import { expectKind, median } from './measure.mjs';
import { editOf, generateRepository, scriptFor } from './parts.mjs';

const CLI = fileURLToPath(new URL('../dist/client/cli.js', import.meta.url));
const BRAIN = fileURLToPath(new URL('../test/fixtures/brains/scripted.mjs', import.meta.url));
const PINNED = ['preserve-public-api', 'no-test-file-writes'];

/**
 * @typedef {import('./history.mjs').Landing} Landing
 */

const count = Number(process.argv[2] ?? 10);
if (!Number.isSafeInteger(count) || count < 1)
  throw new Error(
    `the number of landings must be a whole number from 1 up, not ${process.argv[2]}`,
  );

const folder = await realpath(await mkdtemp(join(tmpdir(), 'refactor-loop-bench-')));
const home = join(folder, 'home');
try {
  const plain = await byScript(await generateRepository(join(folder, 'plain'), count));
  const { landings, events, bytes } = await byLoop(
    await generateRepository(join(folder, 'loop'), count),
  );
  print(landings, plain, events, bytes);
} finally {
  await stopServer(home);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The steps of the loop without server, workflow and critic. @param {string} repo */
async function byScript(repo) {
  const state = `${repo}-state`;
  const workspace = join(state, 'workspace');
  const branch = 'refactor-loop/bench';
  const revision = async (/** @type {string} */ name) =>
    (await git(repo, ['rev-parse', name])).trim();
  const base = await revision('HEAD');
  const commonDir = join(repo, '.git');
  await createWorkspace({ repo, commonDir, base, branch, workspace, copy: [] });
  const { signal } = new globalThis.AbortController();
  const context = (/** @type {string} */ name) => ({
    workspace,
    outDir: join(state, 'gate', name),
    signal,
  });
  const detected = expectKind('ok', await detectGate(context('detect'), {}, [editOf(0).path]));
  const measured = expectKind('ok', await measureBaseline(context('baseline'), detected.plan));
  let { baseline } = measured;
  let head = base;
  let tree = await revision('HEAD^{tree}');
  /** @type {Landing[]} */
  const landings = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    const stateDir = join(state, 'journal');
    const rules = { add: [], except: [], testFiles: baseline.testFiles };
    const raw = { edits: [editOf(index)] };
    const { change } = expectKind('ok', await prepareChange({ workspace, raw, rules, stateDir }));
    const applied = await applyChange({ workspace, change, baseTree: tree, stateDir });
    ({ tree } = expectKind('applied', applied));
    const gateBegun = performance.now();
    const subject = {
      files: [editOf(index).path],
      publicApiTouched: false,
      pinned: PINNED,
      isLocked: () => false,
      relatedFirst: false,
    };
    const verdict = await runGate(context(`gate-${index}`), detected.plan, baseline, subject);
    ({ baseline } = expectKind('green', verdict));
    const gate = performance.now() - gateBegun;
    const landed = await commitChange({
      workspace,
      tree,
      parent: head,
      ref: `refs/heads/${branch}`,
      base,
      subject: `Inline the variable of part ${index}`,
      body: '',
      trailers: { run: 'bench', node: `R${index}`, refactoring: 'Inline Variable' },
      date: new Date().toISOString(),
    });
    head = expectKind('committed', landed).commit;
    expectKind('published', await publishBranch({ workspace, repo, branch, run: 'bench' }));
    landings.push({ whole: performance.now() - begun, gate, brain: 0 });
  }
  return landings;
}

/** A run of the command line, read from its history. @param {string} repo */
async function byLoop(repo) {
  const scriptFile = join(folder, 'script.json');
  await writeFile(scriptFile, JSON.stringify(scriptFor(count)));
  const brain = [process.execPath, BRAIN, scriptFile, join(folder, 'log.jsonl')];
  const server = await ensureServer({ home });
  try {
    const flags = ['--json', '--max-iterations', `${count}`, '--repo', repo];
    const quoted = brain.map((word) => `"${word}"`).join(' ');
    const { stdout } = await execa(
      process.execPath,
      [CLI, 'run', 'src', ...flags, '--brain-command', quoted],
      { env: { REFACTOR_LOOP_HOME: home, TEMPORAL_ADDRESS: undefined } },
    );
    const report = JSON.parse(stdout);
    if (report.landed.length !== count) throw new Error(`not everything landed: ${stdout}`);
    return await readHistory(server.address, report.workflowId);
  } finally {
    await server.release();
  }
}

/** @param {string} address @param {string} workflowId */
async function readHistory(address, workflowId) {
  const connection = await Connection.connect({ address });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    return measureHistory((await handle.fetchHistory()).events ?? []);
  } finally {
    await connection.close();
  }
}

/**
 * @param {Landing[]} loop
 * @param {Landing[]} plain
 * @param {number[]} events
 * @param {number[]} bytes
 */
function print(loop, plain, events, bytes) {
  /** @param {string} name @param {(landing: Landing) => number} of */
  const row = (name, of) => {
    const [first, second] = [median(loop.map(of)), median(plain.map(of))];
    const ratio = second === 0 ? '' : (first / second).toFixed(2);
    const cells = [first.toFixed(0), second.toFixed(0), ratio].map((cell) => cell.padStart(10));
    console.log(`${name.padEnd(28)}${cells.join('')}`);
  };
  const titles = ['loop', 'script', 'ratio'].map((title) => title.padStart(10));
  console.log(`${`median of ${count} landings, ms`.padEnd(28)}${titles.join('')}`);
  row('a landing', ({ whole }) => whole);
  row('  gate', ({ gate }) => gate);
  row('  brain', ({ brain }) => brain);
  row('  the rest', ({ whole, gate, brain }) => whole - gate - brain);
  console.log(`history of a landing: ${median(events)} events, ${median(bytes)} bytes`);
}
