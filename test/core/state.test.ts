import { describe, expect, it } from '@jest/globals';
import { parseReport } from '../../src/core/contracts.js';
import {
  blockNode,
  isNewRequest,
  note,
  recordAttempt,
  settleNode,
  spend,
  type LoopState,
  type Oracle,
} from '../../src/core/state.js';
import { buildReport, refusedReport } from '../../src/core/report.js';
import { done, endBeforeIteration, halt } from '../../src/core/ends.js';
import { landing, measured, node, settings, STARTED_AT, state } from './samples.js';

const attempt = (id: string, outcome: 'red' | 'landed' | 'malformed' = 'red') => ({
  node: id,
  stage: 'test' as const,
  outcome,
  reason: 'because',
});

describe('the end before an iteration', () => {
  /** Work is left, and every limit is reached at once. */
  const spent = (): LoopState =>
    state({
      nodes: [node('R001')],
      idleIterations: 5,
      iteration: 10,
      settings: settings({ budget: { minutes: 2 } }),
    });
  const LATE = STARTED_AT + 120_000;

  it('is not due while there is work and no limit is reached', () => {
    expect(endBeforeIteration(state({ nodes: [node('R001')] }), LATE)).toBeUndefined();
  });

  it('is DONE before any HALT', () => {
    const run = { ...spent(), nodes: [node('R001', { status: 'resolved' })] };
    expect(endBeforeIteration(run, LATE)).toMatchObject({ outcome: 'done' });
  });

  it('is "stuck" before "budget" before "max-iterations"', () => {
    const run = spent();
    expect(endBeforeIteration(run, LATE)).toMatchObject({ outcome: 'halted', reason: 'stuck' });
    run.idleIterations = 4;
    expect(endBeforeIteration(run, LATE)).toMatchObject({ outcome: 'halted', reason: 'budget' });
    expect(endBeforeIteration(run, LATE - 1)).toMatchObject({
      outcome: 'halted',
      reason: 'max-iterations',
      message: expect.stringContaining('10 of 10 iterations'),
    });
    run.iteration = 9;
    expect(endBeforeIteration(run, LATE - 1)).toBeUndefined();
  });

  it('is DONE when only weak or waiting nodes are left', () => {
    const nodes = [
      node('R001', { severity: 'minor' }),
      node('R002', { confidence: 0.5 }),
      node('R003', { dependsOn: ['R001'] }),
    ];
    expect(endBeforeIteration(state({ nodes }), STARTED_AT)).toMatchObject({ outcome: 'done' });
  });
});

describe('the word for a run that has nothing more to do', () => {
  it('is "nothing to do" when nothing was found', () => {
    expect(done(state())).toEqual({
      outcome: 'done',
      reason: 'nothing-to-do',
      message:
        'no open finding of severity major or above and confidence 0.6 or above in 4 files in scope',
    });
  });

  it('is "nothing to do" when what was found was gone', () => {
    const nodes = [node('R001', { status: 'resolved-incidental' })];
    expect(done(state({ nodes }))).toMatchObject({ reason: 'nothing-to-do' });
  });

  it('is "nothing to do" when an earlier run gave the nodes up', () => {
    const nodes = [node('R001', { status: 'rejected' })];
    expect(done(state({ nodes }))).toMatchObject({ reason: 'nothing-to-do' });
  });

  it('is "nothing landed" when something was tried, and never "converged"', () => {
    const run = state({
      nodes: [node('R001', { status: 'rejected' }), node('R002', { status: 'skipped' })],
      attempts: [attempt('R001'), attempt('R001'), attempt('R002', 'malformed')],
    });
    const expected = {
      outcome: 'done',
      reason: 'nothing-landed',
      message: 'nothing landed: 2 of 2 nodes were tried',
    };
    expect(done(run)).toEqual(expected);
    expect(done(run, 'the brain has no more ideas')).toEqual(expected);
  });

  it('is "nothing actionable" when the proposer says so and nothing was tried', () => {
    const expected = {
      outcome: 'done',
      reason: 'nothing-actionable',
      message: 'all of it is taste',
    };
    const run = state({ nodes: [node('R001')] });
    expect(done(run, 'all of it is taste')).toEqual(expected);
    run.attempts = [attempt('', 'malformed')];
    expect(done(run, 'all of it is taste')).toEqual(expected);
  });

  it('is "nothing actionable" after landings too, when the proposer says so', () => {
    const run = state({ landed: [landing('R001')], attempts: [attempt('R001', 'landed')] });
    expect(done(run, 'the rest is taste')).toMatchObject({ reason: 'nothing-actionable' });
  });

  it('is "converged" only when something landed', () => {
    const run = state({
      landed: [landing('R001')],
      attempts: [attempt('R002'), attempt('R001', 'landed')],
    });
    expect(done(run)).toEqual({
      outcome: 'done',
      reason: 'converged',
      message:
        '1 landed, no open finding of severity major or above and confidence 0.6 or above is left',
    });
  });
});

