import { describe, expect, it } from '@jest/globals';
import type { Draft } from '../../../src/change/draft.js';
import { checkContent } from '../../../src/change/lockbox/index.js';

function draft(path: string, before: string | null, after: string | null): Draft {
  const state = (text: string | null) =>
    text === null ? null : { bytes: Buffer.from(text), mode: '100644' };
  return { path, before: state(before), after: state(after) };
}

describe('what may not come into source', () => {
  it.each([
    '// eslint-disable-next-line no-eval',
    '/* eslint-disable */',
    '// @ts-ignore',
    '// @ts-nocheck',
    '// @ts-expect-error',
    '/* istanbul ignore next */',
    '/* c8 ignore start */',
    '/* v8 ignore next */',
    'x = 1  # noqa: E501',
    'x = 1  # type: ignore[attr]',
    '# pragma: no cover',
    '# pylint: disable=x',
    '#[allow(dead_code)]',
    '//nolint:all',
    '@SuppressWarnings("x")',
    '// prettier-ignore',
    '/* stylelint-disable */',
    'const a = b as any;',
    "xit('works', f);",
  ])('refuses a new "%s"', (line) => {
    expect(checkContent([draft('a', 'x\n', `${line}\nx\n`)])?.reason).toBe('suppression');
  });

  it.each([
    "it('works', () => {});",
    'describe.skip("x", f);',
    'test.only(`x`, f);',
    "import { vi } from 'vitest';",
    "const test = require('node:test');",
    "jest.mock('./a');",
    'import pytest',
    'pytest.skip("x")',
    '@unittest.skip',
    'process.exit(0);',
    'process.exitCode = 0;',
    'os._exit(0)',
  ])('refuses a new "%s"', (line) => {
    expect(checkContent([draft('a', 'x\n', `${line}\nx\n`)])?.reason).toBe('test-code');
  });

  it.each(["if (/a/.test('x')) go();", 'const item = context.get("x");', 'noqa = 1', 'limit("x")'])(
    'lets "%s" pass',
    (line) => expect(checkContent([draft('a', 'x\n', `${line}\nx\n`)])).toBeUndefined(),
  );

  it('lets what was there move to another file, and go away', () => {
    const line = '// eslint-disable-next-line no-eval\n';
    expect(checkContent([draft('a', line, ''), draft('b', null, line)])).toBeUndefined();
    expect(checkContent([draft('a', `${line}x\n`, 'x\n')])).toBeUndefined();
  });

  it('locks tests inside a source file, and lets the code above them change', () => {
    const tests = 'if (import.meta.vitest) {\n  check(1);\n}\n';
    expect(checkContent([draft('a', `x\n${tests}`, `y\n${tests}`)])).toBeUndefined();
    const weaker = tests.replace('1', '2');
    expect(checkContent([draft('a', `x\n${tests}`, `x\n${weaker}`)])?.reason).toBe('inline-tests');
    expect(checkContent([draft('a', `x\n${tests}`, null)])?.reason).toBe('inline-tests');
    const rust = '#[cfg(test)]\nmod tests {}\n';
    expect(checkContent([draft('a.rs', `x\n${rust}`, 'x\n')])?.reason).toBe('inline-tests');
  });
});
