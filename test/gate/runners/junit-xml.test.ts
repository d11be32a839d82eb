import { describe, expect, it } from '@jest/globals';
import { RUNNERS } from '../../../src/gate/runners/index.js';
import { idsBy, parsed, reportingOf, RUN, suiteOf } from './suite.js';

const PYTEST = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest"
 errors="1" failures="1" skipped="1" tests="6" time="0.1" timestamp="2026-12-01T03:40:08" hostname="x">
<testcase classname="tests.test_sum.TestGroup" name="test_a" file="tests/test_sum.py" line="3" time="0.001" />
<testcase classname="tests.test_sum" name="test_b[&lt;x.Y object at 0x7f3a1c2b4d50&gt;]" file="tests/test_sum.py" />
<testcase classname="tests.test_sum" name="test_b[\\u00e9 &amp; 0xff]" file="tests/test_sum.py" />
<testcase classname="tests.test_sum" name="test_c" file="tests/test_sum.py"><failure message="m">ValueError: wrong sum
&#10;E  at 0x10</failure></testcase>
<testcase classname="tests.test_sum" name="test_d" file="tests/test_sum.py"><skipped type="pytest.skip" message="x" /></testcase>
<testcase classname="" name="tests.test_bad" time="0.000"><error message="collection failure">SyntaxError</error></testcase>
</testsuite></testsuites>`;

const SUREFIRE = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="x.SumTest" tests="5" errors="0" skipped="1" failures="1">
  <properties><property name="java.version" value="17"/></properties>
  <testcase name="adds" classname="x.SumTest" time="0.185"/>
  <testcase name="each(int)[1]" classname="x.SumTest" time="0.067"><system-out><![CDATA[noise <b>]]></system-out></testcase>
  <testcase name="again" classname="x.SumTest$Inner" time="0.002"/>
  <testcase name="again" classname="x.SumTest$Inner" time="0.001"/>
  <testcase name="flips" classname="x.SumTest" time="0.001"><flakyFailure message="once">at x</flakyFailure></testcase>
  <testcase name="fails" classname="x.SumTest"><failure message="wrong sum" type="AssertionError"><![CDATA[wrong sum at x]]></failure></testcase>
  <testcase name="later" classname="x.SumTest"><skipped/></testcase>
</testsuite>`;

describe('the runner pytest', () => {
  it('asks for the JUnit family that names files, in a fresh file', () => {
    const { argv, report } = reportingOf('pytest', 'python -m pytest -q --junitxml x.xml tests');
    expect(argv.slice(2, 7)).toEqual(['python', '-m', 'pytest', '-q', 'tests']);
    expect(argv).toContain('junit_family=xunit1');
    expect(report).toEqual({ kind: 'file', path: '/out/reports/t/report' });
  });

  it('names tests by file, class and parameters, without the addresses of objects', () => {
    expect(idsBy(parsed('pytest', PYTEST))).toEqual({
      passed: [
        'tests/test_sum.py › TestGroup › test_a',
        'tests/test_sum.py › test_b[<x.Y object at <address>>]',
        'tests/test_sum.py › test_b[\\u00e9 & 0xff]',
      ],
      failed: ['tests/test_bad.py › (the file itself)', 'tests/test_sum.py › test_c'],
      skipped: ['tests/test_sum.py › test_d'],
    });
  });

  it('names files relative to the workspace from the folder in which it ran', () => {
    const report = parsed('pytest', PYTEST, { ...RUN, cwd: 'packages/a' });
    expect(report?.files).toEqual(['packages/a/tests/test_bad.py', 'packages/a/tests/test_sum.py']);
  });

  it.each([
    ['cut short', PYTEST.slice(0, -30)],
    ['empty', ''],
    ['of another kind', '<html></html>'],
  ])('reads no report that is %s', (_, text) => {
    expect(parsed('pytest', text)).toBeNull();
  });
});

