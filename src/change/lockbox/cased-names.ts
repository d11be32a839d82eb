const LANGUAGES = 'java|kt|kts|groovy|scala|cs|fs|vb|php|swift|m|mm|cpp|cc|cxx';

/**
 * Names of tests in languages that write them in camel case. Letter case tells `OrderIT.java` from
 * `Unit.java` and `FooTest.cs` from `Contest.cs`, so these are matched as spelled; in a name without
 * any small letter, `TEST` at its end is enough.
 */
const CASED: { rule: string; pattern: RegExp }[] = [
  {
    rule: '**/*{Test,Tests,TestCase,TestCases,TestBase,TestSuite,TestUtil,TestUtils,TestHelper}.{java,kt,cs,php,…}',
    pattern: new RegExp(
      `(?:^|/)[^/]*Test(?:s|Cases?|Base|Suite|Utils?|Helpers?|Fixtures?|Data)?\\.(?:${LANGUAGES})$`,
    ),
  },
  {
    rule: '**/Test*.{java,kt,groovy,scala,php}',
    pattern: /(?:^|\/)Tests?[A-Z0-9][^/]*\.(?:java|kt|groovy|scala|php)$/,
  },
  {
    rule: '**/*IT.{java,kt,cs,php}',
    pattern: /(?:^|\/)(?:[^/]*[a-z0-9_])?IT(?:Case)?\.(?:java|kt|groovy|scala|cs|php)$/,
  },
  { rule: '**/IT*.{java,kt}', pattern: /(?:^|\/)IT[A-Z][a-z][^/]*\.(?:java|kt|groovy|scala)$/ },
  {
    rule: '**/*Spec.{hs,java,kt,groovy,scala,cs,php,swift}',
    pattern: /[^/]Specs?\.(?:hs|java|kt|groovy|scala|cs|php|swift)$/,
  },
  { rule: '**/*{Test,Tests}/**', pattern: /[A-Za-z0-9]Tests?\// },
  { rule: '**/*TestFixtures/**', pattern: /(?:^|\/)(?:[^/]*T|t)estFixtures?\// },
  {
    rule: '**/*{TEST,TESTS,TESTCASE}.{JAVA,KT,CS,PHP,…}',
    pattern: new RegExp(`(?:^|/)[^/a-z]*TEST(?:S|CASE)?\\.(?:${LANGUAGES})$`),
  },
];

const ENDING = /\.\w+$/;

/** The rule for names in camel case that a path (its trailing dots and blanks taken off) meets. */
export function casedRule(path: string): string | undefined {
  const spelled = path.replace(ENDING, (ending) => ending.toLowerCase());
  return CASED.find(({ pattern }) => pattern.test(spelled))?.rule;
}
