import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RunnerId } from '../../src/core/vocabulary.js';
import { judgeTests } from '../../src/gate/judge.js';
import { runTests } from '../../src/gate/run-oracle.js';
import { freshPlace } from '../../src/gate/run-step.js';
import { countsOf, idsOf } from '../../src/gate/test-delta.js';
import { makeRepo, writeFiles, type Files } from '../helpers/git-repo.js';
import { contextOf, installed, planOf, putModules } from './support.js';

interface Fixture {
  runner: RunnerId;
  argv: string[];
  /** Files beside the test file. */
  files: Files;
  testFile: string;
  /** A test file of these tests; `outcomes` tells what each does. */
  source: (tests: Test[]) => string;
  /** Puts the runner into the workspace; false: it cannot be had here. */
  prepare: (workspace: string) => Promise<boolean>;
}

type Test = 'passes' | 'fails' | 'is skipped' | 'ends the process' | 'hangs';

const DO_JS: Record<Test, string> = {
  passes: '',
  fails: "throw new Error('wrong sum')",
  'is skipped': '',
  'ends the process': 'process.exit(0)',
  hangs: 'return new Promise(() => setInterval(() => {}, 1000))',
};

const describeJs = (header: string) => (tests: Test[]) =>
  [
    header,
    "describe('a group', () => {",
    ...tests.map((t) => `${t === 'is skipped' ? 'it.skip' : 'it'}('${t}', () => { ${DO_JS[t]} });`),
    '});',
  ].join('\n');

const DO_PYTHON: Record<Test, string> = {
  passes: 'pass',
  fails: "raise ValueError('wrong sum')",
  'is skipped': "pytest.skip('later')",
  'ends the process': 'os._exit(0)',
  hangs: 'time.sleep(300)',
};

const describePython = (tests: Test[]) =>
  [
    'import os, time, pytest',
    'class TestGroup:',
    ...tests.map((t) => `  def test_${t.replaceAll(' ', '_')}(self): ${DO_PYTHON[t]}`),
    ...(tests.length === 0 ? ['  pass'] : []),
  ].join('\n');

function fromRegistry(spec: string) {
  return async (workspace: string) => {
    const modules = await installed(spec);
    if (modules !== null) await putModules(workspace, modules);
    return modules !== null;
  };
}

