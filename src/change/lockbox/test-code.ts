const CALL =
  '(?:describe|context|suite|it|test|specify|bench)(?:\\.(?:only|skip|todo|failing|fails|concurrent|sequential|serial|parallel))*';
const STRING = `(?:'[^'\\n]*'|"[^"\\n]*"|\`[^\`]*\`)`;
/** Some of the arguments, on one line, in which no bracket closes that was not opened. */
const ARGUMENTS = '(?:[^()\\n;]|\\([^()\\n]*\\)|\\(){0,300}?';
const FUNCTION = '(?:=>|\\bfunction\\b|\\basync\\b|\\([^()\\n]*\\)\\s*\\{)';

/** A title and a function, a table of cases, or a title and a block: others have such names too. */
const TEST_CALL = [
  `(?<![.\\w$])${CALL}\\s*\\(\\s*${STRING}[^,()\\n;]*,${ARGUMENTS}(?:\\n${ARGUMENTS})?${FUNCTION}`,
  `(?<![.\\w$])${CALL}\\.each\\s*(?:\`|\\(\\s*\\[|\\([^()\\n]*\\)\\s*\\(\\s*['"\`])`,
  `^[ \\t]*${CALL}\\s*\\(\\s*${STRING}\\s*\\)\\s*(?:\\{|do\\b)`,
];

/** Code that belongs to tests, looks whether tests run, or ends the process before they have failed. */
export const TEST_CODE: Readonly<Record<string, RegExp>> = {
  'test-framework call': new RegExp(TEST_CALL.join('|'), 'gm'),
  'test-framework import':
    /(?:\bfrom|\brequire\(|\bimport\(?)\s*['"](?:vitest|@jest\/globals|mocha|chai|ava|tap|tape|uvu|jasmine|sinon|cypress|node:test|bun:test|@playwright\/test|@testing-library\/[\w-]+|supertest|fast-check|(?:jsr:)?@std\/testing(?:\/\w+)?)(?:\/[\w-]+)?['"]/g,
  'test-framework object':
    /(?<![.\w$])(?:jest|vi)\.(?:mock|fn|spyOn|setTimeout|unmock|doMock|hoisted|useFakeTimers|setSystemTime)\b/g,
  'pytest or unittest':
    /\b(?:import|from)\s+(?:pytest|unittest|nose|hypothesis|doctest)\b|\bpytest\.\w+|@unittest\.\w+|\bunittest\.mock\b/g,
  "Go's testing":
    /(?:^|\s)"testing(?:\/\w+)?"|\*testing\.[TBMF]\b|"github\.com\/stretchr\/testify\b/g,
  "Rust's test attribute":
    /#\[\s*(?:(?:\w+::)*test|bench|rstest|proptest|test_case|wasm_bindgen_test|cfg\s*\(\s*test\s*\))\b/g,
  'test-framework import of the JVM':
    /\bimport\s+(?:static\s+)?(?:org\.(?:junit|testng|mockito|assertj|hamcrest|spockframework|scalatest|scalacheck)|io\.(?:kotest|mockk)|kotlin\.test|junit\.framework|munit)\b/g,
  'test annotation':
    /@(?:Test|ParameterizedTest|RepeatedTest|BeforeEach|AfterEach|BeforeAll|AfterAll)\b/g,
  'test attribute or import of .NET':
    /\busing\s+(?:Xunit|NUnit|Moq|FluentAssertions|Microsoft\.VisualStudio\.TestTools)\b|\[\s*(?:Fact|Theory|TestMethod|TestClass|TestFixture|Test)\s*(?:\]|\((?!\s*Skip\b))/g,
  'PHPUnit or Pest': /\bPHPUnit\\|\bextends\s+(?:\w+\\)*TestCase\b|\buse\s+function\s+Pest\\/g,
  'RSpec or Minitest':
    /\bRSpec\b|\bMinitest\b|\brequire\s+['"](?:rspec|minitest|test\/unit|test_helper|spec_helper)\b/g,
  'test-framework include': /#\s*include\s*[<"](?:gtest|gmock|catch2?|doctest|boost\/test)\b/g,
  'XCTest or Testing': /\b(?:@testable\s+)?import\s+(?:XCTest|Testing|Quick|Nimble)\b/g,
  'ExUnit or package:test': /\bExUnit\b|['"]package:(?:test|flutter_test|mockito)\//g,
  'look at whether tests run':
    /\b(?:JEST_WORKER_ID|VITEST(?:_\w+)?|PYTEST_CURRENT_TEST|NODE_TEST_CONTEXT|RUST_TEST_\w+|PHPUNIT_\w+)\b|\bNODE_ENV\b[^\n]{0,12}['"]test['"]|\bcfg!\s*\(\s*test\b|\btesting\.Testing\s*\(|\btypeof\s+(?:jest|vi|describe|it|test|expect)\b|\bsys\.modules\b[^\n]{0,12}['"](?:pytest|unittest)['"]/g,
  'process.exit':
    /\bprocess\s*\.\s*(?:exit|exitCode|reallyExit|abort|kill)\b|\b(?:Deno|Bun)\.exit\b/g,
  'os._exit': /\b(?:os\s*\.\s*(?:_exit|abort|kill)|sys\s*\.\s*exit)\b|\bSystemExit\b/g,
  'exit of the process':
    /\bos\.Exit\b|\bprocess::(?:exit|abort)\b|\bSystem\.exit\b|\bexitProcess\b|\bRuntime\.getRuntime\(\)\.(?:exit|halt)\b|\bEnvironment\.(?:Exit|FailFast)\b|\bSystem\.halt\b|\bKernel\.exit\b/g,
};
