import { describe, expect, it } from '@jest/globals';
import { limitsOf, stallLimit, unmeasuredLimits } from '../../src/gate/limits.js';
import { baselineOf, contextOf } from './support.js';

describe('limitsOf', () => {
  it('is five times the baseline, a minute at least, and what is set when it is set', async () => {
    const ctx = await contextOf('/nowhere');
    const baseline = baselineOf({ stepMs: { tests: 20_000, lint: 1_000 } });
    const limitOf = limitsOf(ctx, baseline);
    expect([limitOf('tests'), limitOf('lint'), limitOf('new')]).toEqual([100_000, 60_000, 60_000]);
    expect(limitsOf({ ...ctx, timeoutMs: 5_000 }, baseline)('tests')).toBe(5_000);
  });
});

describe('stallLimit', () => {
  it('is four times the longest silence, a minute at least, never more than the limit', () => {
    expect(stallLimit(1_000, 200_000)).toBe(60_000);
    expect(stallLimit(20_000, 200_000)).toBe(80_000);
    expect(stallLimit(90_000, 200_000)).toBe(200_000);
    expect(stallLimit(1_000, 5_000)).toBe(5_000);
  });
});

describe('unmeasuredLimits', () => {
  it('lets nothing be silent for more than a quarter of an hour, unless a limit is set', () => {
    const { limitOf, stallOf } = unmeasuredLimits({});
    expect([limitOf('tests'), stallOf?.('tests')]).toEqual([7_200_000, 900_000]);
    const given = unmeasuredLimits({ timeoutMs: 10_000_000 });
    expect([given.limitOf('tests'), given.stallOf]).toEqual([10_000_000, undefined]);
  });
});