function hasPytest(): boolean {
  try {
    execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const jestBin = join(import.meta.dirname, '../../node_modules/jest/bin/jest.js');

const FIXTURES: Fixture[] = [
  {
    runner: 'node:test',
    argv: ['node', '--test', '--test-reporter=spec'],
    files: {},
    testFile: 'test/sum.test.js',
    source: describeJs("const { describe, it } = require('node:test');"),
    prepare: () => Promise.resolve(true),
  },
  {
    runner: 'jest',
    argv: ['node', jestBin, '--verbose', '--coverage'],
    files: { 'package.json': '{"jest":{"transform":{}}}' },
    testFile: 'src/sum.test.js',
    source: describeJs(''),
    prepare: () => Promise.resolve(true),
  },
  {
    runner: 'mocha',
    argv: ['node_modules/.bin/mocha', '--reporter', 'dot', 'test/'],
    files: { '.mocharc.json': '{"reporter":"min"}' },
    testFile: 'test/sum.js',
    source: describeJs(''),
    prepare: fromRegistry('mocha@11.7.5'),
  },
  {
    runner: 'vitest',
    argv: ['node_modules/.bin/vitest', '--reporter=dot'],
    files: {},
    testFile: 'test/sum.test.js',
    source: describeJs("import { describe, it } from 'vitest';"),
    prepare: fromRegistry('vitest@3.2.4'),
  },
  {
    runner: 'pytest',
    argv: ['python3', '-m', 'pytest', '-v'],
    files: {},
    testFile: 'tests/test_sum.py',
    source: describePython,
    prepare: () => Promise.resolve(hasPytest()),
  },
];

describe.each(FIXTURES)('the runner $runner', (fixture) => {
  const titleOf = (test: Test) =>
    fixture.runner === 'pytest'
      ? `TestGroup › test_${test.replaceAll(' ', '_')}`
      : `a group › ${test}`;
  const idOf = (test: Test) => `${fixture.testFile} › ${titleOf(test)}`;
  const plan = planOf(fixture.runner, fixture.argv);
  let workspace: string;
  let isHere = false;

  beforeAll(async () => {
    workspace = await makeRepo({ '.gitignore': 'node_modules/\n', ...fixture.files });
    isHere = await fixture.prepare(workspace);
    if (!isHere) console.warn(`skipped: ${fixture.runner} cannot be had on this machine`);
  }, 240_000);

  const itHere = (title: string, body: () => Promise<void>) =>
    it(title, async () => (isHere ? body() : undefined));

  async function run(tests: Test[] | string, timeoutMs = 60_000) {
    await rm(join(workspace, fixture.testFile, '..'), { recursive: true, force: true });
    await mkdir(join(workspace, fixture.testFile, '..'), { recursive: true });
    const text = typeof tests === 'string' ? tests : fixture.source(tests);
    await writeFiles(workspace, { [fixture.testFile]: text });
    const ctx = await contextOf(workspace);
    await freshPlace(ctx);
    return runTests(ctx, plan, { network: 'off', limitOf: () => timeoutMs });
  }

  itHere('tells each test with its file, title and outcome', async () => {
    const { step, report } = await run(['passes', 'fails', 'is skipped']);
    expect(step).toMatchObject({ ended: 'exited' });
    expect(step.code).not.toBe(0);
    expect(report?.files).toEqual([fixture.testFile]);
    if (report === null) throw new Error('no report');
    expect(idsOf(report, 'passed')).toEqual([idOf('passes')]);
    expect(idsOf(report, 'failed')).toEqual([idOf('fails')]);
    expect(idsOf(report, 'skipped')).toEqual([idOf('is skipped')]);
    const [failed] = report.tests.filter((test) => test.outcome === 'failed');
    expect(failed?.message).toContain('wrong sum');
  });

  itHere('is green on the same ids and red on a failure', async () => {
    const baseline = { passed: [idOf('passes'), idOf('fails')].sort(), skipped: [] };
    const good = await run(['passes']);
    expect(good.step).toMatchObject({ ended: 'exited', code: 0 });
    expect(judgeTests({ passed: [idOf('passes')], skipped: [] }, good)).toBeNull();
    const bad = await run(['passes', 'fails']);
    expect(judgeTests(baseline, bad)).toMatchObject({
      reason: 'tests-failed',
      evidence: [idOf('fails')],
    });
  });

  itHere('is red when a test ends the process with 0', async () => {
    const baseline = { passed: [idOf('ends the process'), idOf('passes')], skipped: [] };
    const run1 = await run(['ends the process', 'passes']);
    expect(judgeTests(baseline, run1)).toMatchObject({ kind: 'red' });
  });

  itHere('is red when a test is skipped that passed before', async () => {
    const skipping = await run(['passes', 'is skipped']);
    const baseline = { passed: [idOf('is skipped'), idOf('passes')], skipped: [] };
    expect(judgeTests(baseline, skipping)).toMatchObject({
      reason: 'tests-newly-skipped',
      evidence: [idOf('is skipped')],
    });
  });

  itHere(
    'counts nothing as passed when tests are only skipped, or when there are none',
    async () => {
      for (const tests of [['is skipped' as const], []]) {
        const { report } = await run(tests);
        const passed = report === null ? 0 : countsOf(report).passed;
        expect(passed).toBe(0);
      }
    },
  );

  itHere('reports a test file that cannot be loaded as failed', async () => {
    const { step, report } = await run('((((');
    const failed = report === null ? [] : idsOf(report, 'failed');
    expect(step.code).not.toBe(0);
    if (report !== null) expect(failed).toEqual([`${fixture.testFile} › (the file itself)`]);
  });

  itHere('is stopped when a test hangs', async () => {
    const hanging = await run(['passes', 'hangs'], 1_500);
    expect(hanging.step.ended).toBe('timeout');
    const baseline = { passed: [idOf('passes')], skipped: [] };
    expect(judgeTests(baseline, hanging)).toMatchObject({ reason: 'tests-timeout' });
  });
});
