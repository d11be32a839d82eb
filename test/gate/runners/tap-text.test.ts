import { describe, expect, it } from '@jest/globals';
import { idsBy, parsed, reportingOf } from './suite.js';

const AVA = `TAP version 13
ok 1 - b › adds
ok 2 - a › later # SKIP
not ok 3 - a › some day # TODO
not ok 4 - a › fails
  ---
    name: AssertionError
    message: 'wrong sum'
    at: 'test/a.js:3:1'
  ...

1..4
# tests 4
# pass 1
`;

const TAP = `TAP version 14
1..3
# Subtest: test/a.test.js
    # Subtest: group
        # Subtest: passes
            ok 1 - should be equal
            1..1
        ok 1 - passes # time=3.675ms

    noise
        # Subtest: fails
            not ok 1 - sum
              ---
              diff: wrong
              ...

            1..1
        not ok 2 - fails # time=27.118ms

        ok 3 - later # SKIP why
        1..3
    not ok 1 - group # time=43.103ms

    ok 2 - plain
    1..2
    # time=68.129ms
not ok 1 - test/a.test.js # time=68.129ms

# Subtest: test/b.test.js
    # Subtest: ends
        ok 1 - should be equal
        1..1
    ok 1 - ends # time=1ms

    1..1
not ok 2 - test/b.test.js # time=27.399ms

# Subtest: test/c.test.js
    1..0 # no tests found
ok 3 - test/c.test.js # SKIP no tests found

# time=4065.891ms
`;

describe('the runner ava', () => {
  it('asks for TAP on standard output, whatever reporter the project has', () => {
    const { argv, report } = reportingOf('ava', 'node_modules/.bin/ava --verbose test/a.js');
    expect(argv).toEqual(['node_modules/.bin/ava', 'test/a.js', '--tap']);
    expect(report).toEqual({ kind: 'stdout' });
  });

  it('tells each test with its outcome; what is to do or skipped is skipped', () => {
    const report = parsed('ava', AVA);
    expect(idsBy(report)).toEqual({
      passed: ['b › adds'],
      failed: ['a › fails'],
      skipped: ['a › later', 'a › some day'],
    });
    expect(report?.tests.at(-1)?.message).toContain('wrong sum');
  });

  it.each([
    ['nothing was written', ''],
    ['the plan is missing', AVA.replace('1..4\n', '')],
    ['there are fewer tests than planned', AVA.replace('1..4', '1..5')],
    [
      'the run bailed out',
      AVA.replace('\n1..4\n', '')
        .replace('13\n', '13\n1..4\n')
        .replace('# tests 4', 'Bail out! no more'),
    ],
  ])('reads no report when %s', (_, text) => {
    expect(parsed('ava', text)).toBeNull();
  });
});

describe('the runner tap', () => {
  it('asks for TAP and no coverage, which would fail a run of a part', () => {
    const { argv } = reportingOf('tap', 'tap --reporter dot -c test/*.js');
    expect(argv).toEqual(['tap', 'test/*.js', '--reporter=tap', '--disable-coverage']);
  });

  it('names each assertion by its file, and each subtest that fails although none does', () => {
    const report = parsed('tap', TAP);
    expect(idsBy(report)).toEqual({
      passed: [
        'test/a.test.js › group › passes › should be equal',
        'test/a.test.js › plain',
        'test/b.test.js › ends › should be equal',
      ],
      failed: ['test/a.test.js › group › fails › sum', 'test/b.test.js › (the file itself)'],
      skipped: ['test/a.test.js › group › later', 'test/c.test.js › (the file itself)'],
    });
    expect(report?.files).toEqual(['test/a.test.js', 'test/b.test.js', 'test/c.test.js']);
  });

  it('reads no report that ends within a subtest', () => {
    expect(parsed('tap', TAP.slice(0, TAP.indexOf('# Subtest: test/c')))).toBeNull();
    expect(parsed('tap', TAP.replace('    1..2\n', '    1..3\n'))).toBeNull();
  });
});
