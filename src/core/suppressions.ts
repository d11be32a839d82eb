import { isAtHome } from './languages.js';

/** From some words to the end of the comment, or to the explanation after `--`. */
function comment(start: string): RegExp {
  return new RegExp(`${start}.*?(?=\\s*(?:\\*/|-->|--\\s|$))`, 'gm');
}

const SILENCERS: Readonly<Record<string, RegExp>> = {
  'eslint-disable': comment('\\b[\\w-]*(?:lint|hint)-(?:disable|ignore)\\b'),
  'eslint rule: off': comment('/\\*\\s*eslint\\s+[\\w@/-]+\\s*:'),
  'tslint:disable': comment('\\b(?:tslint|swiftlint|swiftformat|eslint|revive|gosec):\\s?disable'),
  'jshint ignore': comment('\\bjs[hl]int\\s+(?:ignore|-W|-\\w+:)'),
  'biome-ignore': comment(
    '\\b(?:biome|rome|dprint|svelte|swift-format|knip|knipignore)-(?:ignore|disable)',
  ),
  'prettier-ignore': comment('\\bprettier-(?:ignore|disable)'),
  'deno-lint-ignore': comment('\\bdeno-(?:lint|fmt|coverage)-ignore'),
  '@ts-ignore': comment('@ts-(?:ignore|nocheck|expect-error)'),
  $FlowFixMe: comment('\\$Flow(?:FixMe|Issue|Ignore|ExpectedError)|\\bflowlint\\b'),
  'as any': /\bas\s+any\b(?![ \t]+[\w'"]|\.(?:\s|$))|\bas\s+unknown\s+as\b/g,
  'istanbul ignore': comment(
    '\\b(?:istanbul|c8|v8|node:coverage|coverage)[:\\s]+(?:ignore|disable)',
  ),
  'Stryker disable': comment('\\bStryker\\s+disable'),
  NOSONAR: /\bNOSONAR\b/g,
  nosemgrep: comment(
    '\\b(?:nosemgrep|lgtm\\s?\\[|codeql\\s?\\[|coverity\\s?\\[|tfsec:ignore|checkov:skip)',
  ),
  'spell checker off': comment('\\b(?:cspell|spell-checker|codespell):\\s?(?:disable|ignore)'),
  '# noqa':
    /#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa\b[^#\n\r]*?(?=\s*(?:#|$))|#\s*nosec\b[^#\n\r]*?(?=\s*(?:#|$))/gim,
  '# type: ignore': comment(
    '#\\s*(?:type|pyright|mypy|pytype|basedpyright|pyrefly|ty|ruff)\\s*:\\s*(?:ignore|basic|disable|skip|no-|allow-|file-ignore|isort\\s*:\\s*(?:skip|off)|report\\w+\\s*=\\s*[\'"]?(?:false|none|information|warning))',
  ),
  'pyre-ignore': comment('#\\s*pyre-(?:ignore|fixme)'),
  'pylint: disable': comment('#\\s*pylint\\s*:\\s*(?:disable|skip)'),
  '# fmt: off': comment(
    '#\\s*(?:(?:fmt|yapf)\\s*:\\s*(?:off|skip|disable)|isort\\s*:\\s*(?:skip|off))',
  ),
  '@no_type_check': /@(?:typing\.)?no_type_check\w*/g,
  'pragma: no cover': comment('\\bpragma:\\s*no\\s+(?:cover|branch|mutate)'),
  LCOV_EXCL:
    /\b(?:LCOV|GCOVR?|GRCOV)_EXCL\w*|\bgrcov-excl-\w+|:nocov:|#\s*nocov\b|\$COVERAGE-OFF\$/gi,
  '#[allow]': /#!?\[\s*(?:cfg_attr\s*\([^\]]{0,300}?,\s*)?(?:allow|expect)\s*\([^\]]{0,1000}\]/g,
  '#[rustfmt::skip]':
    /#!?\[\s*(?:rustfmt::skip|coverage\s*\(\s*off|no_coverage|tarpaulin::skip|mutants::skip)/g,
  '//nolint': comment('//\\s*(?:nolint|lint:(?:file-)?ignore|exhaustive:ignore)|//\\s*#nosec'),
  '@SuppressWarnings':
    /@(?:file:)?Suppress(?:Warnings|Lint|FBWarnings)?\b(?:\s*\([^)]{0,1000}\))?/g,
  noinspection: comment(
    '\\bnoinspection\\b|\\bNOPMD\\b|\\bCHECKSTYLE[:.]\\s?OFF|\\bktlint-disable',
  ),
  '@Generated': /@(?:[\w.]+\.)?(?:Generated|ExcludeFromJacocoGeneratedReport)\b/g,
  '#pragma warning disable': comment(
    '#\\s*pragma\\s+(?:warning\\s*\\(?\\s*(?:disable|suppress)|(?:GCC|clang)\\s+diagnostic\\s+ignored)',
  ),
  '[SuppressMessage]':
    /\[\s*(?:[\w.:]+\.)?(?:(?:Unconditional)?SuppressMessage|ExcludeFromCodeCoverage)\b[^\]]{0,1000}\]/g,
  '#nullable disable': comment('#\\s*nullable\\s+disable|\\bReSharper\\s+disable'),
  NOLINT: /\bNOLINT(?:NEXTLINE|BEGIN)?\b(?:\([^)]{0,1000}\))?/g,
  'cppcheck-suppress': comment('\\bcppcheck-suppress|\\bclang-format\\s+off'),
  'swift-format-ignore': comment('//\\s*swift-format-ignore|\\bsourcery:\\s?skip'),
  'rubocop:disable': comment(
    '#\\s*(?:rubocop|standard)\\s*:\\s*(?:disable|todo)|#\\s*steep:ignore',
  ),
  '# typed: false': /^#\s*typed:\s*(?:ignore|false)/gm,
  'phpcs:ignore': comment('\\bphpcs:\\s?(?:ignore|disable)|@codingStandardsIgnore\\w*'),
  '@phpstan-ignore': comment(
    '@(?:phpstan-ignore|psalm-suppress|phan-suppress|phan-file-suppress|codeCoverageIgnore)',
  ),
  'credo:disable': comment('\\bcredo:disable|\\bcoveralls-ignore|\\bsobelow_skip|@dialyzer\\b'),
  '@nowarn': comment('@nowarn\\b|\\bscala(?:style|fix|fmt):\\s?off'),
  '// ignore:': comment('//\\s*ignore(?:_for_file)?:\\s*[a-z]+_[a-z]'),
  'shellcheck disable': comment(
    '#\\s*(?:shellcheck\\s+disable|hadolint\\s+ignore|yamllint\\s+disable)',
  ),
  luacheck: comment('\\bluacheck:\\s?(?:ignore|push|no)|---@diagnostic\\s+disable'),
  '# nolint': comment('#\\s*nolint\\b|##\\s*no\\s+critic'),
  HLint: comment('\\bHLINT\\s+ignore|\\bOPTIONS_GHC\\s+-(?:W|fno-warn)'),
};

