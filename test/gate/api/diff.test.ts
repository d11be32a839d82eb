import { describe, expect, it } from '@jest/globals';
import { diffApi } from '../../../src/gate/api/diff.js';

describe('the difference of two listings', () => {
  it('is empty for equal listings, whatever their order', () => {
    expect(diffApi(['. const a: 1', '. const b: 2'], ['. const b: 2', '. const a: 1'])).toEqual({
      removed: [],
      added: [],
      changed: [],
    });
  });

  it('pairs another signature of the same symbol as changed', () => {
    expect(diffApi(['. function f: (a: string)'], ['. function f: (a: number)'])).toEqual({
      removed: [],
      added: [],
      changed: [['. function f: (a: string)', '. function f: (a: number)']],
    });
  });

  it('tells symbols apart by entry, kind and path', () => {
    const diff = diffApi(
      ['. const a: 1', './sub const b: 1', '. type T: string'],
      ['./sub const a: 1', './sub const b: 1', '. interface T: -'],
    );
    expect(diff.removed).toEqual(['. const a: 1', '. type T: string']);
    expect(diff.added).toEqual(['. interface T: -', './sub const a: 1']);
    expect(diff.changed).toEqual([]);
  });

  it('counts lines that occur twice', () => {
    expect(diffApi(['. const a: 1', '. const a: 1'], ['. const a: 1']).removed).toEqual([
      '. const a: 1',
    ]);
  });
});
