import { describe, expect, it } from '@jest/globals';
import { checkContent } from '../../../src/change/lockbox/index.js';
import { SUPPRESSIONS, TEST_MARKS } from '../../../src/core/suppressions.js';
import { draft } from '../drafts.js';

function reason(...files: [string | null, string | null][]): string | undefined {
  const drafts = files.map(([before, after], index) => draft(`src/${index}.txt`, before, after));
  return checkContent(drafts)?.reason;
}

/** For each name, lines that have it. */
const LINES: Record<string, string[]> = {
  'eslint-disable': [
    '// eslint-disable-next-line no-eval',
    '/* eslint-disable */',
    'x(); // eslint-disable-line',
    '/* stylelint-disable */',
    '// oxlint-disable-next-line',
    '<!-- markdownlint-disable MD013 -->',
    '{{! template-lint-disable }}',
  ],
  'eslint rule: off': ['/* eslint no-eval: "off" */', '/* eslint @a/b-c: 0 */'],
  'tslint:disable': [
    '// tslint:disable',
    '// swiftlint:disable all',
    '// swiftformat:disable x',
    '//revive:disable',
  ],
  'jshint ignore': ['/* jshint ignore:start */', '/* jslint -W034 */'],
  'biome-ignore': [
    '// biome-ignore lint/a: b',
    '// dprint-ignore',
    '<!-- svelte-ignore a11y -->',
    '// swift-format-ignore',
  ],
  'prettier-ignore': ['// prettier-ignore'],
  'deno-lint-ignore': [
    '// deno-lint-ignore no-explicit-any',
    '// deno-lint-ignore-file',
    '// deno-fmt-ignore',
  ],
  '@ts-ignore': ['// @ts-ignore', '// @ts-nocheck', '// @ts-expect-error later'],
  $FlowFixMe: [
    '// $FlowFixMe[incompatible-type]',
    '// $FlowIgnore',
    '/* flowlint sketchy-null:off */',
  ],
  'as any': ['const a = b as any;', 'f(a as any, b)', 'const a = b as unknown as C;', 'x as any'],
  'istanbul ignore': [
    '/* istanbul ignore next */',
    '/* c8 ignore start */',
    '/* v8 ignore next 3 */',
    '/* node:coverage disable */',
    '// coverage:ignore-file',
  ],
  'Stryker disable': ['// Stryker disable all'],
  NOSONAR: ['x(); // NOSONAR'],
  nosemgrep: ['# nosemgrep: a.b', '// lgtm[js/x]', '// codeql [js/x]', '#tfsec:ignore:x'],
  'spell checker off': ['// cspell:disable', '// cspell:ignore foo', '# codespell:ignore'],
  '# noqa': [
    'x = 1  # noqa: E501',
    '# ruff: noqa: F401',
    '# flake8: noqa',
    '# NOQA',
    'x = 1  # nosec B101',
  ],
  '# type: ignore': [
    'x = 1  # type: ignore[attr]',
    '# pyright: ignore',
    '# pyright: basic',
    '# mypy: ignore-errors',
    '# mypy: disable-error-code="x"',
    '# pytype: disable=x',
    '# ty: ignore',
    '# pyright: reportMissingImports=false',
    '# ruff: disable[E501]',
    '# ruff: isort: skip_file',
  ],
  'pyre-ignore': ['# pyre-ignore[1]', '# pyre-fixme[2]: x'],
  'pylint: disable': ['# pylint: disable=x', '# pylint: skip-file'],
  '# fmt: off': ['# fmt: off', '# fmt: skip', '# yapf: disable', '# isort: skip_file'],
  '@no_type_check': ['@no_type_check', '@typing.no_type_check'],
  'pragma: no cover': ['x()  # pragma: no cover', '# pragma: no branch', '# pragma: no mutate'],
  LCOV_EXCL: ['// LCOV_EXCL_LINE', '// GCOVR_EXCL_START', '# :nocov:', '// $COVERAGE-OFF$'],
  '#[allow]': [
    '#[allow(dead_code)]',
    '#![allow(clippy::all)]',
    '#[expect(unused)]',
    '#[cfg_attr(unix, allow(unused))]',
  ],
  '#[rustfmt::skip]': ['#[rustfmt::skip]', '#[coverage(off)]', '#[mutants::skip]'],
  '//nolint': ['x() //nolint:all', '// nolint', '//lint:ignore SA1 x', '// #nosec G101'],
  '@SuppressWarnings': [
    '@SuppressWarnings("x")',
    '@Suppress("x")',
    '@file:Suppress("x")',
    '@SuppressLint("x")',
  ],
  noinspection: ['//noinspection X', '// NOPMD', '// CHECKSTYLE:OFF', '// ktlint-disable x'],
  '@Generated': ['@Generated', '@javax.annotation.Generated("x")', '@lombok.Generated'],
  '#pragma warning disable': [
    '#pragma warning disable CS0168',
    '#pragma warning(disable: 4996)',
    '#pragma GCC diagnostic ignored "-Wx"',
    '#pragma clang diagnostic ignored "-Wx"',
  ],
  '[SuppressMessage]': [
    '[SuppressMessage("a", "b")]',
    '[System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]',
  ],
  '#nullable disable': ['#nullable disable', '// ReSharper disable once X'],
  NOLINT: ['x(); // NOLINT', '// NOLINTNEXTLINE(a-b)'],
  'cppcheck-suppress': ['// cppcheck-suppress x', '// clang-format off'],
  'swift-format-ignore': ['// swift-format-ignore', '// sourcery:skip'],
  'rubocop:disable': ['x # rubocop:disable Style/X', '# rubocop:todo X', '# standard:disable X'],
  '# typed: false': ['# typed: false', '# typed: ignore'],
  'phpcs:ignore': ['// phpcs:ignore X', '// phpcs:disable', '// @codingStandardsIgnoreLine'],
  '@phpstan-ignore': [
    '// @phpstan-ignore-next-line',
    '/** @psalm-suppress X */',
    '// @codeCoverageIgnore',
  ],
  'credo:disable': [
    '# credo:disable-for-next-line',
    '# coveralls-ignore-start',
    '@dialyzer {:nowarn_function, x: 1}',
  ],
  '@nowarn': ['@nowarn("msg=x")', '// scalastyle:off', '// scalafix:off'],
  '// ignore:': ['// ignore: avoid_print', '// ignore_for_file: unused_import'],
  'shellcheck disable': ['# shellcheck disable=SC2086', '# hadolint ignore=DL3008'],
  luacheck: ['-- luacheck: ignore', '---@diagnostic disable-next-line'],
  '# nolint': ['x <- 1 # nolint', '## no critic'],
  HLint: ['{- HLINT ignore "x" -}', '{-# OPTIONS_GHC -Wno-x #-}'],
  'test.skip': [
    'x = it.skip;',
    'test.only(f);',
    'describe.todo(f);',
    'it.fails(f)',
    'test.failing(f)',
    'describe.concurrent.skip(f)',
    'it.skipIf(x)(f)',
  ],
  xit: ["xit('works', f);", 'xdescribe(`x`, f);', 'xtest("x", f)'],
  fit: ["fit('works', f);", 'fdescribe("x", f)'],
  'expect.assertions': ['expect.assertions(2);', 'expect.hasAssertions();'],
  '@pytest.mark.skip': ['@mark.x\npytestmark = x', 'x = mark(pytestmark)'],
  '@unittest.skip': ['@skipIf(x, "y")', '@expectedFailure'],
  't.Skip': ['t.Skip("x")', 't.SkipNow()', 'if testing.Short() {'],
  '#[ignore]': ['#[ignore]', '#[ignore = "slow"]', '#[should_panic]'],
  '@Disabled': ['@Disabled("x")', '@Ignore', '@EnabledIf("x")'],
  'Fact(Skip)': ['[Fact(Skip = "x")]', '[Ignore("x")]', 'Assert.Inconclusive();'],
  markTestSkipped: ['$this->markTestSkipped();', 'throw XCTSkip("x")', '@tag :skip'],
};

