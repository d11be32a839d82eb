import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { GatePlan } from '../../src/gate/gate.js';
import type { Files } from '../helpers/git-repo.js';
import { isNightly } from '../helpers/nightly.js';
import { hasProgram, putModules, runnerModules } from '../helpers/runner-tools.js';
import { measured, verdictOn, type Judging } from './gated.js';
import { planOf } from './plans.js';

const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

interface Case {
  runner: string;
  what: string;
  plan: GatePlan;
  files: Files;
  change: Files;
  reason: RegExp;
  judging?: Judging;
}

const unlocked: Judging = { subject: { isLocked: () => false } };
const jestTest = (body: string): string => `const { sum } = require('../src/sum.js');\n${body}\n`;
const both =
  "test('adds', () => expect(sum(1, 2)).toBe(3));\ntest('adds more', () => expect(sum(2, 2)).toBe(4));";
const SUM_JS = { 'src/sum.js': 'exports.sum = (a, b) => a + b;\n', 'package.json': '{"name":"s"}' };
const EXIT_JS = { 'src/sum.js': 'exports.sum = () => process.exit(0);\n' };
const jestPlan = planOf('jest', ['node', JEST]);

const JEST_CASES: Omit<Case, 'runner'>[] = [
  {
    what: 'the code under test ends the process with 0',
    plan: jestPlan,
    files: { ...SUM_JS, 'test/sum.test.js': jestTest(both) },
    change: EXIT_JS,
    reason: /^tests-no-report$/,
  },
  {
    what: 'a lock failed and a test is the only one',
    plan: jestPlan,
    files: { ...SUM_JS, 'test/sum.test.js': jestTest(both) },
    change: { 'test/sum.test.js': jestTest(both.replace('test(', 'test["only"](')) },
    reason: /^tests-newly-skipped$/,
    judging: unlocked,
  },
  {
    what: 'the command renews the snapshots that would fail',
    plan: planOf('jest', ['node', JEST, '-u']),
    files: {
      ...SUM_JS,
      'test/sum.test.js': jestTest("test('adds', () => expect(sum(1, 2)).toMatchSnapshot());"),
      'test/__snapshots__/sum.test.js.snap':
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`adds 1`] = `3`;\n',
    },
    change: { 'src/sum.js': 'exports.sum = (a, b) => a - b;\n' },
    reason: /^locked-files-changed$/,
  },
];

const MOCHA_CASES: Omit<Case, 'runner'>[] = [
  {
    what: 'the code under test ends the process with 0',
    plan: planOf('mocha', ['mocha']),
    files: {
      ...SUM_JS,
      'test/sum.js':
        "const { sum } = require('../src/sum.js');\nit('adds', () => { if (sum(1, 2) !== 3) throw 1; });\n",
    },
    change: EXIT_JS,
    reason: /^tests-no-report$/,
  },
];

const VITEST_CASES: Omit<Case, 'runner'>[] = [
  {
    what: 'every test passes and an error is handled by nobody',
    plan: planOf('vitest', ['vitest', 'run']),
    files: {
      'package.json': '{"name":"s","type":"module"}',
      'src/sum.js': 'export const sum = (a, b) => a + b;\n',
      'test/sum.test.js': `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';
test('adds', async () => {
  expect(sum(1, 2)).toBe(3);
  await new Promise((done) => setTimeout(done, 50));
});\n`,
    },
    change: {
      'src/sum.js':
        "export const sum = (a, b) => {\n  setTimeout(() => { throw new Error('late'); });\n  return a + b;\n};\n",
    },
    reason: /^tests-exit-code$/,
  },
];

const PYTHON = {
  'sum.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_sum.py':
    'from sum import add\n\ndef test_adds():\n    assert add(1, 2) == 3\n\ndef test_adds_more():\n    assert add(2, 2) == 4\n',
  'pytest.ini': '[pytest]\npythonpath = .\n',
};
const pytestPlan = planOf('pytest', ['python3', '-m', 'pytest']);
const PYTEST_CASES: Omit<Case, 'runner'>[] = [
  {
    what: 'the code under test ends the process with 0',
    plan: pytestPlan,
    files: PYTHON,
    change: { 'sum.py': 'import os\n\ndef add(a, b):\n    os._exit(0)\n' },
    reason: /^tests-no-report$/,
  },
  {
    what: 'a lock failed and a conftest takes the tests away',
    plan: pytestPlan,
    files: PYTHON,
    change: {
      'conftest.py':
        'def pytest_collection_modifyitems(session, items):\n    del items[1:]\n\ndef pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    },
    reason: /^tests-missing$/,
    judging: unlocked,
  },
];

const GO_CASES: Omit<Case, 'runner'>[] = [
  {
    what: 'TestMain ends with 0 whatever fails',
    plan: planOf('go', ['go', 'test', './...']),
    files: {
      'go.mod': 'module example.com/sum\n\ngo 1.19\n',
      'sum.go': 'package sum\n\nfunc Add(a, b int) int { return a + b }\n',
      'sum_test.go':
        'package sum\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    change: { 'sum.go': 'package sum\n\nfunc Add(a, b int) int { return a - b }\n' },
    reason: /^tests-failed$/,
  },
];

const here = isNightly
  ? {
      mocha: await runnerModules('mocha'),
      vitest: await runnerModules('vitest 4'),
      pytest: await hasProgram('python3', '-m', 'pytest', '--version'),
      go: await hasProgram('go', 'version'),
    }
  : { mocha: null, vitest: null, pytest: false, go: false };

function cases(
  runner: string,
  isHere: boolean,
  all: Omit<Case, 'runner'>[],
  modules: string | null = null,
): void {
  const titled = all.map((one) => ({ ...one, runner }));
  const title = isHere ? '$what' : `$what (skipped: no ${runner} on this machine)`;
  describe(`${runner} is red when`, () => {
    const each = isNightly && isHere ? it.each(titled) : it.skip.each(titled);
    each(
      title,
      async ({ plan, files, change, reason, judging }: Case) => {
        const install = (workspace: string) =>
          modules === null ? Promise.resolve() : putModules(workspace, modules);
        const on = await measured(files, plan, install);
        expect(on.baseline.counts).toMatchObject({ failed: 0, passed: expect.any(Number) });
        expect(await verdictOn(on, change, judging)).toMatchObject({
          kind: 'red',
          reason: expect.stringMatching(reason),
        });
      },
      300_000,
    );
  });
}

cases('jest', true, JEST_CASES);
cases('mocha', here.mocha !== null, MOCHA_CASES, here.mocha);
cases('vitest', here.vitest !== null, VITEST_CASES, here.vitest);
cases('pytest', here.pytest, PYTEST_CASES);
cases('go', here.go, GO_CASES);
