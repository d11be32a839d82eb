import { describe, expect, it } from '@jest/globals';
import { checkContent } from '../../../src/change/lockbox/index.js';
import { TEST_CODE } from '../../../src/change/lockbox/test-code.js';
import { draft } from '../drafts.js';

/** For each name, lines that have it. */
const LINES: Record<string, string[]> = {
  'test-framework call': [
    "it('works', () => {});",
    'describe("x", function () {',
    'test(`x ${y}`, async () => {',
    "specify('x', { timeout: 5 }, async function () {",
    "it(\n  'adds, then stops (twice)',\n  async ({ page }) => {",
    "it('does what its long title says',\n  () => {});",
    "it.concurrent('x', (done) => {",
    "test.each([1, 2])('%i', (x) => {",
    "describe.skip.each`\n`('x', () => {",
    "test.each(cases)('x', run);",
    "it('x', fakeAsync(() => {",
    "test('x', () async {",
    "test('x', () {",
    'describe("x") {',
    'it("x") do',
    'context("x", t => {',
  ],
  'test-framework import': [
    "import { vi } from 'vitest';",
    "const test = require('node:test');",
    "import 'mocha';",
    "import { t } from 'bun:test';",
    "await import('@playwright/test');",
    "import { assert } from 'jsr:@std/testing/mock';",
  ],
  'test-framework object': ["jest.mock('./a');", 'vi.useFakeTimers();'],
  'pytest or unittest': [
    'import pytest',
    'pytest.raises(x)',
    'from unittest import mock',
    'import doctest',
  ],
  "Go's testing": [
    'import "testing"',
    '\t"testing/quick"',
    'func f(t *testing.T) {}',
    '\t"github.com/stretchr/testify/assert"',
  ],
  "Rust's test attribute": ['#[test]', '#[tokio::test]', '#[rstest]'],
  'test-framework import of the JVM': [
    'import org.junit.jupiter.api.Test;',
    'import static org.mockito.Mockito.mock;',
    'import io.kotest.core.spec.style.FunSpec',
    'import kotlin.test.assertEquals',
  ],
  'test annotation': ['@Test', '@BeforeEach'],
  'test attribute or import of .NET': ['using Xunit;', '[Fact]', '[TestMethod]', '[Test]'],
  'PHPUnit or Pest': [
    'use PHPUnit\\Framework\\Assert;',
    'class A extends TestCase {}',
    'use function Pest\\Laravel\\get;',
  ],
  'RSpec or Minitest': ['RSpec.configure', "require 'minitest/autorun'", "require 'test/unit'"],
  'test-framework include': ['#include <gtest/gtest.h>', '#include "catch2/catch.hpp"'],
  'XCTest or Testing': ['import XCTest', '@testable import XCTest', 'import Testing'],
  'ExUnit or package:test': ['use ExUnit.Case', "import 'package:test/test.dart';"],
  'look at whether tests run': [
    "if (process.env.NODE_ENV === 'test') {",
    'process.env.JEST_WORKER_ID',
    "os.environ.get('PYTEST_CURRENT_TEST')",
    'if cfg!(test) {',
    'if testing.Testing() {',
    "typeof jest !== 'undefined'",
    "'pytest' in x or sys.modules['pytest']",
  ],
  'process.exit': ['process.exit(0);', 'process.exitCode = 0;', 'Deno.exit(1);'],
  'os._exit': ['os._exit(0)', 'sys.exit(1)', 'raise SystemExit(0)'],
  'exit of the process': [
    'os.Exit(0)',
    'std::process::exit(0)',
    'System.exit(0);',
    'Environment.Exit(0);',
  ],
};

describe('what belongs to tests, or ends them', () => {
  it('has lines for every name', () => {
    expect(Object.keys(LINES).sort()).toEqual(Object.keys(TEST_CODE).sort());
  });

  const all = Object.entries(LINES).flatMap(([name, lines]) =>
    lines.map((line) => [name, line] as const),
  );

  it.each(all)('may move but not come into source: %s: %s', (name, line) => {
    expect(checkContent([draft('a', 'x\n', `${line}\nx\n`)])).toMatchObject({
      kind: 'refused',
      reason: 'test-code',
    });
    expect(line).toMatch(new RegExp(TEST_CODE[name] ?? /$^/));
    expect(
      checkContent([draft('a', `${line}\n`, ''), draft('b', null, `${line}\n`)])?.reason,
    ).toBeUndefined();
  });

  it.each([
    "if (/a/.test('x')) go();",
    'const item = context.get("x");',
    'const kit = split("x");',
    'submit("x")',
    'latest("x")',
    'import { it } from "./pronouns.js";',
    "import x from 'maptap';",
    'import testing_tools',
    'const testing = 1;',
    '@Testable',
    '[Tests]',
    "const mode = process.env.NODE_ENV === 'production';",
    'process.exits = 1',
    'const vitest = 1;',
    'typeof item',
    'return describe("item", x);',
    'const a = context("a");',
    'const a = context("a")\n  .map((x) => x);',
    'const s = describe("item", x);\nitems.map((y) => y);',
    'const s = describe("item", x)\nitems.map((y) => y)',
    'describe("item", of(x)).then((y) => y)',
    'if (test("a")) {',
    'suite.each((x) => x);',
  ])('is not seen in "%s"', (line) =>
    expect(checkContent([draft('a', 'x\n', `${line}\nx\n`)])).toBeUndefined(),
  );

  it.each([
    ['a.ts', 'const all = [Test];'],
    ['a.ts', '@Test()'],
    ['a.ts', "import Testing from './testing.js';"],
    ['a.js', 'const name = "testing";'],
    ['a.py', 'class A(x): # extends TestCase'],
    ['a.js', '// #[test] in Rust'],
    ['a.py', 'x = [Theory]'],
  ])('is not seen where it belongs to another language: %s: %s', (path, line) => {
    expect(checkContent([draft(path, 'x\n', `${line}\nx\n`)])).toBeUndefined();
  });

  it.each([
    ['A.cs', '[Test]'],
    ['A.java', '@Test'],
    ['A.kt', '@Test'],
    ['A.swift', '@Test func a() {}'],
    ['a.go', 'import "testing"'],
    ['a.rs', '#[tokio::test]'],
    ['a.php', 'class A extends TestCase {}'],
    ['a.rb', "require 'minitest/autorun'"],
    ['a.vue', "it('x', () => {"],
    ['A.ipynb', '[Test]'],
  ])('is seen in its own language, and where the language is not known: %s: %s', (path, line) => {
    expect(checkContent([draft(path, 'x\n', `${line}\nx\n`)])?.reason).toBe('test-code');
  });

  it('is told by name, with all files of the change', () => {
    const refused = checkContent([draft('a', 'x\n', 'import pytest\n'), draft('b', 'x\n', 'y\n')]);
    expect(refused?.message).toContain('The change adds pytest or unittest to source.');
    expect(refused?.files).toEqual(['a', 'b']);
  });

  it('is found in files of any encoding', () => {
    const after = Buffer.from('// caf\u00e9\nimport pytest\n', 'latin1');
    const before = { bytes: Buffer.from('// caf\u00e9\n', 'latin1'), mode: '100644' };
    const one = { path: 'a', before, after: { bytes: after, mode: '100644' } };
    expect(checkContent([one])?.reason).toBe('test-code');
  });
});
