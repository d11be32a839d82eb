import { describe, expect, it } from '@jest/globals';
import { classify, classifyCrash, type Outcome } from '../../src/gate/classify.js';
import { red, type Fault, type Problem } from '../../src/gate/judge.js';

const green: Outcome = { problem: null, symptoms: [] };
const failing = (...ids: string[]) => ({
  problem: red('tests-failed', 'tests', ids, { ids }),
  symptoms: ids,
});
const late = {
  problem: red('tests-timeout', 'tests', ['stopped after 60 s']),
  symptoms: ['tests: tests-timeout'],
};
const broken: Problem = { kind: 'could-not-run', message: 'killed' };
const unrunnable: Outcome = { problem: broken, symptoms: [] };
const crashed = {
  kind: 'could-not-run',
  message: 'tests: ended by SIGABRT',
  crashed: { suite: 'tests', what: 'ended by SIGABRT' },
} as const;

/** Classifies a first red; further runs say what the lists hold, and are counted. */
async function classified(
  first: typeof late,
  candidate: Outcome,
  base: Outcome[],
  more: { isQuick?: boolean; accepted?: string[] } = {},
) {
  const runs = { candidate: 0, base: 0 };
  const verdict = await classify(first, {
    candidate: () => {
      runs.candidate += 1;
      return Promise.resolve(candidate);
    },
    base: () => Promise.resolve(base[runs.base++] ?? green),
    isQuick: true,
    accepted: [],
    ...more,
  });
  return { verdict, runs };
}

describe('a candidate that is red twice alike', () => {
  it('is red when the base is green', async () => {
    const { verdict, runs } = await classified(failing('a'), failing('a'), [green]);
    expect(verdict).toMatchObject({ kind: 'red', reason: 'tests-failed', ids: ['a'] });
    expect(runs).toEqual({ candidate: 1, base: 1 });
  });

  it('is not to blame when the base fails as well, and the option that accepts it is named', async () => {
    const first = failing("a › it's", 'b');
    const { verdict } = await classified(first, first, [first], { accepted: ['old'] });
    expect(verdict).toMatchObject({ kind: 'refused', reason: 'baseline-flaky' });
    expect(verdict).toMatchObject({
      message: expect.stringMatching(/--allow-flaky old \\\n +'a › it'\\''s' \\\n +b$/),
    });
  });

  it('is red on what only it fails, without what the base fails as well', async () => {
    const { verdict } = await classified(failing('a', 'b'), failing('a', 'b'), [failing('b')]);
    expect(verdict).toMatchObject({ kind: 'red', ids: ['a'], evidence: ['a'] });
  });

  it('is red without a run of the base when the suite is long', async () => {
    const { verdict, runs } = await classified(failing('a'), failing('a'), [], { isQuick: false });
    expect(verdict).toMatchObject({ kind: 'red', reason: 'tests-failed' });
    expect(runs.base).toBe(0);
  });

  it('is red when the base cannot run', async () => {
    const { verdict } = await classified(failing('a'), failing('a'), [unrunnable]);
    expect(verdict).toMatchObject({ kind: 'red' });
  });

  it('is red on a time limit that the base keeps, and not when the base does not', async () => {
    expect((await classified(late, late, [green])).verdict).toMatchObject({
      kind: 'red',
      reason: 'tests-timeout',
    });
    expect((await classified(late, late, [late])).verdict).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('gate.timeoutSeconds'),
    });
  });
});

describe('a candidate that is red once', () => {
  it('is never green', async () => {
    const { verdict, runs } = await classified(failing('a'), green, []);
    expect(verdict).toMatchObject({ kind: 'red', reason: 'tests-intermittent', ids: ['a'] });
    expect(runs.base).toBe(3);
  });

  it('is not to blame when the base fails once in three runs', async () => {
    const { verdict, runs } = await classified(failing('a'), green, [green, failing('a')]);
    expect(verdict).toMatchObject({ kind: 'refused', reason: 'baseline-flaky' });
    expect(runs.base).toBe(2);
  });

  it('is red when each run fails another test and the base fails only one of them', async () => {
    const base = [failing('a'), green, green];
    const { verdict } = await classified(failing('a'), failing('b'), base);
    expect(verdict).toMatchObject({
      reason: 'tests-intermittent',
      evidence: [expect.any(String), 'b'],
    });
  });

  it('is red on what failed in both runs', async () => {
    const { verdict } = await classified(failing('a', 'b'), failing('a'), []);
    expect(verdict).toMatchObject({ reason: 'tests-failed', ids: ['a'] });
  });

  it('could not be judged when a further run could not run', async () => {
    expect((await classified(failing('a'), unrunnable, [])).verdict).toBe(broken);
    expect((await classified(failing('a'), green, [unrunnable])).verdict).toBe(broken);
  });
});

describe('a suite that a signal ended', () => {
  const of = (problem: Problem | null): Outcome => ({ problem, symptoms: [] });

  async function verdict(second: Problem | null, base: Problem | null, first: Fault = crashed) {
    const runs = { candidate: 0, base: 0 };
    const problem = await classifyCrash(first, {
      candidate: () => {
        runs.candidate += 1;
        return Promise.resolve(of(second));
      },
      base: () => {
        runs.base += 1;
        return Promise.resolve(of(base));
      },
    });
    return { problem, runs };
  }

  it('is red when a signal ends it again and the base is green', async () => {
    expect(await verdict(crashed, null)).toMatchObject({
      problem: {
        kind: 'red',
        reason: 'tests-crashed',
        step: 'tests',
        evidence: [expect.stringContaining('SIGABRT')],
      },
      runs: { candidate: 1, base: 1 },
    });
  });

  it.each<[string, Problem | null, Problem | null]>([
    ['it ends by itself at the second run', null, null],
    ['it is red at the second run', failing('a').problem, null],
    [
      'another suite is ended at the second run',
      { ...crashed, crashed: { suite: 'tests-2', what: 'ended by SIGABRT' } },
      null,
    ],
    ['the base is ended, too', crashed, crashed],
    ['the base is red', crashed, failing('a').problem],
  ])('could not be judged when %s', async (_, second, base) => {
    const { problem } = await verdict(second, base);
    expect(problem).toEqual({ kind: 'could-not-run', message: crashed.message });
  });

  it('is told from what could not even start, which is not run again', async () => {
    const { runs } = await verdict(crashed, null, { kind: 'could-not-run', message: 'no program' });
    expect(runs).toEqual({ candidate: 0, base: 0 });
  });
});
