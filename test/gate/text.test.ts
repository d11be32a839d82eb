import { describe, expect, it } from '@jest/globals';
import { writeDigest } from '../../src/gate/digest.js';
import type { Red } from '../../src/gate/judge.js';
import { scrub } from '../../src/gate/scrub.js';
import { maskVolatile, plainText, withoutWorkspace } from '../../src/gate/text.js';

describe('plainText', () => {
  it('drops terminal codes and control characters and unifies line ends', () => {
    expect(plainText('\u001b[31mred\u001b[0m\r\nnext\u0007\tcell\u0000')).toBe('red\nnext\tcell');
  });
});

describe('maskVolatile', () => {
  it.each([
    ['took (12 ms)', 'took (<duration>)'],
    ['took 1.5s', 'took <duration>'],
    ['at 2026-11-30T20:54:01.123Z now', 'at <time> now'],
    ['in /tmp/abc-X1/file.js:', 'in <tmp>:'],
    ['id 123e4567-e89b-12d3-a456-426614174000', 'id <uuid>'],
    ['on 127.0.0.1:53211', 'on 127.0.0.1:<port>'],
    ['commit 4f1c2d9ab0e3', 'commit <hex>'],
    ['parses 12 items of deadbeef', 'parses 12 items of deadbeef'],
  ])('turns %j into %j', (text, masked) => {
    expect(maskVolatile(text)).toBe(masked);
  });
});

describe('withoutWorkspace', () => {
  it('makes paths relative, also as URLs', () => {
    expect(withoutWorkspace('file:///w/a.js and /w/b.js in /w', '/w')).toBe('a.js and b.js in .');
  });
});

describe('scrub', () => {
  it.each([
    'Authorization: Bearer abcdefghijklmnop1234',
    `key sk-ant-${'abcdefghij'.repeat(3)}`,
    `ghp_${'abcdefghij'.repeat(4)}`,
    `AKIA${'ABCDEFGHIJKLMNOP'}`,
    'postgres://user:hunter22@db/x',
    'MY_API_KEY=verysecretvalue',
    '"password": "verysecretvalue"',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('hides the secret in %j', (text) => {
    const clean = scrub(text);
    expect(clean).toContain('[secret]');
    expect(clean).not.toMatch(/hunter22|verysecretvalue|abcdefghij|ABCDEFGHIJ|\nabc\n/);
  });

  it('leaves ordinary output alone', () => {
    const text = 'expected token at line 3, got keyword function; see https://example.com/a';
    expect(scrub(text)).toBe(text);
  });
});

describe('writeDigest', () => {
  const red: Red = {
    kind: 'red',
    reason: 'tests-failed',
    step: 'tests',
    guard: 'G3',
    evidence: ['a.test.js › adds'],
  };

  it('says verdict, counts and failures, and keeps to 4 KB whatever the target prints', () => {
    const failures = Array.from({ length: 40 }, (_, index) => ({
      id: `a.test.js › case ${index}`,
      message: `Error: äöü ${'x'.repeat(5_000)}\n`.repeat(30),
    }));
    const log = `${'same line\n'.repeat(5_000)}${'ü'.repeat(100_000)} the end`;
    const counts = { passed: 2, failed: 40, skipped: 1 };
    const digest = writeDigest({ red: { ...red, evidence: [] }, counts, failures, log });
    expect(Buffer.byteLength(digest)).toBeLessThanOrEqual(4_096);
    expect(digest).toContain('RED tests-failed in tests (G3)');
    expect(digest).toContain('2 passed, 40 failed, 1 skipped');
    expect(digest).toContain('bytes in all, cut here');
    expect(digest.endsWith('the end')).toBe(true);
  });

  it('folds repeated lines, scrubs secrets and marks the log as untrusted', () => {
    const log = `${'again\n'.repeat(50)}TOKEN=abcdefghijkl`;
    const digest = writeDigest({ red, counts: null, failures: [], log });
    expect(digest).toContain('49 more times');
    expect(digest).toContain('untrusted');
    expect(digest).toContain('- a.test.js › adds');
    expect(digest).not.toContain('abcdefghijkl');
  });
});
