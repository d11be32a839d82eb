import { describe, expect, it } from '@jest/globals';
import { idsBy, parsed, reportingOf } from './suite.js';

const REPORT = `{"type":"suite","event":"started","test_count":3}
{"type":"test","event":"started","name":"sum::sum$tests::later"}
{"type":"test","event":"started","name":"sum::sum$tests::adds"}
{"type":"test","event":"ignored","name":"sum::sum$tests::later"}
{"type":"test","event":"ok","name":"sum::sum$tests::adds","exec_time":0.02}
{"type":"suite","event":"ok","passed":1,"failed":0,"ignored":1,"measured":0,"filtered_out":0}
{"type":"suite","event":"started","test_count":1}
{"type":"test","event":"started","name":"sum::cli$fails"}
{"type":"test","event":"failed","name":"sum::cli$fails","exec_time":0.2,"stdout":"wrong sum"}
{"type":"suite","event":"failed","passed":0,"failed":1,"ignored":0,"measured":0,"filtered_out":0}
`;

describe('the runner nextest', () => {
  it('asks for the JSON of libtest, runs everything, and tries nothing again', () => {
    const { argv, report } = reportingOf('nextest', 'cargo nextest run --retries 2 -- --skip x');
    expect(argv).toEqual([
      ...['env', 'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1', 'CARGO_TERM_COLOR=never'],
      ...['cargo', 'nextest', 'run', '--message-format=libtest-json', '--no-fail-fast'],
      ...['--retries=0', '--', '--skip', 'x'],
    ]);
    expect(report).toEqual({ kind: 'stdout' });
  });

  it('names tests by their binary', () => {
    const report = parsed('nextest', REPORT);
    expect(idsBy(report)).toEqual({
      passed: ['sum::sum › tests::adds'],
      failed: ['sum::cli › fails'],
      skipped: ['sum::sum › tests::later'],
    });
    expect(report?.tests.at(-1)?.message).toBe('wrong sum');
  });

  it('reads no report in which a test has not ended, or that names no binary', () => {
    expect(parsed('nextest', REPORT.split('\n').slice(0, 4).join('\n'))).toBeNull();
    expect(parsed('nextest', '')).toBeNull();
  });
});
