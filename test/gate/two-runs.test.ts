import { describe, expect, it } from '@jest/globals';
import { compareRuns, isTooUnsteady, type Outcome } from '../../src/gate/two-runs.js';

const ended = (outcome: Outcome['outcome'], ...ids: string[]): Outcome[] =>
  ids.map((id) => ({ id, outcome }));

describe('compareRuns', () => {
  it('finds nothing in two runs whose tests end alike, whatever their order', () => {
    const one = [...ended('passed', 'a › 1', 'a › 1'), ...ended('skipped', 'b › 1')];
    expect(compareRuns(one, [...one].reverse(), [])).toEqual({ unsteady: [], unstable: [] });
  });

  it('names the ids that end otherwise in the second run', () => {
    const one = ended('passed', 'a › 1', 'a › 2', 'a › 3');
    const two = [
      ...ended('passed', 'a › 1'),
      ...ended('failed', 'a › 2'),
      ...ended('skipped', 'a › 3'),
    ];
    expect(compareRuns(one, two, []).unsteady).toEqual(['a › 2', 'a › 3']);
  });

  it('takes a file for unstable when its ids differ but as many end each way', () => {
    const one = ended('passed', 'a › at 10:01', 'a › at 10:02', 'b › x');
    const two = ended('passed', 'a › at 11:07', 'a › at 11:08', 'b › x');
    expect(compareRuns(one, two, [])).toEqual({ unsteady: [], unstable: ['a'] });
  });

  it('names what only one run has when the counts of its file differ', () => {
    const one = ended('passed', 'a › 1', 'a › 2');
    expect(compareRuns(one, ended('passed', 'a › 1'), []).unsteady).toEqual(['a › 2']);
    expect(compareRuns(one, ended('passed', 'a › 1', 'b › 2'), []).unsteady).toEqual([
      'a › 2',
      'b › 2',
    ]);
    const twice = ended('passed', 'a › 1', 'a › 1');
    expect(compareRuns(twice, ended('passed', 'a › 1'), []).unsteady).toEqual(['a › 1']);
  });

  it('does not take a new name for one when the test ends otherwise under it', () => {
    const two = ended('failed', 'a › now');
    expect(compareRuns(ended('passed', 'a › before'), two, [])).toEqual({
      unsteady: ['a › before', 'a › now'],
      unstable: [],
    });
  });

  it('leaves out the ids that count for nothing', () => {
    const [one, two] = [ended('passed', 'a › 1'), ended('failed', 'a › 1')];
    expect(compareRuns(one, two, ['a › 1'])).toEqual({ unsteady: [], unstable: [] });
  });
});

describe('isTooUnsteady', () => {
  const differing = (count: number) => ({
    unsteady: Array.from({ length: count }, (_, index) => `id ${index}`),
    unstable: [],
  });

  it('allows three ids, or one in a hundred where there are many', () => {
    expect(isTooUnsteady(differing(3), 10)).toBe(false);
    expect(isTooUnsteady(differing(4), 10)).toBe(true);
    expect(isTooUnsteady(differing(20), 2_000)).toBe(false);
    expect(isTooUnsteady(differing(21), 2_000)).toBe(true);
  });
});
