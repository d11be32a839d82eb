/**
 * node bench/gate.mjs REPOSITORY FILE [ROUNDS]
 *
 * What the gate adds to a repository's own commands, and what related tests first save. FILE, inside
 * REPOSITORY, is the module that is edited. In turn, ROUNDS times (default 5):
 *   bare   the detected build, checks and tests, one after the other, with no sandbox and no report;
 *   gate   runGate of FILE as it is;
 *   red    runGate of FILE broken, with the whole suite at once, and with related tests first.
 * Prints medians and ratios. The goal of the gate: 1.15 x bare plus 1 s.
 */
import { execa } from 'execa';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { git } from '../dist/adapters/git.js';
import { createWorkspace } from '../dist/adapters/workspace.js';
import { confirmBaseline, measureBaseline } from '../dist/gate/baseline.js';
import { breakModule } from '../dist/gate/break-module.js';
import { detectGate } from '../dist/gate/detect/index.js';
import { runGate } from '../dist/gate/run-gate.js';
import { expectKind, median } from './measure.mjs';

const [given, file, roundsGiven = '5'] = process.argv.slice(2);
const rounds = Number(roundsGiven);
if (given === undefined || file === undefined || !(rounds >= 1))
  throw new Error('usage: node bench/gate.mjs REPOSITORY FILE [ROUNDS]');
const repo = await realpath(resolve(given));
const folder = await realpath(await mkdtemp(join(tmpdir(), 'refactor-loop-bench-')));
const workspace = join(folder, 'workspace');
const { signal } = new globalThis.AbortController();

/** @param {string} name */
const context = (name) => ({ workspace, outDir: join(folder, 'gate', name), signal });

/** @template T @param {() => Promise<T>} work @returns {Promise<{ms: number, result: T}>} */
async function timed(work) {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

try {
  const base = (await git(repo, ['rev-parse', 'HEAD'])).trim();
  const commonDir = join(repo, '.git');
  const branch = 'refactor-loop/bench';
  expectKind('ok', await createWorkspace({ repo, commonDir, base, branch, workspace, copy: [] }));
  const { plan } = expectKind('ok', await detectGate(context('detect'), {}, [file]));
  const measured = expectKind('ok', await measureBaseline(context('baseline'), plan));
  const confirmed = await confirmBaseline(context('second'), plan, measured.baseline);
  const { baseline } = expectKind('ok', confirmed);
  const steps = [
    ...plan.build,
    ...plan.checks.filter(
      (/** @type {{name: string}} */ { name }) => baseline.checks[name] !== null,
    ),
    ...plan.tests,
  ];
  const env = { CI: '1', PATH: `${join(workspace, 'node_modules/.bin')}:${process.env.PATH}` };
  const bare = async () => {
    for (const { argv, cwd } of steps) {
      const [program = '', ...args] = argv;
      const options = { cwd: join(workspace, cwd), env, reject: false, stdio: 'ignore' };
      await execa(program, args, /** @type {import('execa').Options} */ (options));
    }
  };
  const path = join(workspace, file);
  const text = await readFile(path, 'utf8');
  /** @param {string} edited @param {boolean} relatedFirst @param {string} kind */
  const gate = async (edited, relatedFirst, kind) => {
    await writeFile(path, edited);
    const subject = {
      files: [file],
      publicApiTouched: false,
      pinned: [],
      isLocked: () => false,
      relatedFirst,
    };
    const run = await timed(() => runGate(context('gate'), plan, baseline, subject));
    await writeFile(path, text);
    expectKind(kind, run.result);
    return run.ms;
  };
  const broken = breakModule(file, text);
  if (broken === null) throw new Error(`${file}: its language cannot be broken`);
  /** @type {Record<'bare' | 'gate' | 'whole' | 'related', number[]>} */
  const times = { bare: [], gate: [], whole: [], related: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push((await timed(bare)).ms);
    await git(workspace, ['checkout', '--quiet', '--', '.']);
    times.gate.push(await gate(text, false, 'green'));
    times.whole.push(await gate(broken, false, 'red'));
    times.related.push(await gate(broken, true, 'red'));
  }
  const [own, whole, related] = [median(times.bare), median(times.whole), median(times.related)];
  const green = median(times.gate);
  const goal = 1.15 * own + 1_000;
  console.log(`median of ${rounds} rounds, ms`);
  console.log(`bare commands            ${own.toFixed(0)}`);
  console.log(
    `gate, green              ${green.toFixed(0)}  (${(green / own).toFixed(2)} x, goal ${goal.toFixed(0)})`,
  );
  console.log(`gate, red, whole suite   ${whole.toFixed(0)}`);
  console.log(
    `gate, red, related first ${related.toFixed(0)}  (${(related / whole).toFixed(2)} x)`,
  );
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
