import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hostSandbox } from '../../src/adapters/sandbox.js';
import { measureBaseline } from '../../src/gate/baseline.js';
import { runGit, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { planned } from './support.js';

async function measured(files: Files, input = {}) {
  const { ctx, plan, workspace } = await planned(files, input);
  const result = await measureBaseline(ctx, plan);
  return { ctx, plan, workspace, result };
}

describe('measureBaseline', () => {
  it('measures ids, counts, test files and times of a green suite', async () => {
    const { result } = await measured(SUM);
    expect(result).toMatchObject({
      kind: 'ok',
      baseline: {
        counts: { passed: 2, failed: 0, skipped: 1 },
        passed: ['test/sum.test.js › sum › adds', 'test/sum.test.js › sum › adds negatives'],
        skipped: ['test/sum.test.js › sum › later'],
        testFiles: ['test/sum.test.js'],
        stepMs: { tests: expect.any(Number) },
        lint: null,
        writes: [],
        sandbox: (await hostSandbox()).tier,
      },
    });
  });

  it('refuses a red suite and names its failing tests and the ignored file that is absent', async () => {
    const { result } = await measured({
      ...withTest("it('reads', () => fs.readFileSync('config/local.json'));"),
      '.gitignore': 'config/local.json\n',
    });
    expect(result).toMatchObject({ kind: 'refused', reason: 'baseline-red' });
    expect(result).toMatchObject({ message: expect.stringContaining('test/more.test.js › reads') });
    expect(result).toMatchObject({ message: expect.stringMatching(/absent.*config\/local\.json/) });
  });

  it('refuses a suite that executes nothing', async () => {
    const { result } = await measured({
      'package.json': '{"scripts":{"test":"node --test"}}',
      'test/a.test.js': "require('node:test').it.skip('later', () => {});",
    });
    expect(result).toMatchObject({ kind: 'refused', reason: 'no-tests' });
    const none = await measured({ 'package.json': '{"scripts":{"test":"node --test"}}' });
    expect(none.result).toMatchObject({ kind: 'refused', reason: 'no-tests' });
  });

  it('refuses a suite whose two runs disagree, and names the tests', async () => {
    const { result } = await measured(
      withTest(`it('alternates', () => {
        const file = require('node:path').join(process.env.HOME, '..', 'count');
        const runs = fs.existsSync(file) ? Number(fs.readFileSync(file)) : 0;
        fs.writeFileSync(file, String(runs + 1));
        if (runs % 2 === 0) throw new Error('odd');
      });`),
    );
    expect(result).toMatchObject({ kind: 'refused', reason: 'baseline-flaky' });
    expect(result).toMatchObject({ message: expect.stringContaining('alternates') });
  });

  it('refuses a command that cannot run, or that leaves no report', async () => {
    const noReport = await measured(SUM, { test: ['node', '--test', '--no-such-flag'] });
    expect(noReport.result).toMatchObject({ kind: 'refused', reason: 'gate-broken' });
    const { ctx, plan } = await planned(SUM);
    const missing = { ...plan, test: { argv: ['no-such-node', '--test'] } };
    const result = await measureBaseline(ctx, { ...missing, setup: { argv: ['true'] } });
    expect(result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('no-such-node'),
    });
  });

  it('refuses a suite that hangs, within its time limit', async () => {
    const { ctx, plan } = await planned(
      withTest("it('hangs', () => new Promise(() => setInterval(() => {}, 9)));"),
    );
    const result = await measureBaseline({ ...ctx, timeoutMs: 1_500 }, plan);
    expect(result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('gate.timeoutSeconds'),
    });
  });

  it('leaves the workspace as it was and tells what the suite writes', async () => {
    const { ctx, plan, workspace } = await planned({
      ...withTest(`it('writes', () => {
        fs.appendFileSync('src/sum.js', '// written');
        fs.mkdirSync('coverage/deep', { recursive: true });
        fs.writeFileSync('coverage/deep/out.txt', 'x');
        fs.mkdirSync('node_modules/.cache', { recursive: true });
        fs.writeFileSync('node_modules/.cache/kept', 'x');
      });`),
      'node_modules/dep/index.js': '',
    });
    await writeFile(join(workspace, 'mine.txt'), 'untracked');
    const before = await runGit(workspace, 'status', '--porcelain', '--ignored');
    const result = await measureBaseline(ctx, plan);
    expect(result).toMatchObject({ baseline: { writes: ['coverage/deep/out.txt', 'src/sum.js'] } });
    expect(await runGit(workspace, 'status', '--porcelain', '--ignored')).toBe(before);
    expect(before).toContain('?? mine.txt');
  });

  it('keeps red lint for comparison by diagnostics, and says so', async () => {
    const lint = 'node -e "console.log(\'src/sum.js:1 bad thing\'); process.exit(1)"';
    const { result } = await measured({
      ...SUM,
      'package.json': JSON.stringify({ scripts: { test: 'node --test', lint } }),
    });
    expect(result).toMatchObject({
      baseline: { lint: { code: 1, diagnostics: ['src/sum.js:# bad thing'] } },
    });
    expect(result).toMatchObject({
      baseline: { notes: [expect.stringMatching(/^lint .* is red/)] },
    });
  });

  it('refuses when another command of the test script, or the build, fails', async () => {
    const script = (test: string) =>
      JSON.stringify({ scripts: { test, build: 'node -e "process.exit(3)"' } });
    const check = await measured({
      ...SUM,
      'package.json': script('node --test && node -e "process.exit(2)"'),
    });
    expect(check.result).toMatchObject({
      reason: 'baseline-red',
      message: expect.stringContaining('test script'),
    });
    const build = await measured({
      ...SUM,
      'package.json': script('npm run build && node --test'),
    });
    expect(build.result).toMatchObject({
      reason: 'baseline-red',
      message: expect.stringContaining('build'),
    });
  });

  it('runs with network only when the suite is red without it', async () => {
    const { networkOff } = await hostSandbox();
    const { result } = await measured(
      withTest(`it('has a network', () => {
        if (Object.keys(require('node:os').networkInterfaces()).join() === 'lo') throw new Error('cut');
      });`),
    );
    const hasNetwork = Object.keys((await import('node:os')).networkInterfaces()).join() !== 'lo';
    if (!networkOff || !hasNetwork) return;
    expect(result).toMatchObject({
      baseline: { network: 'on', notes: [expect.stringContaining('network')] },
    });
  });

  it('runs the setup command first and refuses when it fails', async () => {
    const failing = await measured(SUM, {
      setup: ['node', '-e', 'console.log("no luck"); process.exit(1)'],
    });
    expect(failing.result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('no luck'),
    });
  });

  it('stops at once when it is aborted, with nothing left running', async () => {
    const controller = new AbortController();
    const { ctx, plan } = await planned(
      withTest("it('hangs', () => new Promise(() => setInterval(() => {}, 9)));"),
    );
    const started = Date.now();
    const onProgress = (text: string) =>
      void (text === 'tests' && setTimeout(() => controller.abort(new Error('stop')), 500));
    const measuring = measureBaseline({ ...ctx, signal: controller.signal, onProgress }, plan);
    await expect(measuring).rejects.toThrow('stop');
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
