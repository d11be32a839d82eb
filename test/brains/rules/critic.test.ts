import { describe, expect, it } from '@jest/globals';
import { GOOD } from './critic/changes.js';
import { critique } from '../../../src/brains/rules/critic.js';
import { ANTI_PATTERNS, CRITERIA } from '../../../src/core/vocabulary.js';
import { SMUGGLED_CHANGES } from './critic/smuggled.js';
import { failed, review } from './critic/review.js';

describe('a correct change', () => {
  it.each(Object.entries(GOOD))('is accepted: %s', async (_, change) => {
    const verdict = await review(change);
    expect([verdict.justification, failed(verdict)]).toEqual([expect.any(String), []]);
    expect(verdict.verdict).toBe('accept');
  });
});

describe('a change that does more or other than it says', () => {
  it.each(Object.entries(SMUGGLED_CHANGES))('is refused: %s', async (_, change) => {
    const verdict = await review(change);
    expect(verdict.verdict).toBe('reject');
    expect(failed(verdict)).toContain(change.fails);
    expect(verdict.justification).not.toBe('');
  });
});

describe('a verdict', () => {
  it('answers all eleven criteria and cites changed lines', async () => {
    const change = GOOD['an else after a jump'];
    if (change === undefined) throw new Error('the change is gone');
    const { per_criterion: items } = await review(change);
    expect(items.map((item) => item.criterion)).toEqual([...CRITERIA, ...ANTI_PATTERNS]);
    for (const item of items) {
      expect(item.span).toMatch(/^src\/cost\.ts:\d+-\d+$/);
      expect(item.evidence).not.toBe('');
      expect(item.type).toBe('mechanical');
    }
  });

  it('quotes the line that is too long', async () => {
    const change = SMUGGLED_CHANGES['a line that is too long'];
    if (change === undefined) throw new Error('the change is gone');
    const { per_criterion: items } = await review(change);
    const churn = items.find((item) => item.criterion === 'no-lateral-churn');
    expect(churn?.evidence.length).toBeGreaterThan(100);
  });

  it.each([
    ['a refactoring without mechanics', { refactoring: 'Rename Variable' }, /no mechanical proof/],
    ['another language', { path: 'src/shop.py' }, /not JavaScript or TypeScript/],
    ['a file that did not parse before', { before: 'let = {;\n' }, /syntax errors before/],
  ])('is CANNOT_ASSESS for %s', async (_, changed, why) => {
    const change = { refactoring: 'Inline Variable', before: 'a\n', after: 'b\n', ...changed };
    const verdict = await review(change);
    expect(verdict.verdict).toBe('CANNOT_ASSESS');
    expect(verdict.justification).toMatch(why);
  });

  it('is CANNOT_ASSESS when the diff does not fit the original', () => {
    const verdict = critique({
      protocol: 1,
      role: 'critique',
      run: 'r',
      iteration: 1,
      workspace: '/nowhere',
      pinned_constraints: [],
      diff: 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-x\n+y\n',
      original_code: [{ path: 'a.js', text: 'z\n' }],
      named_refactoring: 'Inline Variable',
    });
    expect(verdict.verdict).toBe('CANNOT_ASSESS');
    expect(verdict.justification).toMatch(/line 1 of the original/);
  });
});
