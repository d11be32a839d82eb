import { describe, expect, it } from '@jest/globals';
import { greenNotes } from '../../src/gate/green-notes.js';
import type { TestRun } from '../../src/gate/run-tests.js';
import type { TestCase } from '../../src/gate/runners/runner.js';
import { baselineOf, suiteOf } from './plans.js';

function ran(ms: number, outcomes: Record<string, TestCase['outcome']>): TestRun {
  const tests = Object.entries(outcomes).map(([id, outcome]) => ({
    ...{ id, outcome, file: '', message: '' },
  }));
  const step = {
    ...{ name: 'tests', argv: [], logPath: '', ended: 'exited' as const, code: 0, signal: null },
    ...{ ms, longestSilenceMs: 0, strays: 0 },
  };
  return [{ suite: suiteOf('jest', ['jest']), step, report: { tests, files: [] } }];
}

const baseline = baselineOf({
  counts: { passed: 1, failed: 0, skipped: 0 },
  passed: ['a'],
  failing: ['f'],
  usualMs: { tests: 10_000 },
});

describe('the notes on a green run', () => {
  it('are none when everything is as it was', () => {
    expect(greenNotes(baseline, ran(9_000, { a: 'passed', f: 'passed' }))).toEqual([]);
  });

  it('name failures that were left out, and new tests', () => {
    expect(greenNotes(baseline, ran(9_000, { a: 'passed', f: 'failed', n: 'passed' }))).toEqual([
      'failed, but left out of the judgement (--allow-failing, --allow-flaky): f',
      'new tests pass that the base does not have: n',
    ]);
  });

  it('point at a cache when a long suite of as many tests takes less than a third of its time', () => {
    const fast = greenNotes(baseline, ran(2_900, { a: 'passed' }));
    expect(fast).toEqual([expect.stringContaining('took 2.9 s instead of 10.0 s')]);
    const short = { ...baseline, usualMs: { tests: 4_000 } };
    expect(greenNotes(short, ran(400, { a: 'passed' }))).toEqual([]);
  });
});