describe('what silences a gate', () => {
  it('has lines for every name', () => {
    expect(Object.keys(LINES).sort()).toEqual(Object.keys(SUPPRESSIONS).sort());
  });

  const all = Object.entries(LINES).flatMap(([name, lines]) =>
    lines.map((line) => [name, line] as const),
  );

  it.each(all)('%s: %s', (name, line) => {
    expect(line).toMatch(new RegExp(SUPPRESSIONS[name] ?? /$^/));
    expect(reason(['x\n', `${line}\nx\n`])).toBe('suppression');
    expect(reason([null, `${line}\n`])).toBe('suppression');
    expect(reason([`a\n${line}\nx\n`, 'a\nx\n'], ['y\n', `  ${line}\ny\n`])).toBeUndefined();
    expect(reason([`${line}\nx\n`, null], [null, `${line}\nx\n`])).toBeUndefined();
    expect(reason([`${line}\nx\n`, `${line}\n${line}\nx\n`])).toBe('suppression');
    const gone = name in TEST_MARKS ? 'test-code' : undefined;
    expect(reason([`${line}\nx\n`, 'x\n'])).toBe(gone);
  });

  it.each([
    ['// eslint-disable-next-line no-eval', '/* eslint-disable */'],
    ['// eslint-disable-next-line no-eval', '// eslint-disable-next-line no-eval, no-alert'],
    ['#[allow(dead_code)]', '#[allow(dead_code, unused)]'],
    ['x = 1  # noqa: E501', 'x = 1  # noqa'],
    ['@SuppressWarnings("a")', '@SuppressWarnings({"a", "b"})'],
    ['# pylint: disable=a', '# pylint: disable=a,b'],
  ])('may not grow from %s to %s', (before, after) => {
    expect(reason([`${before}\n`, `${after}\n`])).toBe('suppression');
  });

  it.each([
    ['x(); /* eslint-disable-line no-eval */', '\tx();   /* eslint-disable-line no-eval  */  '],
    [
      '// eslint-disable-next-line no-eval -- once',
      '// eslint-disable-next-line no-eval -- for now',
    ],
    ['#[allow(dead_code)] fn a() {}', '#[allow(dead_code)]\nfn b() {}'],
    ['x = 1  # noqa: E501', 'y = 22  # noqa: E501  # more'],
    ['// @ts-ignore', '// @ts-ignore\r'],
  ])('may stand at other code: %s, %s', (before, after) => {
    expect(reason([`${before}\n`, `${after}\n`])).toBeUndefined();
  });

  it.each([
    'noqa = 1',
    'limit("x")',
    'exit("x")',
    'model.fit("x")',
    'object-fit ("x")',
    'the same as any other word',
    '// ignore: it was closed before',
    'const a = Suppress(b);',
    'JsonIgnore',
    '@JsonIgnore',
    'items.Skip(2)',
    'query.skip(2).only()',
    'linting = disable',
    'fn allow(x: u8) {}',
    'typed: ignore',
    'NOLINTING',
    'run(context.query.skip, context.query.limit)',
    'const { todo } = context;',
    'return context.todo.title;',
    'it.skip();',
    'it.skip(2);',
    'const s = suite.only ? 1 : 2;',
    'const s = test.only ? 1 : 2;',
    'if (test.skip) return;',
    'context.skip(count);',
    'it.next.skip("x")',
    '/** Accepts the same as any. */',
  ])('is not seen in "%s"', (line) => {
    expect(reason(['x\n', `${line}\nx\n`])).toBeUndefined();
    expect(reason([`${line}\nx\n`, 'x\n'])).toBeUndefined();
  });

  it.each([
    "it.skip('x', () => {});",
    'describe.only("x", f);',
    'test.skip.each([[1]])("x", f);',
    'test.only.each`a`("x", f);',
    "it.only<Context>('x', f);",
    'it.todo(`x`);',
    "context.skip('x', f);",
    'suite.only(title, () => {',
    "test.describe.parallel.only('x', f);",
    'const run = slow ? it.skip : it;',
    '(slow ? test : test.skip)("x", f);',
    "specify.skip(\n  'x',\n  f);",
  ])('is seen in every form of a test that is marked: %s', (line) => {
    expect(line).toMatch(new RegExp(TEST_MARKS['test.skip'] ?? /$^/));
    expect(reason(['x\n', `${line}\nx\n`])).toMatch(/^(?:suppression|test-code)$/);
    expect(reason([`${line}\nx\n`, 'x\n'])).toBe('test-code');
  });

  it.each([
    ['ts', '[Ignore, Explicit]', undefined],
    ['ts', '@Disabled()', undefined],
    ['js', 't.Skip("x")', undefined],
    ['py', '# #[ignore] in Rust', undefined],
    ['cs', '[Ignore("x")]', 'suppression'],
    ['kt', '@Disabled', 'suppression'],
    ['go', 't.Skip("x")', 'suppression'],
    ['rs', '#[ignore]', 'suppression'],
    ['swift', 'throw XCTSkip("x")', 'suppression'],
    ['tsx', 'it.skip(f)', 'suppression'],
  ])('is looked for in its own language: .%s: %s', (ending, line, expected) => {
    const file = (text: string) => ({ bytes: Buffer.from(text), mode: '100644' });
    const one = { path: `src/a.${ending}`, before: file('x\n'), after: file(`${line}\nx\n`) };
    expect(checkContent([one])?.reason).toBe(expected);
  });
});
