import { describe, expect, it } from '@jest/globals';
import { minus, union } from '../../src/core/multiset.js';

describe('multisets', () => {
  it('subtract and unite with counts', () => {
    expect(minus(['a', 'a', 'b'], ['a', 'c'])).toEqual(['a', 'b']);
    expect(union(['a'], ['a', 'a', 'b'])).toEqual(['a', 'a', 'b']);
  });
});
