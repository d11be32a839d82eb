import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SuiteResult } from '../../../src/gate/run-tests.js';
import { commitFiles, makeRepo, writeFiles } from '../../helpers/git-repo.js';
import { isNightly } from '../../helpers/nightly.js';
import { DAEMON_SECONDS, FIXTURES, type Deed } from './fixtures.js';
import { idsBy, runReal, suiteOf } from './suite.js';

const QUICK = ['node:test', 'unittest', 'pytest', 'jest'];
const tried = isNightly ? FIXTURES : FIXTURES.filter(({ name }) => QUICK.includes(name));

const COLOURS = ['FORCE_COLOR=1', 'CLICOLOR_FORCE=1', 'PY_COLORS=1', 'CARGO_TERM_COLOR=always'];
const SHORT_MS = 20_000;

const isGreen = ({ step, report }: SuiteResult): boolean =>
  step.ended === 'exited' &&
  step.code === 0 &&
  report !== null &&
  report.tests.some(({ outcome }) => outcome === 'passed') &&
  report.tests.every(({ outcome }) => outcome === 'passed');

const fixtures = await Promise.all(
  tried.map(async (fixture) => ({ ...fixture, here: await fixture.isHere() })),
);

describe.each(fixtures)('the runner $name', (fixture) => {
  const { runner, argv, testFile, idOf, here } = fixture;
  let workspace = '';

  beforeAll(async () => {
    const ignored = 'node_modules/\ntarget/\nbuild/\n.gradle/\nlibs/\nCargo.lock\n';
    const files = { '.gitignore': ignored, 'tracked.txt': 'as it was', ...fixture.files };
    workspace = await makeRepo(files);
    if (here) await fixture.prepare?.(workspace);
  }, 600_000);

  const itHere = (title: string, body: () => Promise<void>) =>
    here
      ? it(title, body, 400_000)
      : it.skip(`${title} (${fixture.name} cannot be had on this machine)`, body);
  const itWhole = isNightly ? itHere : () => undefined;

  async function run(tests: Deed[] | string, env: string[] = [], timeoutMs = 300_000) {
    const [folder = testFile] = testFile.split('/');
    await rm(join(workspace, dirname(testFile), folder === testFile ? testFile : ''), {
      recursive: true,
      force: true,
    });
    const text = typeof tests === 'string' ? tests : fixture.source(tests);
    await writeFiles(workspace, { ...fixture.files, [testFile]: text });
    await commitFiles(workspace, { 'tracked.txt': 'as it was' }).catch(() => undefined);
    const command = env.length === 0 ? argv : ['env', ...env, ...argv];
    return runReal(workspace, suiteOf(runner, command), timeoutMs);
  }

  itHere('tells each test with its id and outcome', async () => {
    const result = await run(['passes', 'fails', 'is skipped']);
    expect(result.step.ended).toBe('exited');
    expect(result.step.code).not.toBe(0);
    const ids = idsBy(result.report);
    expect(ids?.passed).toContain(idOf('passes'));
    expect(ids?.failed.join()).toContain(idOf('fails').split(' › ').at(-2) ?? idOf('fails'));
    expect(ids?.skipped).toEqual([idOf('is skipped')]);
    const failed = result.report?.tests.find(({ outcome }) => outcome === 'failed');
    expect(failed?.message).toContain('wrong sum');
  });

  itHere('is green when all pass, also with colours on', async () => {
    for (const env of [[], COLOURS]) {
      const result = await run(['passes', 'comes last'], env);
      expect(isGreen(result)).toBe(true);
      const passed = [idOf('passes'), idOf('comes last')].sort();
      expect(idsBy(result.report)?.passed).toEqual(passed);
    }
  });

  itHere('is not green when a test ends the process with 0', async () => {
    const result = await run(['passes', 'ends the process', 'comes last']);
    if (fixture.isolated === true) expect(idsBy(result.report)?.passed).toHaveLength(3);
    else expect(isGreen(result)).toBe(false);
  });

  itWhole('counts nothing as passed without an executed test', async () => {
    for (const tests of [['is skipped' as const], [], '']) {
      const { report } = await run(tests);
      expect(report?.tests.filter(({ outcome }) => outcome === 'passed') ?? []).toEqual([]);
    }
  });

  itWhole('is not green when a test file cannot be loaded', async () => {
    const result = await run('((((');
    expect(result.step.code).not.toBe(0);
    expect(isGreen(result)).toBe(false);
  });

  itWhole('is stopped when a test hangs', async () => {
    await run(['passes']);
    const result = await run(['passes', 'hangs'], [], SHORT_MS);
    // Some have limits of their own.
    expect(result.step.ended === 'timeout' || result.step.code !== 0).toBe(true);
    expect(isGreen(result)).toBe(false);
  });

  itWhole('leaves no process behind', async () => {
    const result = await run(['passes', 'starts a daemon', 'comes last'], [], 120_000);
    expect(result.step.ended).toMatch(/exited|timeout/);
    const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(listed).not.toContain(DAEMON_SECONDS);
  });

  itWhole('reports a test that writes a tracked file', async () => {
    const result = await run(['passes', 'writes a tracked file']);
    expect(isGreen(result)).toBe(true);
    expect(await readFile(join(workspace, 'tracked.txt'), 'utf8')).toBe('changed');
  });

  itWhole('is green only with every id when a test prints 200 MB', async () => {
    const result = await run(['passes', 'prints 200 MB', 'comes last']);
    const all = (['passes', 'prints 200 MB', 'comes last'] as const).map(idOf).sort();
    if (isGreen(result)) expect(idsBy(result.report)?.passed).toEqual(all);
    else expect(result.step.ended).toMatch(/output-limit|exited/);
  });

  itWhole('is not green when a test is killed', async () => {
    const result = await run(['passes', 'kills itself', 'comes last']);
    expect(isGreen(result)).toBe(false);
  });
});
