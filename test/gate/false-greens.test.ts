import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatePlan } from '../../src/gate/gate.js';
import { runGit, type Files } from '../helpers/git-repo.js';
import { SUM } from './fixtures.js';
import { measured, NODE_TEST, verdictOn, type Judging, type Measured } from './gated.js';
import { planOf, suiteOf } from './plans.js';

const restore = async ({ workspace }: Measured): Promise<void> => {
  await runGit(workspace, 'checkout', '--quiet', '--', '.');
  await runGit(workspace, 'clean', '--quiet', '-fd');
};

/** A suite too long to be run on the base as well when it is red twice alike: that is not at issue. */
const LONG: Judging = { baseline: { usualMs: { tests: 60_001 } } };

/**
 * A test command of a project's own: it writes the report that `src/told.js` makes it write, and it
 * exits with 0 whatever fails, as a pipe, `|| true` or a coverage wrapper makes it.
 */
const SWALLOWING = {
  '.gitignore': 'report.xml\n',
  'src/told.js': "exports.tests = { adds: 'passed', divides: 'passed', later: 'skipped' };\n",
  'run.js': `const { tests, code = 0 } = require('./src/told.js');
const body = { passed: '', failed: '<failure message="no"/>', skipped: '<skipped/>' };
const cases = Object.entries(tests).map(
  ([name, outcome]) =>
    '<testcase classname="t" file="test/t.js" name="' + name + '">' + body[outcome] + '</testcase>',
);
require('node:fs').writeFileSync('report.xml', '<testsuite>' + cases.join('') + '</testsuite>');
process.exitCode = code;
`,
} satisfies Files;

const REPORTING = planOf('report', [], {
  tests: [
    suiteOf('report', ['node', 'run.js'], { report: { format: 'junit', path: 'report.xml' } }),
  ],
});

describe('a test command that swallows its exit code', () => {
  let on: Measured;
  beforeAll(async () => {
    on = await measured(SWALLOWING, REPORTING);
  });
  afterEach(() => restore(on));

  it.each([
    ['a test fails', "{ adds: 'failed', divides: 'passed', later: 'skipped' }", 'tests-failed'],
    ['a test is gone', "{ adds: 'passed', later: 'skipped' }", 'tests-missing'],
    [
      'a test is renamed',
      "{ adds: 'passed', 'divides well': 'passed', later: 'skipped' }",
      'tests-renamed',
    ],
    [
      'a test is skipped',
      "{ adds: 'passed', divides: 'skipped', later: 'skipped' }",
      'tests-newly-skipped',
    ],
    ['only skipped tests are left', "{ later: 'skipped' }", 'tests-none-executed'],
    ['there is no test at all', '{}', 'tests-none-executed'],
  ])('is red when %s', async (_, tests, reason) => {
    const change = { 'src/told.js': `exports.tests = ${tests};\n` };
    expect(await verdictOn(on, change, LONG)).toMatchObject({ kind: 'red', reason });
  });

  it('is red when all tests pass in the report and the command fails all the same', async () => {
    const change = { 'src/told.js': `${SWALLOWING['src/told.js']}exports.code = 1;\n` };
    expect(await verdictOn(on, change, LONG)).toMatchObject({
      kind: 'red',
      reason: 'tests-exit-code',
    });
  });

  it('is red when it ends early, although a report of an earlier run is on the disk', async () => {
    await writeFile(
      join(on.workspace, 'report.xml'),
      '<testsuite><testcase classname="t" file="test/t.js" name="adds"/></testsuite>',
    );
    const change = { 'src/told.js': 'process.exit(0);\n' };
    expect(await verdictOn(on, change, LONG)).toMatchObject({
      kind: 'red',
      reason: 'tests-no-report',
    });
  });

  it('is red on a report that was cut short', async () => {
    const cut = "process.on('exit', () => require('node:fs').truncateSync('report.xml', 60));\n";
    const change = { 'src/told.js': `${SWALLOWING['src/told.js']}${cut}` };
    expect(await verdictOn(on, change, LONG)).toMatchObject({
      kind: 'red',
      reason: 'tests-no-report',
    });
  });
});

