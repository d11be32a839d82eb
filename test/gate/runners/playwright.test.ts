import { describe, expect, it } from '@jest/globals';
import { idsBy, parsed, reportingOf } from './suite.js';

const test = (projectName: string, status: string, errors: unknown[] = []) => ({
  projectName,
  status,
  results: [{ errors }],
});

const reportOf = (updateSnapshots: string, errors: unknown[] = []) =>
  JSON.stringify({
    config: { rootDir: '/w/e2e', updateSnapshots },
    suites: [
      {
        title: 'a.spec.js',
        file: 'a.spec.js',
        specs: [{ title: 'plain', file: 'a.spec.js', tests: [test('', 'expected')] }],
        suites: [
          {
            title: 'group',
            specs: [
              {
                title: 'both',
                file: 'a.spec.js',
                tests: [
                  test('p1', 'expected'),
                  test('p2', 'unexpected', [{ message: 'wrong sum' }]),
                ],
              },
              { title: 'flips', file: 'a.spec.js', tests: [test('p1', 'flaky')] },
              { title: 'later', file: 'a.spec.js', tests: [test('p1', 'skipped')] },
            ],
          },
        ],
      },
    ],
    errors,
    stats: { expected: 2 },
  });

describe('the runner playwright', () => {
  it('allows no retries and no lone tests, and reports to a file of ours', () => {
    const { argv } = reportingOf(
      'playwright',
      'npx playwright test --retries 2 --reporter=line e2e',
    );
    expect(argv).toEqual([
      ...['env', 'PLAYWRIGHT_JSON_OUTPUT_NAME=/out/reports/t/report'],
      ...['playwright', 'test', 'e2e', '--reporter=json', '--retries=0', '--forbid-only'],
    ]);
  });

  it('names tests by file, project and title; a flaky one has failed', () => {
    const report = parsed('playwright', reportOf('missing'));
    expect(idsBy(report)).toEqual({
      passed: ['e2e/a.spec.js › [p1] › group › both', 'e2e/a.spec.js › plain'],
      failed: ['e2e/a.spec.js › [p1] › group › flips', 'e2e/a.spec.js › [p2] › group › both'],
      skipped: ['e2e/a.spec.js › [p1] › group › later'],
    });
    expect(report?.tests.find(({ id }) => id.includes('[p2]'))?.message).toBe('wrong sum');
  });

  it('tells what went wrong outside the tests as a failure of the file', () => {
    const errors = [{ message: 'no such fixture', location: { file: '/w/e2e/b.spec.js' } }];
    const report = parsed('playwright', reportOf('none', errors));
    expect(idsBy(report)?.failed).toContain('e2e/b.spec.js › (the file itself)');
  });

  it.each([
    ['that rewrote snapshots', reportOf('all')],
    ['that is cut short', reportOf('none').slice(0, -9)],
    ['that is empty', ''],
  ])('reads no report %s', (_, text) => {
    expect(parsed('playwright', text)).toBeNull();
  });
});
