import { describe, expect, it } from '@jest/globals';
import { parseLedger } from '../../src/core/ledger-text.js';
import { currentDetails, ledgerText, statusOf, summary } from '../../src/core/render.js';
import { done } from '../../src/core/ends.js';
import { note } from '../../src/core/state.js';
import { landing, measured, node, state } from './samples.js';

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

describe('a summary', () => {
  it('joins its parts on one line and leaves empty ones out', () => {
    expect(summary('iter 3', 'R001', '', 'test\n\n  red')).toBe('iter 3 · R001 · test red');
    expect(summary()).toBe('');
  });

  it('is kept whole up to 180 bytes', () => {
    expect(summary('x'.repeat(180))).toBe('x'.repeat(180));
    expect(summary('x'.repeat(181))).toBe(`${'x'.repeat(177)}…`);
  });

  it.each(['é', 'κ', '語', '🦊', 'a🦊', 'e\u0301'])(
    'of many %s is cut to 180 bytes between whole characters',
    (character) => {
      for (let count = 40; count < 200; count += 1) {
        const whole = character.repeat(count);
        const text = summary(whole);
        expect(bytes(text)).toBeLessThanOrEqual(180);
        if (text === whole) continue;
        expect(bytes(text)).toBeGreaterThan(175);
        expect(text.endsWith('…')).toBe(true);
        expect(whole.startsWith(text.slice(0, -1))).toBe(true);
        expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      }
    },
  );
});

describe('the current details', () => {
  it('are one table row per node, whatever stands in it', () => {
    const run = state({
      nodes: [node('R001', { smell: 'a | b', note: 'c\\|d\r\ne', span: 'src/a|b.js:1-2' })],
    });
    const lines = currentDetails(run, undefined).split('\n');
    expect(lines[0]).toBe(
      '**running, phase init**, iteration 0 of 10, 0 landed on `refactor-loop/20231114-0123456789ab`',
    );
    expect(lines.at(-1)).toBe('| R001 | a \\| b | src/a\\|b.js:1-2 | pending | c\\\\\\|d e |');
  });

  it('tell how the run ended', () => {
    const run = state({ landed: [landing('R001')] });
    expect(currentDetails(run, done(run))).toContain('**done: converged**');
  });

  it('show 60 nodes and count the rest', () => {
    const nodes = Array.from({ length: 63 }, (_, index) => node(`R${index + 1}`));
    const lines = currentDetails(state({ nodes }), undefined).split('\n');
    expect(lines.filter((line) => line.startsWith('| R'))).toHaveLength(60);
    expect(lines.at(-1)).toBe('and 3 more');
  });
});

describe('the ledger of a state', () => {
  it('is what the next run reads', () => {
    const run = state({ nodes: [node('R001', { note: 'a | b' })], iteration: 2 });
    const text = ledgerText(run, undefined);
    expect(text).toContain(`baseline: green @ ${run.base}`);
    expect(text).toContain('iter: 2 / max 10');
    expect(text).toContain('outcome: running');
    expect(parseLedger(text)).toMatchObject({
      kind: 'ok',
      run: run.run,
      head: run.head,
      rows: [{ id: 'R001', note: 'a | b' }],
    });
  });

  it('says of its baseline which tests are left out, and is read all the same', () => {
    const summary = { tests: [], checks: [], build: [], notes: [] };
    const oracle = { plan: '', baseline: '', key: '', isConfirmed: true, relatedFirst: false };
    const run = state({ oracle: { ...oracle, summary, measured: measured() } });
    const text = ledgerText(run, undefined);
    expect(text).toContain(`baseline: green but for 1 test that fails, as allowed @ ${run.base}`);
    expect(parseLedger(text).kind).toBe('ok');
  });

  it('tells the outcome when the run has ended', () => {
    const run = state();
    expect(ledgerText(run, done(run))).toContain('outcome: done: nothing-to-do');
  });
});

describe('the status', () => {
  it('counts what landed and what is open, and numbers what happened', () => {
    const run = state({
      nodes: [node('R001'), node('R002', { dependsOn: ['R001'] })],
      landed: [landing('R000')],
      phase: 'test',
      doing: 'R001 · test',
    });
    note(run, 'baseline green');
    expect(statusOf(run, undefined)).toMatchObject({
      outcome: 'running',
      phase: 'test',
      doing: 'R001 · test',
      landed: 1,
      open: 1,
      gate: null,
      events: [{ at: 1, text: 'baseline green' }],
    });
    expect(statusOf(run, done(run)).outcome).toBe('done: converged');
  });
});
