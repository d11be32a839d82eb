import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { measureBaseline } from '../../src/gate/baseline.js';
import type { Baseline, GateContext, GatePlan, GateSubject } from '../../src/gate/gate.js';
import { runGate } from '../../src/gate/run-gate.js';
import { runGit, writeFiles, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { planned } from './support.js';

interface Measured {
  ctx: GateContext;
  plan: GatePlan;
  workspace: string;
  baseline: Baseline;
}

const UNLISTED = { kind: 'manifest-only', why: 'not listed in this test' } as const;
const code = (text: string) => `'use strict';\n${text}\n`;

function subject(files: string[], more: Partial<GateSubject> = {}): GateSubject {
  return { files, publicApiTouched: false, pinned: ['preserve-public-api'], ...more };
}

async function measured(files: Files): Promise<Measured> {
  const { ctx, plan, workspace } = await planned(files);
  const result = await measureBaseline(ctx, plan);
  if (result.kind !== 'ok') throw new Error(result.message);
  return { ctx, plan, workspace, baseline: result.baseline };
}

/** The gate's verdict on a change; the API, slow to list, is left out. */
async function verdictOn(on: Measured, change: Files, more: Partial<GateContext> = {}) {
  await writeFiles(on.workspace, change);
  const before = await runGit(on.workspace, 'diff');
  const baseline = { ...on.baseline, api: UNLISTED };
  const what = subject(Object.keys(change));
  const verdict = await runGate({ ...on.ctx, ...more }, on.plan, baseline, what);
  expect(await runGit(on.workspace, 'diff')).toBe(before);
  return verdict;
}

let sum: Measured;
beforeAll(async () => {
  sum = await measured(SUM);
});
afterEach(() => runGit(sum.workspace, 'checkout', '--quiet', '--', '.'));

describe('runGate', () => {
  it('is green on a change that changes nothing, and gives the next baseline', async () => {
    const change = { 'src/sum.js': code('const sum = (a, b) => a + b;\nexports.sum = sum;') };
    await writeFiles(sum.workspace, change);
    const verdict = await runGate(sum.ctx, sum.plan, sum.baseline, subject(['src/sum.js']));
    expect(verdict).toMatchObject({
      kind: 'green',
      counts: { passed: 2, failed: 0, skipped: 1 },
      baseline: { passed: sum.baseline.passed, api: { kind: 'listed' } },
    });
  });

  it('is red on a broken test and tells which, and why', async () => {
    const verdict = await verdictOn(sum, { 'src/sum.js': code('exports.sum = (a, b) => a - b;') });
    expect(verdict).toMatchObject({
      kind: 'red',
      reason: 'tests-failed',
      step: 'tests',
      guard: 'G3',
    });
    expect(verdict).toMatchObject({ digest: expect.stringContaining('sum › adds') });
    expect(verdict).toMatchObject({ digest: expect.stringContaining('-1 == 3') });
    expect(verdict).toMatchObject({ digest: expect.not.stringContaining('node:internal') });
  });

  it('is red when the code under test ends the process with 0', async () => {
    const change = { 'src/sum.js': code('exports.sum = () => process.exit(0);') };
    expect(await verdictOn(sum, change)).toMatchObject({
      kind: 'red',
      reason: 'tests-none-executed',
    });
  });

  it('is red when the code under test never ends', async () => {
    const change = { 'src/sum.js': code('exports.sum = () => { for (;;); };') };
    expect(await verdictOn(sum, change, { timeoutMs: 2_000 })).toMatchObject({
      kind: 'red',
      reason: 'tests-timeout',
    });
  });

  it('is red on a new suppression', async () => {
    const change = {
      'src/sum.js': code('// eslint-disable-next-line\nexports.sum = (a, b) => a + b;'),
    };
    expect(await verdictOn(sum, change)).toMatchObject({ kind: 'red', reason: 'new-suppressions' });
  });

  it('is red on an API that is no longer what it was, also when tests fail as well', async () => {
    const { ctx, plan, workspace, baseline } = sum;
    const more = 'exports.more = () => 1;';
    for (const body of ['a + b', 'a - b']) {
      await writeFiles(workspace, {
        'src/sum.js': code(`exports.sum = (a, b) => ${body};\n${more}`),
      });
      const verdict = await runGate(ctx, plan, baseline, subject(['src/sum.js']));
      expect(verdict).toMatchObject({
        kind: 'red',
        guard: 'G4',
        reason: 'api-changed',
        step: 'api',
        digest: expect.stringContaining('more'),
      });
    }
  });

  it('lists the API as it stands before the tests, whatever these write', async () => {
    const on = await measured(
      withTest(`it('writes', () => {
        fs.writeFileSync('src/sum.js', 'exports.sum = (a, b) => a + b; exports.spoiled = 1;');
        fs.writeFileSync('extra.js', 'exports.extra = 1;');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
      });`),
    );
    const { ctx, plan, workspace, baseline } = on;
    await writeFiles(workspace, { 'src/sum.js': code('exports.sum = (a, b) => b + a;') });
    const verdict = await runGate(ctx, plan, baseline, subject(['src/sum.js']));
    expect(verdict).toMatchObject({ kind: 'green', baseline: { api: baseline.api } });
  });

  it('says could-not-run when the runner is gone', async () => {
    const plan = { ...sum.plan, test: { argv: ['no-such-node', '--test'] } };
    expect(await verdictOn({ ...sum, plan }, {})).toMatchObject({
      kind: 'could-not-run',
      message: expect.stringContaining('no-such-node'),
    });
  });

  it('is red on new lint diagnostics and not on old ones', async () => {
    const on = await measured({
      ...SUM,
      'package.json': JSON.stringify({ scripts: { test: 'node --test', lint: 'node lint.js' } }),
      'lint.js': `const text = require('node:fs').readFileSync('src/sum.js', 'utf8');
        const bad = text.split('\\n').flatMap((l, i) => (/var /.test(l) ? ['line ' + i + ': ' + l] : []));
        console.log(bad.join('\\n')); process.exitCode = bad.length ? 1 : 0;`,
      'src/sum.js': code('var old = 1;\nexports.sum = (a, b) => a + b;'),
    });
    const same = code('\n\nvar old = 1;\nexports.sum = (a, b) => b + a;');
    expect(await verdictOn(on, { 'src/sum.js': same })).toMatchObject({ kind: 'green' });
    const worse = code('var old = 1;\nvar more = 2;\nexports.sum = (a, b) => a + b;');
    expect(await verdictOn(on, { 'src/sum.js': worse })).toMatchObject({
      kind: 'red',
      reason: 'lint-new-diagnostics',
      digest: expect.stringContaining('more'),
    });
  });

  it('puts back what the suite writes into a file that the change touched', async () => {
    const on = await measured(
      withTest("it('writes', () => fs.appendFileSync('src/sum.js', '// written\\n'));"),
    );
    const change = { 'src/sum.js': code('exports.sum = (a, b) => b + a;') };
    expect(await verdictOn(on, change)).toMatchObject({ kind: 'green' });
  });
});