describe('a blocked node', () => {
  const evidence = { node: 'R001', stage: 'guard' as const, evidence: 'it broadens the API' };

  it('is rejected at the third block, and not before', () => {
    const run = state({ nodes: [node('R001'), node('R002', { dependsOn: ['R001'] })] });
    blockNode(run, 'R001', { ...evidence, stage: 'lockbox' });
    blockNode(run, 'R001', evidence);
    expect(run.nodes[0]).toMatchObject({ status: 'pending', blocks: 2 });
    blockNode(run, 'R001', evidence);
    expect(run.nodes[0]).toMatchObject({
      status: 'rejected',
      note: 'refused 3 times, last: it broadens the API',
    });
    expect(run.nodes[1]).toMatchObject({ status: 'invalid', blocks: 0 });
  });

  it('leaves its evidence for the next prompt', () => {
    const run = state({ nodes: [node('R001')] });
    blockNode(run, 'R001', evidence);
    expect(run.lastFailure).toEqual(evidence);
  });
});

describe('a settled node', () => {
  it('carries a note of one line and is told with its dependents', () => {
    const run = state({ nodes: [node('R001'), node('R002', { dependsOn: ['R001'] })] });
    settleNode(run, 'R001', 'reverted', `two\nlines ${'x'.repeat(400)}`);
    expect(run.nodes[0]?.note).toMatch(/^two lines x{290}$/);
    expect(run.events.map(({ text }) => text.slice(0, 24))).toEqual([
      'R001 is reverted: two li',
      'R002 is invalid: depends',
    ]);
  });

  it('is not told again, nor changed, once it is settled', () => {
    const run = state({ nodes: [node('R001')] });
    settleNode(run, 'R001', 'undoable', 'the callers differ');
    settleNode(run, 'R001', 'reverted', 'too late');
    expect(run.events).toHaveLength(1);
    expect(run.nodes[0]).toMatchObject({ status: 'undoable', note: 'the callers differ' });
  });
});

describe('what a person can follow', () => {
  it('is numbered from 1 and keeps the last 200 lines with their numbers', () => {
    const run = state();
    for (let line = 1; line <= 205; line += 1) note(run, `line ${line}`);
    expect(run.events).toHaveLength(200);
    expect(run.events[0]).toEqual({ at: 6, text: 'line 6' });
    expect(run.events.at(-1)).toEqual({ at: 205, text: 'line 205' });
  });

  it('tells each attempt on one line, unless it landed', () => {
    const run = state();
    recordAttempt(run, { ...attempt('R001'), reason: 'G3 red\nnot ok 1' });
    recordAttempt(run, { ...attempt('', 'malformed'), reason: 'no JSON' });
    recordAttempt(run, attempt('R002', 'landed'));
    expect(run.events.map(({ text }) => text)).toEqual([
      'R001 red in test: G3 red not ok 1',
      'answer malformed in test: no JSON',
    ]);
  });
});

