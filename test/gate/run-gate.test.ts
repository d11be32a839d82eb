import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runGate } from '../../src/gate/run-gate.js';
import { runGit, writeFiles, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import {
  fullyMeasured,
  isTestFile,
  measured,
  NODE_TEST,
  verdictOn,
  type Measured,
} from './gated.js';

const code = (text: string) => `'use strict';\n${text}\n`;
const sumIs = (body: string): Files => ({ 'src/sum.js': code(`exports.sum = (a, b) => ${body};`) });
const SAME = sumIs('b + a');
const ADDS = 'test/sum.test.js › sum › adds';

let sum: Measured;
beforeAll(async () => {
  sum = await fullyMeasured(SUM);
});
afterEach(() => runGit(sum.workspace, 'checkout', '--quiet', '--', '.'));

/** A subject for calls that list the public API. */
const subject = {
  files: ['src/sum.js'],
  publicApiTouched: false,
  pinned: ['preserve-public-api'],
  isLocked: isTestFile,
  relatedFirst: false,
};

describe('runGate', () => {
  it('is green on a change that changes nothing, and gives the next baseline', async () => {
    const change = { 'src/sum.js': code('const sum = (a, b) => a + b;\nexports.sum = sum;') };
    await writeFiles(sum.workspace, change);
    const verdict = await runGate(sum.ctx, sum.plan, sum.baseline, subject);
    expect(verdict).toMatchObject({
      kind: 'green',
      counts: { passed: 2, failed: 0, skipped: 1 },
      baseline: { passed: sum.baseline.passed, api: { kind: 'listed' } },
      notes: [],
    });
  });

  it('does not run the suites that executed no test on the base', async () => {
    await writeFiles(sum.workspace, SAME);
    const absent = { ...NODE_TEST.tests[0], name: 'tests-2', argv: ['no-such-program'] };
    const plan = { ...sum.plan, tests: [...sum.plan.tests, absent] } as typeof sum.plan;
    const baseline = { ...sum.baseline, empty: ['tests-2'] };
    expect(await runGate(sum.ctx, plan, baseline, subject)).toMatchObject({ kind: 'green' });
  });

  it('is red on a broken test and tells which, why, and where in the changed code', async () => {
    const verdict = await verdictOn(sum, {
      'src/sum.js': code("exports.sum = () => {\n  throw new Error('lost');\n};"),
    });
    expect(verdict).toMatchObject({
      kind: 'red',
      reason: 'tests-failed',
      step: 'tests',
      guard: 'G3',
    });
    for (const told of [
      ADDS,
      'Error: lost',
      "in changed code: src/sum.js:3: throw new Error('lost');",
      'tests: 0 passed, 2 failed, 1 skipped (base: 2 passed, 0 failed, 1 skipped)',
    ])
      expect(verdict).toMatchObject({ digest: expect.stringContaining(told) });
    expect(verdict).toMatchObject({ digest: expect.not.stringContaining('node:internal') });
  });

  it('names the full log, which is there', async () => {
    const verdict = await verdictOn(sum, sumIs('a - b'));
    if (verdict.kind !== 'red') throw new Error('not red');
    const path = /run's folder: (\S+)/.exec(verdict.digest)?.[1] ?? '';
    expect(path).toMatch(/logs\/tests\.log$/);
    await access(join(sum.ctx.outDir, '../..', path));
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
    expect(await verdictOn(sum, change, { ctx: { timeoutMs: 2_000 } })).toMatchObject({
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
      const verdict = await runGate(ctx, plan, baseline, subject);
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
    const { ctx, plan, workspace, baseline } = await fullyMeasured(
      withTest(`it('writes', () => {
        fs.writeFileSync('src/sum.js', 'exports.sum = (a, b) => a + b; exports.spoiled = 1;');
        fs.writeFileSync('extra.js', 'exports.extra = 1;');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
      });`),
    );
    await writeFiles(workspace, SAME);
    const verdict = await runGate(ctx, plan, baseline, subject);
    expect(verdict).toMatchObject({ kind: 'green', baseline: { api: baseline.api } });
  });

  it('says could-not-run when the runner is gone', async () => {
    const [suite] = NODE_TEST.tests;
    const tests = suite === undefined ? [] : [{ ...suite, argv: ['no-such-node', '--test'] }];
    expect(await verdictOn(sum, {}, { plan: { tests } })).toMatchObject({
      kind: 'could-not-run',
      message: expect.stringContaining('no-such-node'),
    });
  });

  it('is red on new diagnostics and not on old ones', async () => {
    const lint = { kind: 'lint', name: 'lint', argv: ['node', 'lint.js'], cwd: '', source: 'test' };
    const on = await measured(
      {
        ...SUM,
        'lint.js': `const text = require('node:fs').readFileSync('src/sum.js', 'utf8');
        const bad = text.split('\\n').flatMap((l, i) => (/var /.test(l) ? ['line ' + i + ': ' + l] : []));
        console.log(bad.join('\\n')); process.exitCode = bad.length ? 1 : 0;`,
        'src/sum.js': code('var old = 1;\nexports.sum = (a, b) => a + b;'),
      },
      { ...NODE_TEST, checks: [{ ...lint, kind: 'lint' }] },
    );
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
    expect(await verdictOn(on, SAME)).toMatchObject({ kind: 'green' });
  });

  it('waits for its turn while another gate of the machine runs, and says so', async () => {
    const told: string[] = [];
    const ctx = {
      machineLock: join(sum.ctx.outDir, 'gate.lock'),
      onProgress: (text: string) => void told.push(text),
    };
    await writeFiles(sum.workspace, SAME);
    const call = { ctx: { ...ctx, outDir: join(sum.ctx.outDir, 'second') } };
    const both = await Promise.all([verdictOn(sum, SAME, { ctx }), verdictOn(sum, SAME, call)]);
    expect(both).toMatchObject([{ kind: 'green' }, { kind: 'green' }]);
    expect(told).toContainEqual(expect.stringContaining('waits for the gate of process'));
  });
});
