import { describe, expect, it } from '@jest/globals';
import { alignLines } from '../../src/change/align.js';

describe('aligning lines', () => {
  it('pairs as many equal lines as go in one order', () => {
    expect(alignLines([...'abcd'], [...'xbyd'])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(alignLines([...'abab'], [...'bab'])).toHaveLength(3);
    expect(alignLines([], ['a'])).toEqual([]);
  });

  it('pairs what both ends share however long the rest is', () => {
    const rest = (name: string): string[] => Array.from({ length: 3000 }, (_, at) => name + at);
    expect(alignLines(['a', ...rest('x'), 'b'], ['a', ...rest('y'), 'b'])).toEqual([
      [0, 0],
      [3001, 3001],
    ]);
  });
});
