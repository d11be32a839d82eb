import { describe, expect, it } from '@jest/globals';
import { newDiagnostics } from '../../../src/gate/diagnostics/index.js';

describe('newDiagnostics', () => {
  const one = 'a.js: error no-undef x is not defined';
  const moved = 'b.js: error no-undef x is not defined';

  it('compares as multisets', () => {
    expect(newDiagnostics([one], [one])).toEqual([]);
    expect(newDiagnostics([one], [one, one])).toEqual([one]);
    expect(newDiagnostics([one, one], [one])).toEqual([]);
    expect(newDiagnostics([], [one])).toEqual([one]);
  });

  it('does not call new what only moved to another file', () => {
    expect(newDiagnostics([one], [moved])).toEqual([]);
    expect(newDiagnostics([one], [moved, moved])).toEqual([moved]);
    expect(newDiagnostics([one], [one, moved])).toEqual([moved]);
  });

  it('calls a warning new, too, and one that became an error', () => {
    const warning = 'a.js: warning no-undef x is not defined';
    expect(newDiagnostics([], [warning])).toEqual([warning]);
    expect(newDiagnostics([warning], [one])).toEqual([one]);
  });

  const complex = (name: string, file = 'a.js') =>
    `${file}: error complexity Function '${name}' has a complexity of #. Maximum allowed is #.`;

  it('does not call new a measured unit that only got another name or place', () => {
    expect(newDiagnostics([complex('load')], [complex('read')])).toEqual([]);
    expect(newDiagnostics([complex('load')], [complex('read', 'b.js')])).toEqual([]);
    const long = (name: string) => `a.go: error funlen Function '${name}' is too long (# > #)`;
    expect(newDiagnostics([long('Load')], [long('Read')])).toEqual([]);
    const high = (name: string) => `a.go: error gocyclo complexity # of func ${name} is high (> #)`;
    expect(newDiagnostics([high('load')], [high('(*T).read')])).toEqual([]);
  });

  it('calls a measured unit new when there are more of them than before', () => {
    const [before, after] = [[complex('load')], [complex('load'), complex('part')]];
    expect(newDiagnostics(before, after)).toEqual([complex('part')]);
    const split = [complex('first'), complex('second')];
    expect(newDiagnostics(before, split)).toHaveLength(1);
  });

  it.each([
    ['no-undef', "'load' is not defined.", "'laod' is not defined."],
    [
      'TS2339',
      "Property 'a' does not exist on type 'T'.",
      "Property 'b' does not exist on type 'T'.",
    ],
    ['no-unused-vars', "'a' is defined but never used.", "'b' is defined but never used."],
    ['import/no-cycle', "Dependency cycle via 'a'.", "Dependency cycle via 'b'."],
  ])('calls another name new where the rule %s does not measure', (rule, before, after) => {
    const line = (message: string) => `a.ts: error ${rule} ${message}`;
    expect(newDiagnostics([line(before)], [line(after)])).toEqual([line(after)]);
  });

  it.each(['sonarjs/cognitive-complexity', 'C901', 'PLR0915', 'max-lines-per-function', 'D103'])(
    'takes %s for a rule that measures',
    (rule) => {
      const line = (name: string) => `a: warning ${rule} \`${name}\` is too much (#)`;
      expect(newDiagnostics([line('a')], [line('b')])).toEqual([]);
    },
  );
});
