import { describe, expect, it } from '@jest/globals';
import { idsBy, parsed, reportingOf } from './suite.js';

const P = 'example.com/sum';
const event = (Action: string, more: Record<string, string> = {}) =>
  JSON.stringify({ Time: '2026-12-01T03:40:08Z', Action, Package: P, ...more });
const lines = (...events: string[]) => `${events.join('\n')}\n`;

const PASSING = [
  event('start'),
  event('run', { Test: 'TestAdd' }),
  event('run', { Test: 'TestAdd/small_case' }),
  event('pass', { Test: 'TestAdd/small_case' }),
  event('pass', { Test: 'TestAdd' }),
  event('run', { Test: 'TestSkip' }),
  event('skip', { Test: 'TestSkip' }),
];

describe('the runner go', () => {
  it('never takes an answer from the cache and leaves the arguments of the tests alone', () => {
    expect(reportingOf('go', 'go test -v -race -count 3 ./... -args -v').argv).toEqual([
      ...['go', 'test', '-json', '-count=1', '-race', './...', '-args', '-v'],
    ]);
    const cached = lines(
      ...PASSING,
      event('output', { Output: `ok  \t${P}\t(cached)\n` }),
      event('pass'),
    );
    expect(parsed('go', cached)).toBeNull();
  });

  it('names tests, subtests and examples by their package', () => {
    expect(idsBy(parsed('go', lines(...PASSING, event('pass'))))).toEqual({
      passed: [`${P} › TestAdd`, `${P} › TestAdd/small_case`],
      failed: [],
      skipped: [`${P} › TestSkip`],
    });
  });

  it('tells a failed build, with what the compiler said, as a failure of the package', () => {
    const ImportPath = `${P}/bad [${P}/bad.test]`;
    const text = lines(
      JSON.stringify({ ImportPath, Action: 'build-output', Output: 'bad.go:2: no int\n' }),
      JSON.stringify({ ImportPath, Action: 'build-fail' }),
      event('start', { Package: `${P}/bad` }),
      event('fail', { Package: `${P}/bad`, FailedBuild: ImportPath }),
    );
    const report = parsed('go', text);
    expect(idsBy(report)?.failed).toEqual([`${P}/bad › (the package itself)`]);
    expect(report?.tests[0]?.message).toContain('no int');
  });

  it('tells a test as failed that has not ended although its package passed', () => {
    const text = lines(...PASSING, event('run', { Test: 'TestExits' }), event('pass'));
    expect(idsBy(parsed('go', text))?.failed).toEqual([`${P} › TestExits`]);
  });

  it('keeps a failed test although the package claims to have passed', () => {
    const text = lines(
      ...PASSING,
      event('run', { Test: 'TestF' }),
      event('fail', { Test: 'TestF' }),
      event('pass'),
    );
    expect(idsBy(parsed('go', text))?.failed).toEqual([`${P} › TestF`]);
  });

  it.each([
    ['that is cut short', lines(...PASSING)],
    ['without a package', '# no Go files\n'],
    ['that is empty', ''],
  ])('reads no report %s', (_, text) => {
    expect(parsed('go', text)).toBeNull();
  });

  it.each([
    ['exit status 3', true],
    ['signal: killed', true],
    ['testing: race detected outside of test execution', true],
    ['exit status 1', false],
  ])('tells %j beside a failed test, unless that is why: %s', (said, isMore) => {
    const report = lines(
      event('run', { Test: 'TestAdd' }),
      event('fail', { Test: 'TestAdd' }),
      event('output', { Output: `${said}\n` }),
      event('fail'),
    );
    const itself = isMore ? [`${P} › (the package itself)`] : [];
    expect(idsBy(parsed('go', report))?.failed).toEqual([...itself, `${P} › TestAdd`]);
  });
});