const MODIFIERS =
  '(?:\\.(?:concurrent|sequential|serial|parallel|shuffle|describe|each|for|extend|skip|only|todo|failing|fails))*';
const MARKS = `${MODIFIERS}\\.(?:skip|only|todo|fails|failing|skipIf|runIf)\\b`;
const TITLE = '\\s*(?:<[^\\n>]{0,200}>\\s*)?(?:`|\\(\\s*[\'"`])';
/** A title, any other argument but a number, a table, or a type before them. */
const CALLED = `(?=${TITLE}|\\s*(?:<[^\\n>]{0,200}>\\s*)?\\(\\s*[^\\s)\\d]|\\.(?:each|for)\\b)`;
/** A title, or a name and a function: what other things that have these names are not given. */
const CALLED_AS_TEST = `(?=${TITLE}|\\s*\\(\\s*[\\w$.]+\\s*,\\s*(?:async\\b|function\\b|\\(|\\w+\\s*=>)|\\.(?:each|for)\\s*[(\`])`;

/** Marks that decide which tests run, or what fails; they may neither come nor go. */
export const TEST_MARKS: Readonly<Record<string, RegExp>> = {
  'test.skip': new RegExp(
    [
      `\\b(?:it|test|describe)${MARKS}${CALLED}`,
      `\\b(?:context|suite|specify|bench)${MARKS}${CALLED_AS_TEST}`,
      // Chosen and not called: `const run = slow ? test.skip : test`. `test.only` may be a plain property.
      `\\b(?:it|describe)${MARKS}(?=\\s*[;:,)])`,
      `(?<=\\btest\\s*:\\s*)\\btest${MARKS}`,
      `\\btest${MARKS}(?=\\s*:\\s*test\\b)`,
    ].join('|'),
    'g',
  ),
  xit: /(?<![.\w$-])x(?:it|describe|test|context|specify|suite)\b(?=\s*[.(])/g,
  fit: /(?<![.\w$-])f(?:it|describe|context)(?=\s*\(\s*['"`])/g,
  'expect.assertions': /\bexpect\s*\.\s*(?:assertions|hasAssertions)\b/g,
  '@pytest.mark.skip': /@?\bpytest\.mark\.(?:skip|skipif|xfail)\b|\bpytestmark\b/g,
  '@unittest.skip': /@(?:unittest\.)?(?:skip(?:If|Unless)|expectedFailure)\b|@unittest\.skip\b/g,
  't.Skip': /\bt\.Skip(?:f|Now)\b|\bt\.Skip\(\s*["`]|\btesting\.Short\b/g,
  '#[ignore]': /#\[\s*(?:ignore|should_panic)\b/g,
  '@Disabled': /@(?:Disabled\w*|Ignore|EnabledIf\w*|EnabledOn\w*)\b/g,
  'Fact(Skip)':
    /\[\s*(?:Fact|Theory)\s*\(\s*Skip\b|\[\s*(?:Ignore|Explicit)\b|\bAssert\.(?:Ignore|Inconclusive)\b/g,
  markTestSkipped: /\bmarkTest(?:Skipped|Incomplete)\b|\bXCTSkip\w*|@(?:module)?tag\s*:?skip\b/g,
};

/** What silences a linter, a type checker, a coverage tool or a test, by the name to show. */
export const SUPPRESSIONS: Readonly<Record<string, RegExp>> = { ...SILENCERS, ...TEST_MARKS };

/** What of a table's patterns a file holds, as it stands there, with blanks made one. */
export function marksIn(
  patterns: Readonly<Record<string, RegExp>>,
  path: string,
  text: string,
): string[] {
  return Object.entries(patterns)
    .filter(([name]) => isAtHome(name, path))
    .flatMap(([, pattern]) => text.match(pattern) ?? [])
    .map((match) => match.replace(/\s+/g, ' ').trim());
}