describe.each([
  ['surefire', 'core/target/surefire-reports/TEST-x.SumTest.xml'],
  ['gradle', 'core/build/test-results/test/TEST-x.SumTest.xml'],
] as const)('the runner %s', (runner, path) => {
  const read = (...texts: string[]) => {
    const reports = texts.map((text) => ({ path: `/w/${path}`, text }));
    return RUNNERS[runner].parse(reports, RUN, suiteOf(runner, []));
  };

  it('names tests by module and class, equal ones as often as they ran', () => {
    expect(idsBy(read(SUREFIRE))).toEqual({
      passed: [
        'core › x.SumTest › adds',
        'core › x.SumTest › each(int)[1]',
        'core › x.SumTest$Inner › again',
        'core › x.SumTest$Inner › again',
      ],
      failed: ['core › x.SumTest › fails', 'core › x.SumTest › flips'],
      skipped: ['core › x.SumTest › later'],
    });
  });

  it('reads no report when one of several is damaged', () => {
    expect(read(SUREFIRE, SUREFIRE.slice(0, 300))).toBeNull();
  });
});

describe('the runner surefire', () => {
  it('goes on after a failed module, stays offline, and publishes nothing', () => {
    const { argv, report } = reportingOf('surefire', './mvnw -B -ff clean install -Pfast');
    expect(argv).toEqual([
      ...['./mvnw', '-B', '-fae', '-o', '-Dstyle.color=never'],
      ...['-Dsurefire.rerunFailingTestsCount=0', '-Dfailsafe.rerunFailingTestsCount=0'],
      ...['clean', 'verify', '-Pfast'],
    ]);
    expect(report).toMatchObject({ kind: 'glob' });
  });
});

describe('the runner gradle', () => {
  it('uses no daemon, no cache and no network, and goes on after a failure', () => {
    expect(reportingOf('gradle', './gradlew :core:test --daemon --console rich').argv).toEqual([
      ...['./gradlew', ':core:test', '--no-daemon', '--no-build-cache', '--continue'],
      ...['--console=plain', '--offline', '-Dorg.gradle.configuration-cache=false'],
      ...['-Dorg.gradle.unsafe.configuration-cache=false'],
      '--init-script=/out/reports/t/init.gradle',
    ]);
  });
});

describe('the runner report', () => {
  const reports = (text: string) => [{ path: '/w/out.xml', text }];
  const read = (format: 'junit' | 'tap', text: string) =>
    RUNNERS.report.parse(
      reports(text),
      RUN,
      suiteOf('report', ['make', 'test'], { report: { format, path: 'out.xml' } }),
    );

  it('runs the command as it stands and reads where it writes', () => {
    const suite = suiteOf('report', ['env', 'A=1', 'make', 'test'], {
      report: { format: 'junit', path: 'out/*.xml' },
    });
    const invocation = { env: ['A=1'], launcher: ['make'], tool: 'make', args: ['test'] };
    expect(RUNNERS.report.withReport(invocation, RUN, suite)).toMatchObject({
      argv: ['env', 'A=1', 'make', 'test'],
      report: { kind: 'glob', pattern: 'out/*.xml' },
    });
  });

  it('names the tests of any JUnit report by their class, else by their suites', () => {
    const text = `<testsuites><testsuite name="outer"><testsuite name="inner">
      <testcase name="a"/><testcase name="b" status="notrun"/></testsuite></testsuite>
      <testsuite name="s"><testcase name="c" classname="K" file="./spec/k_spec.rb"/></testsuite></testsuites>`;
    expect(idsBy(read('junit', text))).toEqual({
      passed: ['outer › inner › a', 'spec/k_spec.rb › K › c'],
      failed: [],
      skipped: ['outer › inner › b'],
    });
  });

  it('reads TAP only where TAP is configured', () => {
    const text = '1..2\nok 1 - a\nok 2\n';
    expect(idsBy(read('tap', text))?.passed).toEqual(['#2', 'a']);
    expect(read('junit', text)).toBeNull();
    expect(read('tap', '<testsuite/>')).toBeNull();
  });
});
