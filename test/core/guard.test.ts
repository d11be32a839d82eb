import { describe, expect, it } from '@jest/globals';
import {
  apiClaimRefusal,
  blockingItems,
  blockReason,
  isCapReached,
  isStuck,
  isTimeSpent,
  pinnedConstraints,
  repetition,
} from '../../src/core/guard.js';
import { ANTI_PATTERNS, CRITERIA } from '../../src/core/vocabulary.js';
import { item, verdict } from './samples.js';

const THETA = 0.6;

describe('a verdict (G5)', () => {
  it('lets an accepted change through when every criterion is met', () => {
    const items = [...CRITERIA, ...ANTI_PATTERNS].map((criterion) => item(criterion));
    expect(blockReason(verdict(items), THETA)).toBeUndefined();
  });

  it.each(['reject', 'CANNOT_ASSESS'] as const)(
    'blocks when it is %s, even without a failing item',
    (word) => {
      const reason = blockReason(verdict([], { verdict: word }), THETA);
      expect(reason).toBe(`${word}: every line was read`);
    },
  );

  it('lets "revise" through when no item blocks', () => {
    const items = [item('behavior-preserved', { met: false, severity: 'minor' })];
    expect(blockReason(verdict(items, { verdict: 'revise' }), THETA)).toBeUndefined();
  });

  it('blocks on "revise", and on "accept", when an item blocks', () => {
    const items = [item('behavior-preserved', { met: false, mechanism: 'the order changed' })];
    const expected = 'behavior-preserved (major) at src/a.js:2-2: the order changed';
    expect(blockReason(verdict(items, { verdict: 'revise' }), THETA)).toBe(expected);
    expect(blockReason(verdict(items), THETA)).toBe(expected);
  });

  it('gives the failing items after the reason of a reject', () => {
    const items = [item('behavior-preserved', { met: false, span: '' })];
    expect(blockReason(verdict(items, { verdict: 'reject' }), THETA)).toBe(
      'reject: every line was read\nbehavior-preserved (major) at -: looked at',
    );
  });

  it.each([
    ['major', true],
    ['minor', false],
    ['nit', false],
  ] as const)('with an unmet criterion of severity %s blocks: %s', (severity, blocks) => {
    const items = [item('error-paths-preserved', { met: false, severity })];
    expect(blockingItems(verdict(items), THETA)).toHaveLength(blocks ? 1 : 0);
  });

  it.each(ANTI_PATTERNS)('blocks on the anti-pattern %s whatever its severity', (criterion) => {
    const items = [item(criterion, { met: false, severity: 'nit' })];
    expect(blockingItems(verdict(items), THETA)).toEqual(items);
    const unsure = [item(criterion, { met: false, severity: 'nit', confidence: 0.59 })];
    expect(blockingItems(verdict(unsure), THETA)).toEqual([]);
  });

  it('blocks exactly at theta and not below', () => {
    const at = (confidence: number) =>
      blockingItems(verdict([item('behavior-preserved', { met: false, confidence })]), THETA);
    expect(at(0.6)).toHaveLength(1);
    expect(at(0.599)).toHaveLength(0);
  });

  it("takes an item's own confidence before the verdict's", () => {
    const unmet = item('behavior-preserved', { met: false });
    expect(blockingItems(verdict([unmet], { confidence: 0.9 }), THETA)).toHaveLength(1);
    expect(blockingItems(verdict([unmet], { confidence: 0.5 }), THETA)).toHaveLength(0);
    const sure = { ...unmet, confidence: 0.9 };
    expect(blockingItems(verdict([sure], { confidence: 0.5 }), THETA)).toHaveLength(1);
    const doubtful = { ...unmet, confidence: 0 };
    expect(blockingItems(verdict([doubtful], { confidence: 0.9 }), THETA)).toHaveLength(0);
  });

  it('lets a criterion abstain that cannot be assessed', () => {
    const items = [...CRITERIA, ...ANTI_PATTERNS].map((criterion) =>
      item(criterion, { met: 'CANNOT_ASSESS', confidence: 1 }),
    );
    expect(blockReason(verdict(items), THETA)).toBeUndefined();
  });
});

describe('the pinned constraints (G7)', () => {
  it.each([
    [undefined, ['preserve-public-api', 'no-test-file-writes']],
    [[], ['no-test-file-writes']],
    [['preserve-public-api'], ['preserve-public-api', 'no-test-file-writes']],
    [
      ['no-test-file-writes', 'preserve-public-api', 'preserve-public-api'],
      ['preserve-public-api', 'no-test-file-writes'],
    ],
  ])('asked for as %j are %j', (wanted, expected) => {
    expect(pinnedConstraints(wanted)).toEqual(expected);
  });
});

describe('a claim to touch the public API', () => {
  it('is refused while the API is pinned', () => {
    expect(apiClaimRefusal(true, pinnedConstraints(undefined))).toContain('preserve-public-api');
  });

  it('passes when the API is not pinned, and so does the claim not to touch it', () => {
    expect(apiClaimRefusal(true, pinnedConstraints([]))).toBeUndefined();
    expect(apiClaimRefusal(false, pinnedConstraints(undefined))).toBeUndefined();
  });
});

describe('the limits of a run', () => {
  it('reach the cap when as many iterations are used as are allowed (G8)', () => {
    expect(isCapReached(9, 10)).toBe(false);
    expect(isCapReached(10, 10)).toBe(true);
    expect(isCapReached(11, 10)).toBe(true);
  });

  it('spend the wall time at the last millisecond of it (G11)', () => {
    expect(isTimeSpent(1_000, 1_000 + 119_999, 2)).toBe(false);
    expect(isTimeSpent(1_000, 1_000 + 120_000, 2)).toBe(true);
  });

  it('have no wall time without a budget (G11)', () => {
    expect(isTimeSpent(0, Number.MAX_SAFE_INTEGER, undefined)).toBe(false);
  });

  it('count five idle iterations as stuck (G12)', () => {
    expect(isStuck(4)).toBe(false);
    expect(isStuck(5)).toBe(true);
  });
});

describe('a change that was seen before (G12)', () => {
  const change = { key: 'new', inverseKey: 'weN' };

  it('is new when nothing like it was tried or landed', () => {
    expect(repetition(change, ['other'], ['another'])).toBeUndefined();
  });

  it('is refused when it was tried', () => {
    expect(repetition(change, ['other', 'new'], [])).toContain('already tried');
  });

  it('is refused when it undoes a landed one', () => {
    expect(repetition(change, [], ['weN'])).toContain('undoes');
  });

  it('may undo what was tried and did not land, and repeat what landed elsewhere', () => {
    expect(repetition(change, ['weN'], ['new'])).toBeUndefined();
  });
});
