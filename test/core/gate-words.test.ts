import { describe, expect, it } from '@jest/globals';
import {
  agoInWords,
  baselineInWords,
  measuredInWords,
  planInWords,
  timeInWords,
} from '../../src/core/gate-words.js';
import { shellQuote } from '../../src/core/shell.js';
import { measured } from './samples.js';

describe('times in words', () => {
  it.each([
    [400, '0.4 s'],
    [11_800, '12 s'],
    [119_000, '119 s'],
    [400_000, '7 min'],
  ])('%d ms take %s', (ms, words) => {
    expect(timeInWords(ms)).toBe(words);
  });

  it.each([
    [3_000, '3 s ago'],
    [180_000, '3 min ago'],
    [8_000_000, '2 h ago'],
  ])('%d ms before now are %s', (ms, words) => {
    expect(agoInWords(ms)).toBe(words);
  });
});

describe('a baseline in words', () => {
  it('is green, but for what the run input accepts', () => {
    expect(baselineInWords(undefined)).toBe('green');
    expect(baselineInWords({ allowed: { failing: [], flaky: [] } })).toBe('green');
    expect(baselineInWords({ allowed: { failing: ['a'], flaky: ['b', 'c'] } })).toBe(
      'green but for 1 test that fails and 2 flaky tests, as allowed',
    );
  });

  it('tells counts, times, sandbox, API and notes', () => {
    const allowed = { failing: [], flaky: [] };
    expect(measuredInWords(measured({ allowed, notes: ['lint is red'] })).split('\n')).toEqual([
      'green, two runs agree: 4 passed, 1 failed, 1 skipped in 1.2 s; a gate takes about 2.0 s',
      '    sandbox     bwrap, no network but the loopback, an empty HOME',
      '    public API  3 symbols',
      '    note        lint is red',
    ]);
    const open = measuredInWords(measured({ network: 'on', home: 'real' }));
    expect(open).toContain("bwrap, with network, the user's HOME, read-only");
  });
});

describe('planInWords', () => {
  it('tells every command with its kind, its folder, and where it was found', () => {
    const plan = {
      build: [{ command: ['node', '-e', 'build()'], cwd: 'packages/a' }],
      checks: [
        { kind: 'lint' as const, command: ['eslint', '.'], cwd: '', source: 'script "lint"' },
      ],
      tests: [{ runner: 'jest' as const, command: ['jest'], cwd: 'packages/a', source: 'CI file' }],
      notes: ['tsc is not installed'],
    };
    expect(planInWords(plan).split('\n')).toEqual([
      '3 commands',
      "    build  node -e 'build()' in packages/a",
      '    lint   eslint .  (script "lint")',
      '    tests  jest in packages/a  (CI file), read as jest',
      '    note   tsc is not installed',
    ]);
  });
});

describe('shellQuote', () => {
  it('leaves plain words alone and quotes the rest so that a shell reads them as they are', () => {
    expect(shellQuote('test/a.js')).toBe('test/a.js');
    expect(shellQuote("it's › $x")).toBe("'it'\\''s › $x'");
    expect(shellQuote('')).toBe("''");
  });
});