describe('a candidate of node:test', () => {
  let on: Measured;
  beforeAll(async () => {
    on = await measured(SUM);
  });
  afterEach(() => restore(on));

  it('is red when the code under test ends the run with 0 after the first test', async () => {
    const code =
      'let calls = 0;\nexports.sum = (a, b) => (++calls > 1 ? process.exit(0) : a + b);\n';
    expect(await verdictOn(on, { 'src/sum.js': code }, LONG)).toMatchObject({
      kind: 'red',
      reason: expect.stringMatching(/^tests-(?:missing|none-executed)$/),
    });
  });

  it('is red when our own environment would have every runner skip its tests', async () => {
    const leaks = {
      NODE_TEST_CONTEXT: 'child-v8',
      NODE_OPTIONS: '--test-name-pattern=nothing',
      npm_config_script_shell: '/bin/true',
      MAKEFLAGS: 'n',
      GOFLAGS: '-run=nothing',
      PYTEST_ADDOPTS: '--collect-only',
    };
    const saved = { ...process.env };
    Object.assign(process.env, leaks);
    try {
      const change = { 'src/sum.js': 'exports.sum = (a, b) => a - b;\n' };
      expect(await verdictOn(on, change, LONG)).toMatchObject({
        kind: 'red',
        reason: 'tests-failed',
      });
    } finally {
      for (const name of Object.keys(leaks)) {
        const before = saved[name];
        if (before === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before;
      }
    }
  });

  it('is red before anything runs when it holds a locked file, and runs nothing', async () => {
    const steps: string[] = [];
    const ctx = { onProgress: (step: string) => void steps.push(step) };
    const change = { 'test/sum.test.js': "require('node:test').it('is easy', () => {});\n" };
    expect(await verdictOn(on, change, { ctx })).toMatchObject({
      kind: 'red',
      reason: 'locked-files-changed',
      digest: expect.stringContaining('test/sum.test.js'),
    });
    expect(steps).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['deletes a test', "it('adds', () => {});", /^tests-missing$/],
    ['renames a test', "it('adds', () => {}); it('adds more', () => {});", /^tests-renamed$/],
    ['skips a test', "it('adds', () => {}); it('adds negatives', (t) => t.skip());", /skipped$/],
  ])('is red when a lock failed and the change %s', async (_, body, reason) => {
    const change = {
      'test/sum.test.js': `const { describe, it } = require('node:test');
describe('sum', () => { ${body} it.skip('later', () => {}); });\n`,
    };
    const judging: Judging = { ...LONG, subject: { isLocked: () => false } };
    expect(await verdictOn(on, change, judging)).toMatchObject({
      kind: 'red',
      reason: expect.stringMatching(reason),
    });
  });

  it('is red when something changes the workspace as a git repository', async () => {
    const ctx = {
      onProgress: (step: string) => {
        if (step === 'tests') void runGit(on.workspace, 'config', 'core.hooksPath', '/elsewhere');
      },
    };
    const change = { 'src/sum.js': 'exports.sum = (a, b) => b + a;\n' };
    expect(await verdictOn(on, change, { ctx })).toMatchObject({
      kind: 'red',
      reason: 'git-changed',
      digest: expect.stringContaining('changed: config'),
    });
    await runGit(on.workspace, 'config', '--unset', 'core.hooksPath');
  });
});

/** A suite that takes what `src/habit.js` does for its own habit. */
function withHabit(more: Files = {}): Files {
  return {
    ...SUM,
    'src/habit.js': 'module.exports = () => {};\n',
    'test/habit.test.js': `const { it } = require('node:test');
it('has habits', () => require('../src/habit.js')(require('node:fs')));\n`,
    ...more,
  };
}

const habit = (body: string): Files => ({
  'src/habit.js': `module.exports = (fs) => { ${body} };\n`,
});

describe('a suite that writes', () => {
  let on: Measured;
  beforeAll(async () => {
    on = await measured(withHabit({ 'test/a.snap': 'one\n', 'docs/api.md': 'one\n' }));
  });
  afterEach(() => restore(on));

  it('is red when it renews a snapshot that it leaves alone on the base', async () => {
    const change = habit("fs.writeFileSync('test/a.snap', 'two\\n');");
    expect(await verdictOn(on, change)).toMatchObject({
      kind: 'red',
      reason: 'locked-files-changed',
      digest: expect.stringContaining('test/a.snap'),
    });
  });

  it('is red when it changes any tracked file that it leaves alone on the base', async () => {
    const change = habit("fs.writeFileSync('docs/api.md', 'two\\n');");
    expect(await verdictOn(on, change)).toMatchObject({ kind: 'red', reason: 'tree-changed' });
  });

  it('is green when the base writes the same file, or only untracked ones', async () => {
    const change = habit("fs.writeFileSync('docs/api.md', 'two\\n'); fs.writeFileSync('x', '');");
    const baseline = { writes: { 'docs/api.md': null } };
    expect(await verdictOn(on, change, { baseline })).toMatchObject({ kind: 'green' });
  });

  it('cannot commit into its own repository unseen', async () => {
    const git = "require('node:child_process').spawnSync('git', ['commit', '--allow-empty', '-mx'";
    const env = '{ env: { ...process.env, EMAIL: "a@b.c", GIT_COMMITTER_NAME: "a" } }';
    const head = await runGit(on.workspace, 'rev-parse', 'HEAD');
    const verdict = await verdictOn(on, habit(`${git}], ${env});`));
    const isUnchanged = (await runGit(on.workspace, 'rev-parse', 'HEAD')) === head;
    if (!isUnchanged) expect(verdict).toMatchObject({ kind: 'red', reason: 'git-changed' });
    expect(isUnchanged || verdict.kind === 'red').toBe(true);
    await runGit(on.workspace, 'reset', '--quiet', '--soft', head);
  });

  it('is red when it leaves a process behind', async () => {
    const spawn = "require('node:child_process').spawn('sleep', ['30'], ";
    const change = habit(`${spawn}{ detached: true, stdio: 'ignore' }).unref();`);
    expect(await verdictOn(on, change)).toMatchObject({ kind: 'red', reason: 'processes-left' });
  });
});

describe('steps before the tests', () => {
  const check = { kind: 'lint', name: 'lint', argv: ['node', 'lint.js'], cwd: '', source: 'test' };
  const plan: GatePlan = {
    ...NODE_TEST,
    build: [{ argv: ['node', 'build.js'], cwd: '' }],
    checks: [{ ...check, kind: 'lint' }],
  };
  let on: Measured;
  beforeAll(async () => {
    const files = {
      'src/built.js': 'exports.build = () => {};\nexports.lint = () => {};\n',
      'build.js': "require('./src/built.js').build(require('node:fs'));\n",
      'lint.js': "require('./src/built.js').lint(require('node:fs'));\n",
      'lib/sum.js': 'old\n',
    };
    on = await measured({ ...SUM, ...files }, plan);
  });
  afterEach(() => restore(on));

  const writing = (step: string, path: string, text: string): Files => ({
    'src/built.js': `const write = (fs) => fs.writeFileSync('${path}', ${JSON.stringify(text)});
exports.build = ${step === 'build' ? 'write' : '() => {}'};
exports.lint = ${step === 'lint' ? 'write' : '() => {}'};\n`,
  });
  const easy = "require('node:test').it('is easy', () => {});\n";

  it.each(['build', 'lint'])('are red when %s rewrites a test', async (step) => {
    const verdict = await verdictOn(on, writing(step, 'test/sum.test.js', easy));
    expect(verdict).toMatchObject({ kind: 'red', reason: 'locked-files-changed' });
  });

  it('are red when a check mends the sources that it should check', async () => {
    const verdict = await verdictOn(on, writing('lint', 'src/sum.js', 'exports.sum = 1;\n'));
    expect(verdict).toMatchObject({ kind: 'red', reason: 'tree-changed', step: 'checks' });
  });

  it('may renew the output of a build', async () => {
    expect(await verdictOn(on, writing('build', 'lib/sum.js', 'new\n'))).toMatchObject({
      kind: 'green',
    });
  });

  it('do not decide by a test that they made: it is taken away, and told', async () => {
    const failing = "require('node:test').it('fails', () => { throw new Error('made'); });\n";
    expect(await verdictOn(on, writing('build', 'test/made.test.js', failing))).toMatchObject({
      kind: 'green',
      notes: [expect.stringContaining('test/made.test.js')],
    });
  });
});

/** Counts the runs of a suite where git does not look. */
const COUNT = `const fs = require('node:fs');
const runs = () => {
  const file = require('node:path').resolve('node_modules/runs');
  fs.mkdirSync('node_modules', { recursive: true });
  const count = Number(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : 0) + 1;
  fs.writeFileSync(file, String(count));
  return count;
};
`;

describe('a test that fails now and then', () => {
  const STEADY = {
    ...SUM,
    'src/luck.js': 'exports.luck = () => true;\n',
    'test/luck.test.js': `const { it } = require('node:test');
it('is lucky', () => require('node:assert').ok(require('../src/luck.js').luck()));\n`,
  };

  it('is red when only the change makes it so, however often it passes again', async () => {
    const on = await measured(STEADY);
    const change = { 'src/luck.js': `${COUNT}exports.luck = () => runs() !== 1;\n` };
    expect(await verdictOn(on, change)).toMatchObject({
      kind: 'red',
      reason: 'tests-intermittent',
      digest: expect.stringContaining('is lucky'),
    });
  });

  const UNSTEADY = { ...STEADY, 'src/luck.js': `${COUNT}exports.luck = () => runs() === 1;\n` };
  const innocent = { 'src/sum.js': 'exports.sum = (a, b) => b + a;\n' };
  const id = 'test/luck.test.js › is lucky';

  it('is not blamed on a change when the base fails it as well; accepted, it counts for nothing', async () => {
    const on = await measured(UNSTEADY);
    expect(await verdictOn(on, innocent)).toMatchObject({
      kind: 'refused',
      reason: 'baseline-flaky',
      message: expect.stringContaining(`--allow-flaky '${id}'`),
    });
    const accepting = { baseline: { flaky: [id] }, plan: { allowFlaky: [id] } };
    expect(await verdictOn(on, innocent, accepting)).toMatchObject({
      kind: 'green',
      notes: [expect.stringContaining(id)],
    });
    const broken = { 'src/sum.js': 'exports.sum = (a, b) => a - b;\n' };
    expect(await verdictOn(on, broken, accepting)).toMatchObject({
      kind: 'red',
      reason: 'tests-failed',
      digest: expect.stringMatching(/left out of the judgement.*is lucky/),
    });
  });

  it('is green by a clean exit when an accepted one passes in the next run', async () => {
    const on = await measured({
      ...STEADY,
      'src/luck.js': `${COUNT}exports.luck = () => runs() !== 2;\n`,
    });
    const accepting = { baseline: { flaky: [id] }, plan: { allowFlaky: [id] } };
    expect(await verdictOn(on, innocent, accepting)).toMatchObject({ kind: 'green', notes: [] });
    await rm(join(on.workspace, 'node_modules'), { recursive: true });
  });
});

/** The program that it is a child of is the suite's. */
const CRASH = `const { it } = require('node:test');
it('goes on', () => require('../src/crash.js').crash());\n`;

describe('a suite that a signal ends', () => {
  const STEADY = {
    ...SUM,
    'src/crash.js': 'exports.crash = () => {};\n',
    'test/crash.test.js': CRASH,
  };

  it('is red where the change ends it each time, and could not be judged where it is ended once', async () => {
    const on = await measured(STEADY);
    const ends = "process.kill(process.ppid, 'SIGABRT')";
    const change = (body: string) => ({
      'src/crash.js': `${COUNT}exports.crash = () => ${body};\n`,
    });
    expect(await verdictOn(on, change(ends))).toMatchObject({
      kind: 'red',
      reason: 'tests-crashed',
      step: 'tests',
      digest: expect.stringContaining('SIGABRT'),
    });
    expect(await verdictOn(on, change(`runs() === 1 && ${ends}`))).toEqual({
      kind: 'could-not-run',
      message: expect.stringContaining('SIGABRT'),
    });
  });
});