describe('the memory of a run', () => {
  it('keeps the last 200 attempts, each reason cut', () => {
    const run = state();
    for (let count = 1; count <= 203; count += 1)
      recordAttempt(run, { ...attempt(`R${count}`), reason: 'x'.repeat(2_000) });
    expect(run.attempts).toHaveLength(200);
    expect(run.attempts[0]?.node).toBe('R4');
    expect(run.attempts.at(-1)?.reason).toHaveLength(600);
  });

  it('knows a message again by its id, among the last 100', () => {
    const run = state();
    expect(isNewRequest(run, 'request-0')).toBe(true);
    expect(isNewRequest(run, 'request-0')).toBe(false);
    for (let id = 1; id <= 99; id += 1) isNewRequest(run, `request-${id}`);
    expect(isNewRequest(run, 'request-0')).toBe(false);
    expect(run.requestIds).toHaveLength(100);
    isNewRequest(run, 'request-100');
    expect(run.requestIds).toHaveLength(100);
    expect(isNewRequest(run, 'request-0')).toBe(true);
  });

  it('adds up what the brains cost', () => {
    const run = state();
    spend(run, { inputTokens: 10, outputTokens: 2, usd: 0.5, ms: 100 });
    spend(run, { inputTokens: 5, outputTokens: 1, usd: 0.25, ms: 50 });
    expect(run.usage).toEqual({ calls: 2, inputTokens: 15, outputTokens: 3, usd: 0.75 });
    expect(run.brainMs).toBe(150);
  });

  it('is plain JSON after all of it', () => {
    const run = state({ nodes: [node('R001'), node('R002', { dependsOn: ['R001'] })] });
    expect(JSON.parse(JSON.stringify(run))).toEqual(run);
    recordAttempt(run, attempt('R001'));
    blockNode(run, 'R001', { node: null, stage: 'lockbox', evidence: 'locked' });
    settleNode(run, 'R001', 'rejected', 'locked');
    isNewRequest(run, 'request-1');
    spend(run, { inputTokens: 0, outputTokens: 0, usd: 0, ms: 1 });
    expect(JSON.parse(JSON.stringify(run))).toEqual(run);
  });
});

describe('a report', () => {
  const oracle: Oracle = {
    plan: 'plan-hash',
    baseline: 'baseline-hash',
    key: 'cache-key',
    isConfirmed: true,
    summary: {
      tests: [{ runner: 'jest', command: ['npx', 'jest'], cwd: '', source: 'package.json' }],
      checks: [{ kind: 'types', command: ['npx', 'tsc'], cwd: 'web', source: 'tsconfig.json' }],
      build: [{ command: ['npm', 'run', 'build'], cwd: '' }],
      notes: ['no lint was found'],
    },
    measured: measured({ notes: ['types are red at the baseline'] }),
    relatedFirst: false,
  };

  it('of a run agrees with the contract and says where it stands', () => {
    const run = state({
      oracle,
      iteration: 3,
      notes: ['copied node_modules'],
      nodes: [node('R001', { status: 'resolved', note: 'c0ffee' })],
      landed: [landing('R001')],
      attempts: [attempt('R001', 'landed')],
      reported: [{ smell: 'magic number', span: 'src/a.js:9-9', why: 'nit' }],
      gateMs: 20,
      brainMs: 10,
    });
    const report = buildReport(run, done(run), STARTED_AT + 5_000);
    expect(parseReport(report)).toEqual({ kind: 'ok', value: report });
    expect(report).toMatchObject({
      outcome: 'done',
      reason: 'converged',
      iterations: 3,
      nodes: [{ id: 'R001', status: 'resolved', note: 'c0ffee', dependsOn: [] }],
      gate: {
        tests: [{ runner: 'jest', command: ['npx', 'jest'] }],
        checks: [{ kind: 'types', cwd: 'web' }],
        build: [{ command: ['npm', 'run', 'build'], cwd: '' }],
        network: 'off',
        home: 'own',
        expectedMs: 2_000,
        allowed: { failing: ['a › fails'], flaky: [] },
        notes: ['no lint was found', 'copied node_modules', 'types are red at the baseline'],
        baseline: { passed: 4, failed: 1, skipped: 1 },
      },
      timings: { totalMs: 5_000, gateMs: 20, brainMs: 10 },
    });
  });

  it('of a run that halted before it had an oracle has no gate', () => {
    const report = buildReport(state(), halt('no-tests', 'no test ran'), STARTED_AT);
    expect(parseReport(report)).toEqual({ kind: 'ok', value: report });
    expect(report).toMatchObject({ outcome: 'halted', reason: 'no-tests', gate: null });
  });

  it('of refused input agrees with the contract too', () => {
    const identity = { run: 'r', workflowId: 'w', startedAt: STARTED_AT };
    const report = refusedReport(identity, halt('bad-input', 'repo: required'), STARTED_AT + 7);
    expect(parseReport(report)).toEqual({ kind: 'ok', value: report });
    expect(report).toMatchObject({ reason: 'bad-input', iterations: 0, timings: { totalMs: 7 } });
  });
});
