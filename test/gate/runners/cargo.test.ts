import { describe, expect, it } from '@jest/globals';
import { idsBy, parsed, reportingOf } from './suite.js';

const OF_LIBRARY = `   Compiling sum v0.1.0 (/w)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 1.13s
     Running unittests src/lib.rs (target/debug/deps/sum-998cfac313741f21)

running 4 tests
test tests::adds ... ok
test tests::later ... ignored, later
test tests::panics - should panic ... ok
test tests::fails ... FAILED

failures:

---- tests::fails stdout ----
running 3 tests
test x ... ok

thread 'tests::fails' (25476) panicked at src/lib.rs:26:64:
assertion \`left == right\` failed: wrong sum


failures:
    tests::fails

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.09s

error: test failed, to rerun pass \`--lib\`
`;

const OF_TESTS = `     Running tests/cli.rs (target/debug/deps/cli-511e868505610859)

running 2 tests
test also ... ok
directtest works ... ok

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

`;

const OF_DOCS = `   Doc-tests sum

running 4 tests
test src/lib.rs - (line 2) ... ok
test src/lib.rs - add (line 14) - compile ... ok
test src/lib.rs - add (line 11) ... ok
test src/lib.rs - add (line 7) ... ok

test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.43s

`;

const ENDED_EARLY = `     Running tests/ends.rs (target/debug/deps/ends-7b5e29e3d3460aff)

running 2 tests
test a ... ok
`;

describe('the runner cargo', () => {
  it('runs every binary, and prints what is read whatever the project configures', () => {
    const { argv, report } = reportingOf('cargo', 'cargo test -q --workspace -- --nocapture one');
    expect(report).toEqual({ kind: 'log' });
    expect(argv.slice(0, 4)).toEqual([
      ...['env', 'CARGO_TERM_QUIET=false', 'CARGO_TERM_VERBOSE=false', 'CARGO_TERM_COLOR=never'],
    ]);
    expect(argv.slice(4)).toEqual([
      ...['cargo', 'test', '--workspace', '--no-fail-fast', '--', 'one'],
    ]);
  });

  it('names each test by its target', () => {
    expect(idsBy(parsed('cargo', OF_LIBRARY + OF_TESTS))).toEqual({
      passed: [
        'cli (tests/cli.rs) › also',
        'cli (tests/cli.rs) › works',
        'sum (src/lib.rs) › tests::adds',
        'sum (src/lib.rs) › tests::panics - should panic',
      ],
      failed: ['sum (src/lib.rs) › tests::fails'],
      skipped: ['sum (src/lib.rs) › tests::later'],
    });
  });

  it('tells what a failing test printed', () => {
    const failed = parsed('cargo', OF_LIBRARY)?.tests.find(({ outcome }) => outcome === 'failed');
    expect(failed?.message).toContain('wrong sum');
  });

  it('counts the doc-tests of an item, so that moving their lines renames none', () => {
    const before = idsBy(parsed('cargo', OF_DOCS));
    expect(before?.passed).toEqual([
      'Doc-tests sum › add',
      'Doc-tests sum › add #2',
      'Doc-tests sum › add #3 - compile',
      'Doc-tests sum › src/lib.rs',
    ]);
    const moved = OF_DOCS.replace(/\(line (\d+)\)/g, (_, line) => `(line ${Number(line) + 90})`);
    expect(idsBy(parsed('cargo', moved))).toEqual(before);
    expect(
      idsBy(parsed('cargo', OF_DOCS.replace(/src\/lib.rs - add/g, 'src/add.rs - add'))),
    ).toEqual(before);
  });

  it.each([
    ['before another target', `${ENDED_EARLY}   Doc-tests sum\n\nrunning 0 tests\n`],
    ['on the line of the next target', `${ENDED_EARLY}test ends ...    Doc-tests sum\n`],
    ['at the end', ENDED_EARLY],
    ['with fewer tests than announced', OF_TESTS.replace('running 2', 'running 3')],
    ['with other outcomes than summed up', OF_TESTS.replace('2 passed; 0', '1 passed; 1')],
  ])('reads no report when a binary ends early, %s', (_, text) => {
    expect(parsed('cargo', OF_LIBRARY + text)).toBeNull();
  });

  it('reads no report when nothing was compiled', () => {
    expect(
      parsed('cargo', 'error: could not compile `sum` (lib) due to 1 previous error\n'),
    ).toBeNull();
    expect(parsed('cargo', '')).toBeNull();
  });

  it('finds the outcome behind what a test prints on the descriptor itself', () => {
    const noisy = OF_TESTS.replace('directtest works ... ok', 'test works ... directok');
    expect(idsBy(parsed('cargo', noisy))?.passed).toHaveLength(2);
    const onNextLine = OF_TESTS.replace('directtest works ... ok', 'test works ... a\nb\nok');
    expect(idsBy(parsed('cargo', onNextLine))?.passed).toHaveLength(2);
  });

  it('reads the older form of a target and its colours', () => {
    const old = OF_TESTS.replace(/Running .*/, 'Running target/debug/deps/cli-511e868505610859');
    expect(idsBy(parsed('cargo', old))?.passed).toEqual(['cli › also', 'cli › works']);
    const coloured = OF_TESTS.replaceAll(' ok', ' \u001b[32mok\u001b[m');
    expect(idsBy(parsed('cargo', coloured))?.passed).toHaveLength(2);
  });
});
