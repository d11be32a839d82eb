import { describe, expect, it } from '@jest/globals';
import { scrub } from '../../src/gate/scrub.js';
import { maskVolatile, plainText, withoutFolder, withoutWorkspace } from '../../src/gate/text.js';

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
    ['now is 20:54:01.123', 'now is <time>'],
    ['at 1796093641 or 1796093641123', 'at <time> or <time>'],
    ['<x.Y object at 0x7f3a1c2b4d50> of 0xff', '<x.Y object at <address>> of 0xff'],
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

describe('withoutFolder', () => {
  it('hides what lies in a folder of ours, up to the end of each path', () => {
    expect(withoutFolder('in "/out/tmp/a b/c" (/out/x:3) and /out', '/out')).toBe(
      'in "<tmp> b/c" (<tmp>:3) and <tmp>',
    );
    expect(withoutFolder('nothing', '/out')).toBe('nothing');
  });
});

describe('scrub', () => {
  it.each([
    'Authorization: Bearer abcdefghijklmnop1234',
    'Authorization: abcdefghij',
    '"authorization": "Token abcdefghij"',
    `key sk-ant-${'abcdefghij'.repeat(3)}`,
    `ghp_${'abcdefghij'.repeat(4)}`,
    `sk_live_${'abcdefghij'.repeat(2)}`,
    `rk_live_${'abcdefghij'.repeat(2)}`,
    `hf_${'abcdefghij'.repeat(3)}`,
    `ya29.${'abcdefghij'.repeat(3)}`,
    `GOCSPX-${'abcdefghij'.repeat(2)}`,
    `AKIA${'ABCDEFGHIJKLMNOP'}`,
    'postgres://user:hunter22@db/x',
    'MY_API_KEY=verysecretvalue',
    'AWS_SECRET_ACCESS_KEY=verysecretvalue',
    'aws_secret_access_key = verysecretvalue',
    'x-api-key: verysecretvalue',
    'STRIPE_KEY=verysecretvalue',
    'DB_PASS=verysecretvalue',
    "DB_PWD='verysecretvalue'",
    'SENTRY_DSN: verysecretvalue',
    'password=verysecretvalue',
    '"password": "verysecretvalue"',
    '"password": "a verysecretvalue"',
    '"accessToken":"verysecretvalue"',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n',
  ])('hides the secret in %j', (text) => {
    const clean = scrub(text);
    expect(clean).toContain('[secret]');
    expect(clean).not.toMatch(/hunter22|verysecretvalue|abcdefghij|ABCDEFGHIJ|\nabc\n/);
  });

  it.each([
    'expected token at line 3, got keyword function; see https://example.com/a',
    'AssertionError: expected { key = value } to equal { key: otherValue }',
    'expect(key).toBe(value) // key = something else',
    'monkey = chimpanzee, bypass: permitted, compass = northwards',
    'primaryKey: customerNumber',
    'commit 3f2a9c1d7e8b4a6f0c5d9e2b1a7f8c3d4e6b5a09',
    'if (password === undefined) throw new Error("no password given")',
    'tokens: several of them, tokenizer: unknown',
    'TokenKind::Identifier at src/token.rs:12:34',
    'test_basic_authorization ... ok',
    'sk_test is not a function; hf_model: missing',
  ])('leaves %j alone', (text) => {
    expect(scrub(text)).toBe(text);
  });
});
