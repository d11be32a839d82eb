import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Files } from '../helpers/git-repo.js';
import { relatedPlan } from '../../src/gate/related.js';
import { itNightly } from '../helpers/nightly.js';
import { measured, verdictOn } from './gated.js';
import { planOf, suiteOf } from './plans.js';

const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));
const PLAN = planOf('jest', ['node', JEST, '--runInBand']);

const testOf = (name: string): string =>
  `test('${name}', () => expect(require('../src/${name}.js').${name}).toBe(1));\n`;

const PROJECT = {
  'package.json': '{"name":"two"}',
  'src/one.js': 'exports.one = 1;\n',
  'src/two.js': 'exports.two = 1;\n',
  'test/one.test.js': testOf('one'),
  'test/two.test.js': testOf('two'),
} satisfies Files;

describe('related tests', () => {
  it('are known of the suites whose runner knows them and whose folder holds a changed file', () => {
    const plan = planOf('jest', [], {
      tests: [
        suiteOf('jest', ['jest', '--verbose'], { cwd: 'packages/p' }),
        suiteOf('jest', ['jest'], { name: 'tests-2', cwd: 'packages/q' }),
        suiteOf('node:test', ['node', '--test'], { name: 'tests-3' }),
      ],
    });
    const related = relatedPlan(plan, ['packages/p/src/a.js', 'packages/pq/b.js']);
    expect(related?.tests.map(({ name, cwd }) => [name, cwd])).toEqual([
      ['tests-related', 'packages/p'],
    ]);
    expect(related?.tests[0]?.argv).toEqual(expect.arrayContaining(['src/a.js']));
    expect(relatedPlan(plan, ['other/c.js'])).toBeNull();
  });

  it('are red at once when they fail twice and not on the base, and the whole suite is not run', async () => {
    const on = await measured(PROJECT, PLAN);
    const steps: string[] = [];
    const ctx = { onProgress: (step: string) => void steps.push(step) };
    const change = { 'src/one.js': 'exports.one = 2;\n' };
    expect(await verdictOn(on, change, { ctx, subject: { relatedFirst: true } })).toMatchObject({
      kind: 'red',
      reason: 'tests-failed',
      step: 'tests-related',
      digest: expect.stringContaining('one'),
    });
    expect(steps).toEqual(['tests-related', 'tests-related', 'tests-related']);
  });

  itNightly('do not decide when they pass: the whole suite does', async () => {
    const on = await measured(PROJECT, PLAN);
    const subject = { relatedFirst: true };
    expect(await verdictOn(on, { 'src/one.js': 'exports.one = +1;\n' }, { subject })).toMatchObject(
      { kind: 'green', counts: { passed: 2 } },
    );
    // Jest sees no import here.
    const hidden = {
      'src/one.js': "require('node:fs').writeFileSync('node_modules/x', '');\nexports.one = 1;\n",
    };
    expect(await verdictOn(on, hidden, { subject })).toMatchObject({ kind: 'red' });
  });

  itNightly(
    'do not decide when they fail on the base as well, since they need others',
    async () => {
      const on = await measured(
        {
          ...PROJECT,
          'jest.config.js': "module.exports = { globalSetup: './setup.js' };\n",
          'setup.js': 'module.exports = (g) => void (process.env.ALONE = g.findRelatedTests);\n',
          'test/one.test.js': `${testOf('one')}test('is not alone', () => {
  expect(process.env.ALONE).not.toBe('true');
});\n`,
        },
        PLAN,
      );
      const change = { 'src/one.js': 'exports.one = +1;\n' };
      const steps: string[] = [];
      const ctx = { onProgress: (step: string) => void steps.push(step) };
      expect(await verdictOn(on, change, { ctx, subject: { relatedFirst: true } })).toMatchObject({
        kind: 'green',
        counts: { passed: 3 },
      });
      expect(steps.filter((step) => step === 'tests-related')).toHaveLength(3);
    },
  );
});
