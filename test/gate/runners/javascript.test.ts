import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { readInvocation, toArgv } from '../../../src/gate/invocation.js';
import { RUNNERS } from '../../../src/gate/runners/index.js';
import { makeRepo } from '../../helpers/git-repo.js';
import { idsBy, parsed, reportingOf, runReal, suiteOf } from './suite.js';

const jestBin = join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');

const relatedOf = (runner: 'jest' | 'vitest', line: string) => {
  const invocation = RUNNERS[runner].related?.(readInvocation(line.split(' ')), ['src/a.js']);
  return invocation == null ? null : toArgv(invocation);
};

describe('reports of ours', () => {
  it.each(['node:test', 'jest', 'vitest', 'mocha', 'unittest'] as const)(
    'of %s are none without their last line',
    (runner) => {
      const test = { file: '/w/a.js', titles: ['a'], outcome: 'passed', message: '' };
      const line = JSON.stringify({ test });
      expect(parsed(runner, `${line}\n`)).toBeNull();
      expect(parsed(runner, '')).toBeNull();
      expect(idsBy(parsed(runner, `${line}\n{"end":true}`))?.passed).toEqual(['a.js › a']);
    },
  );

  it('name a test alike in every run, wherever the folders of that run lie', () => {
    const titles = ['in /out/tmp/x1/file.js', 'of /w/src', 'took 12 ms'];
    const line = JSON.stringify({ test: { file: '/w/a.js', titles, outcome: 'passed' } });
    expect(idsBy(parsed('jest', `${line}\n{"end":true}`))?.passed).toEqual([
      'a.js › in <tmp> › of src › took <duration>',
    ]);
  });

  it('name no file outside the workspace', () => {
    const test = { file: '/elsewhere/a.js', titles: ['a'], outcome: 'passed' };
    const report = parsed('jest', `${JSON.stringify({ test })}\n{"end":true}`);
    expect(report).toMatchObject({ files: [], tests: [{ id: 'a', file: '' }] });
  });
});

describe('the runner jest', () => {
  it('finds related tests, and passes where there are none', () => {
    expect(relatedOf('jest', 'jest --ci')).toEqual([
      ...['jest', '--ci', '--findRelatedTests', 'src/a.js', '--passWithNoTests'],
    ]);
  });

  it('names the project of a test, and leaves its command line to tests that read it', async () => {
    const source = `test('reads', () => { if (process.argv.length !== 2) throw new Error(process.argv); });
if (globalThis.tried === undefined) jest.retryTimes(1);
test('flips', () => { globalThis.tried = (globalThis.tried ?? 0) + 1; expect(globalThis.tried).toBe(2); });
`;
    const project = (displayName: string) => ({ displayName, transform: {} });
    const workspace = await makeRepo({
      'package.json': JSON.stringify({ jest: { projects: [project('one'), project('two')] } }),
      'a.test.js': source,
      'empty.test.js': '',
    });
    const { report } = await runReal(workspace, suiteOf('jest', ['node', jestBin, '-i']));
    expect(idsBy(report)).toEqual({
      passed: ['a.test.js › [one] › reads', 'a.test.js › [two] › reads'],
      failed: [
        'a.test.js › [one] › flips',
        'a.test.js › [two] › flips',
        'empty.test.js › [one] › (the file itself)',
        'empty.test.js › [two] › (the file itself)',
      ],
      skipped: [],
    });
  });

  it('reports a related run without a test as one of no tests', async () => {
    const workspace = await makeRepo({
      'package.json': '{"jest":{"transform":{}}}',
      'src/a.js': '',
      'a.test.js': "test('a', () => {});",
    });
    const argv = relatedOf('jest', `node ${jestBin}`) ?? [];
    const { step, report } = await runReal(workspace, suiteOf('jest', argv));
    expect(step.code).toBe(0);
    expect(report).toEqual({ tests: [], files: [] });
  });
});

describe('the runner vitest', () => {
  it('runs once and tries nothing again, also for related tests', () => {
    const flags = ['--reporter=/out/reports/t/vitest-reporter.mjs', '--coverage.enabled=false'];
    expect(reportingOf('vitest', 'vitest dev --coverage src').argv).toEqual([
      ...['vitest', 'run', 'src', ...flags, '--retry=0'],
    ]);
    expect(relatedOf('vitest', 'vitest run --silent')).toEqual([
      ...['vitest', 'related', 'src/a.js', '--silent', '--passWithNoTests'],
    ]);
    expect(reportingOf('vitest', 'vitest related src/a.js').argv.slice(0, 4)).toEqual([
      ...['vitest', 'related', '--run', 'src/a.js'],
    ]);
  });
});

describe('the runner node:test', () => {
  it('counts a file without a test, or which ends early, as skipped', async () => {
    const header = "const { it } = require('node:test');\n";
    const workspace = await makeRepo({
      'test/a.test.js': `${header}it('a', () => {});`,
      'test/ends.test.js': `${header}it('b', () => { process.exit(0); }); it('c', () => {});`,
      'test/helper.js': '',
    });
    const { step, report } = await runReal(workspace, suiteOf('node:test', ['node', '--test']));
    expect(step.code).toBe(0);
    expect(idsBy(report)).toEqual({
      passed: ['test/a.test.js › a'],
      failed: [],
      skipped: ['test/ends.test.js › (the file itself)', 'test/helper.js › (the file itself)'],
    });
  });
});
