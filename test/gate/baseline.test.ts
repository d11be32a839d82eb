import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hostSandbox } from '../../src/adapters/sandbox.js';
import { measureBaseline } from '../../src/gate/baseline.js';
import type { Check, GatePlan } from '../../src/gate/gate.js';
import { makeRepo, runGit, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { contextOf, planOf, suiteOf } from './support.js';

const TESTS = planOf('node:test', ['node', '--test']);

async function measured(files: Files, more: Partial<GatePlan> = {}) {
  const workspace = await makeRepo({ '.gitignore': 'node_modules/\n', ...files });
  const ctx = await contextOf(workspace);
  const plan = { ...TESTS, ...more };
  return { ctx, plan, workspace, result: await measureBaseline(ctx, plan) };
}

const check = (kind: Check['kind'], code: string): Check => ({
  name: kind,
  kind,
  argv: ['node', '-e', code],
  cwd: '',
  source: 'test',
});

/** A test that fails at the first run of its suite in a place, and passes after it. */
const FAILS_ONCE = `it('fails once', () => {
  const file = require('node:path').join(process.env.TMPDIR, '..', 'ran');
  const isFirst = !fs.existsSync(file);
  fs.writeFileSync(file, '');
  if (isFirst) throw new Error('cold');
});`;

describe('measureBaseline', () => {
  it('measures ids, counts, test files and times of a green suite', async () => {
    const { result } = await measured(SUM);
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: {
        counts: { passed: 2, failed: 0, skipped: 1 },
        passed: ['test/sum.test.js › sum › adds', 'test/sum.test.js › sum › adds negatives'],
        skipped: ['test/sum.test.js › sum › later'],
        failing: [],
        empty: [],
        testFiles: ['test/sum.test.js'],
        stepMs: { tests: expect.any(Number) },
        usualMs: { tests: expect.any(Number) },
        silenceMs: { tests: expect.any(Number) },
        strays: { tests: 0 },
        checks: {},
        writes: {},
        notes: [],
        sandbox: (await hostSandbox()).tier,
        home: 'own',
      },
    });
  });

  it('leaves out a suite of a dependent that executes no test, and says so', async () => {
    const empty = suiteOf('node:test', ['node', '--test', 'src/sum.js'], {
      name: 'tests-2',
      isDependent: true,
    });
    const { result } = await measured(SUM, { tests: [...TESTS.tests, empty] });
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: {
        empty: ['tests-2'],
        counts: { passed: 2, failed: 0, skipped: 1 },
        notes: [expect.stringMatching(/^tests-2 \(node --test src\/sum\.js\) executes no test/)],
      },
    });
  });

  it('refuses a red suite: names its tests, the absent ignored file, and the option to accept it', async () => {
    const { result } = await measured({
      ...withTest(`it('reads', () => {
        if (!fs.existsSync('config/local.json'))
          throw new Error('config/local.json, in .store/a+b@1.0.0/node_modules/b/dist/i.js');
      });`),
      '.gitignore': 'config/local.json\nnode_modules\n',
    });
    expect(result).toMatchObject({ kind: 'refused', reason: 'baseline-red' });
    const message = 'message' in result ? result.message : '';
    expect(message).toContain("--allow-failing 'test/more.test.js › reads'");
    expect(message).toMatch(/absent.*config\/local\.json.*--copy/);
    expect(message).not.toContain('node_modules');
  });

  it('lets exactly the accepted ids go on failing or be flaky, and says which are not needed', async () => {
    const broken = "it('is broken', () => { throw new Error(); });\nit('works', () => {});";
    const { result } = await measured(withTest(`${broken}\n${FAILS_ONCE}`), {
      allowFailing: ['test/more.test.js › is broken', 'test/more.test.js › works', 'gone.js › x'],
      allowFlaky: ['test/more.test.js › fails once'],
    });
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: {
        counts: { passed: 3, failed: 2 },
        failing: ['test/more.test.js › is broken'],
        flaky: ['test/more.test.js › fails once'],
        notes: [
          expect.stringMatching(/may go on failing: .*is broken$/),
          expect.stringMatching(/count for nothing.*fails once$/),
          expect.stringMatching(/do not fail .*works$/),
          expect.stringMatching(/no such test: gone\.js › x$/),
        ],
      },
    });
  });

  it('refuses a suite that executes nothing', async () => {
    const { result } = await measured({
      'package.json': '{}',
      'test/a.test.js': "require('node:test').it.skip('later', () => {});",
    });
    expect(result).toMatchObject({
      kind: 'refused',
      reason: 'no-tests',
      message: expect.stringContaining('--test'),
    });
    const none = await measured({ 'package.json': '{}' });
    expect(none.result).toMatchObject({ kind: 'refused', reason: 'no-tests' });
  });

  it('tells a test that is not steady from a red one, and how to leave it out', async () => {
    const { result } = await measured(withTest(FAILS_ONCE));
    expect(result).toMatchObject({
      kind: 'refused',
      reason: 'baseline-flaky',
      message: expect.stringContaining("--allow-flaky 'test/more.test.js › fails once'"),
    });
  });

  it('refuses a command that cannot run, or that leaves no report', async () => {
    const noReport = await measured(SUM, planOf('node:test', ['node', '--test', '--no-such-flag']));
    expect(noReport.result).toMatchObject({ kind: 'refused', reason: 'gate-broken' });
    const missing = await measured(SUM, planOf('node:test', ['no-such-node', '--test']));
    expect(missing.result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('no-such-node'),
    });
  });

  it('refuses a suite that hangs, within its time limit', async () => {
    const workspace = await makeRepo(
      withTest("it('hangs', () => new Promise(() => setInterval(() => {}, 9)));"),
    );
    const ctx = await contextOf(workspace, { timeoutMs: 1_500 });
    expect(await measureBaseline(ctx, TESTS)).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('--gate-timeout'),
    });
  });

  it('leaves the workspace as it was and tells what the suite writes and leaves running', async () => {
    const workspace = await makeRepo({
      ...withTest(`it('writes', () => {
        fs.appendFileSync('src/sum.js', '// written');
        fs.mkdirSync('coverage/deep', { recursive: true });
        fs.writeFileSync('coverage/deep/out.txt', 'x');
        fs.mkdirSync('node_modules/.cache', { recursive: true });
        fs.writeFileSync('node_modules/.cache/kept', 'x');
        const options = { detached: true, stdio: 'ignore' };
        require('node:child_process').spawn('sleep', ['60'], options).unref();
      });`),
      '.gitignore': 'node_modules/\n',
    });
    await writeFile(join(workspace, 'mine.txt'), 'untracked');
    const before = await runGit(workspace, 'status', '--porcelain');
    const result = await measureBaseline(await contextOf(workspace), TESTS);
    expect(result).toMatchObject({
      baseline: {
        writes: {
          'coverage/deep/out.txt': expect.stringMatching(/^100644 [0-9a-f]{40}$/),
          'src/sum.js': expect.stringMatching(/^100644 /),
        },
        strays: { tests: 1 },
        notes: [expect.stringMatching(/processes behind.*tests/)],
      },
    });
    expect(await runGit(workspace, 'status', '--porcelain')).toBe(before);
    expect(before).toContain('?? mine.txt');
  });

  it('keeps red lint for comparison by diagnostics, and leaves out a check that repairs', async () => {
    const lint = check('lint', "console.log('src/sum.js:1 bad thing'); process.exit(1)");
    const repairing = check('types', "require('fs').appendFileSync('src/sum.js', '// fixed')");
    const { result } = await measured(SUM, { checks: [lint, repairing] });
    expect(result).toMatchObject({
      baseline: {
        checks: { lint: { code: 1, diagnostics: [expect.stringContaining('bad thing')] } },
        writes: {},
        notes: [
          expect.stringMatching(/^types .* changes tracked files, so it is no check/),
          expect.stringMatching(/^lint .* is red/),
        ],
      },
    });
  });

  it('refuses when another command of the test script, or the build, fails, with the end of its log', async () => {
    const script = check('script', "console.log('no luck'); process.exit(2)");
    const failing = await measured(SUM, { checks: [script] });
    expect(failing.result).toMatchObject({
      reason: 'baseline-red',
      message: expect.stringMatching(/test script.*no luck/s),
    });
    const build = { argv: ['node', '-e', "console.log('broken build'); process.exit(3)"], cwd: '' };
    const unbuilt = await measured(SUM, { build: [build] });
    expect(unbuilt.result).toMatchObject({
      reason: 'baseline-red',
      message: expect.stringMatching(/build step.*broken build/s),
    });
  });

  it('runs the setup command first and refuses when it fails', async () => {
    const argv = ['node', '-e', 'console.log("no luck"); process.exit(1)'];
    const { result } = await measured(SUM, { setup: { argv, cwd: '' } });
    expect(result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('no luck'),
    });
  });

  it('stops at once when it is aborted, with nothing left running', async () => {
    const controller = new AbortController();
    const workspace = await makeRepo(
      withTest("it('hangs', () => new Promise(() => setInterval(() => {}, 9)));"),
    );
    const started = Date.now();
    const ctx = await contextOf(workspace, {
      signal: controller.signal,
      onProgress: (text) =>
        void (text === 'tests' && setTimeout(() => controller.abort(new Error('stop')), 500)),
    });
    await expect(measureBaseline(ctx, TESTS)).rejects.toThrow('stop');
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe('the probe of the baseline', () => {
  const networks = Object.keys(networkInterfaces()).join();
  const needsNetwork = `it('has a network', () => {
    const names = Object.keys(require('node:os').networkInterfaces()).join();
    if (names === 'lo' || names === '') throw new Error('network is unreachable');
  });`;

  (networks === 'lo' ? it.skip : it)(
    'gives a network only to a suite that is red without it (needs a network of the machine)',
    async () => {
      const { result } = await measured(withTest(needsNetwork));
      const { networkOff } = await hostSandbox();
      expect(result).toMatchObject({
        baseline: {
          network: 'on',
          home: 'own',
          notes: networkOff ? [expect.stringContaining('red without network')] : [],
        },
      });
    },
  );

  (readdirSync(homedir()).length === 0 ? it.skip : it)(
    "shows the user's HOME only to a suite that is red without it (needs files in HOME)",
    async () => {
      const { networkOff, tier } = await hostSandbox();
      const { result } = await measured(
        withTest(`it('has a HOME', () => {
          if (fs.readdirSync(process.env.HOME).length === 0) throw new Error('~/ is empty');
          fs.accessSync(process.env.HOME);
        });`),
      );
      if (tier !== 'bwrap')
        expect(result).toMatchObject({ kind: 'refused', reason: 'baseline-red' });
      else
        expect(result).toMatchObject({
          baseline: {
            network: networkOff ? 'off' : 'on',
            home: 'real',
            notes: [expect.stringContaining('empty HOME')],
          },
        });
    },
  );

  it('lets a suite use the loopback in any case', async () => {
    const { result } = await measured(
      withTest(`it('talks to itself', async () => {
        const server = require('node:http').createServer((_, response) => response.end('hi'));
        await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
        const answer = await fetch('http://127.0.0.1:' + server.address().port);
        if ((await answer.text()) !== 'hi') throw new Error('deaf');
        server.close();
        server.closeAllConnections();
      });`),
    );
    const { networkOff } = await hostSandbox();
    expect(result).toMatchObject({ baseline: { network: networkOff ? 'off' : 'on', notes: [] } });
  });
});
