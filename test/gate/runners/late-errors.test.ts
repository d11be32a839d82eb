import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RunnerId } from '../../../src/core/vocabulary.js';
import { makeRepo, type Files } from '../../helpers/git-repo.js';
import { itNightly } from '../../helpers/nightly.js';
import { putModules, runnerModules, type RunnerPackage } from '../../helpers/runner-tools.js';
import { idsBy, runReal, suiteOf } from './suite.js';

const jestBin = join(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');
const NODE = ['node', '--test'];
const JEST = ['node', jestBin, '-i'];

const LATE = "() => { setTimeout(() => { throw new Error('late'); }, 100); }";
const inFile = (test: string, last: string): string =>
  `${test}('red', () => { throw new Error('red'); });\n${last}\n`;
const nodeTest = (last: string): string =>
  `const { after, it } = require('node:test');\n${inFile('it', last)}`;
const jestFiles = (last: string, more: Files = {}, config: object = {}): Files => ({
  'package.json': JSON.stringify({ jest: { transform: {}, ...config } }),
  'a.test.js': inFile('test', last),
  ...more,
});

async function failedIn(runner: RunnerId, argv: string[], files: Files, from?: RunnerPackage) {
  const workspace = await makeRepo(files);
  if (from !== undefined) await putModules(workspace, (await runnerModules(from)) ?? '');
  const { step, report } = await runReal(workspace, suiteOf(runner, argv));
  expect(step.code).not.toBe(0);
  return idsBy(report)?.failed ?? null;
}

const RED = 'a.test.js › red';
const AFTER = "throw new Error('after'); });";

describe('beside a failed test', () => {
  it.each<[string, RunnerId, string[], Files, string[] | null]>([
    [
      'an error that no test awaits',
      'jest',
      JEST,
      jestFiles(`test('late', ${LATE});`),
      ['(the run itself)', RED],
    ],
    [
      'a hook of the whole file',
      'jest',
      JEST,
      jestFiles(`afterAll(() => { ${AFTER}`),
      ['a.test.js › (the file itself)', RED],
    ],
    [
      'a global teardown',
      'jest',
      JEST,
      jestFiles(
        '',
        { 'td.js': `module.exports = () => { throw new Error('after'); };` },
        {
          globalTeardown: '<rootDir>/td.js',
        },
      ),
      null,
    ],
    [
      'a hook of the whole file',
      'node:test',
      NODE,
      { 'a.test.js': nodeTest(`after(() => { ${AFTER}`) },
      ['a.test.js › (the file itself)', RED],
    ],
  ])('%s is told, too, by %s', async (_, runner, argv, files, failed) => {
    expect(await failedIn(runner, argv, files)).toEqual(failed);
  });

  it('an error that no test awaits is told, too, by node:test', async () => {
    const failed = await failedIn('node:test', NODE, {
      'a.test.js': nodeTest(`it('late', ${LATE});`),
    });
    // Older versions do not name the file.
    expect(failed).toEqual([expect.stringMatching(/\(the (?:run|file) itself\)$/), RED]);
  });
});

const VITEST = `import { test } from 'vitest';
${inFile('test', "test('late', async () => { Promise.reject(new Error('late')); await new Promise((done) => setTimeout(done, 50)); });")}
let tries = 0;
test('flips', { retry: 2 }, () => { if (tries++ === 0) throw new Error('flips'); });
`;

describe.each(['vitest 2', 'vitest 3', 'vitest 4', 'mocha', 'mocha 7'] as const)('%s', (name) => {
  const isVitest = name.startsWith('vitest');
  const title = 'tells what went wrong in no test, and a test that passed at a later try';
  const body = async () => {
    const failed = isVitest
      ? await failedIn(
          'vitest',
          ['vitest', 'run'],
          { 'package.json': '{"type":"module"}', 'a.test.js': VITEST },
          name,
        )
      : await failedIn(
          'mocha',
          ['mocha', '--retries', '1', 'a.test.js'],
          {
            'a.test.js': inFile(
              'it',
              `let tries = 0; it('flips', () => { if (tries++ === 0) throw new Error('flips'); }); it('late', ${LATE});`,
            ),
          },
          name,
        );
    expect(failed).toEqual(['(the run itself)', 'a.test.js › flips', RED]);
  };
  itNightly(title, body, 120_000);
});
