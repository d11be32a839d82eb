/** In which languages a pattern of the lockbox or the gate means what it says. Pure. */

const ENDINGS = {
  script: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.vue', '.svelte'],
  python: ['.py', '.pyi'],
  ruby: ['.rb'],
  go: ['.go'],
  rust: ['.rs'],
  jvm: ['.java', '.kt', '.kts', '.groovy', '.scala'],
  net: ['.cs', '.fs', '.vb'],
  php: ['.php'],
  swift: ['.swift', '.m', '.mm'],
  elixir: ['.ex', '.exs'],
};
type Language = keyof typeof ENDINGS;

/** Languages of the patterns whose words are ordinary names elsewhere, such as `[Test]`. */
const AT_HOME: Readonly<Record<string, Language[]>> = {
  "Go's testing": ['go'],
  "Rust's test attribute": ['rust', 'php'],
  'test-framework import of the JVM': ['jvm'],
  'test annotation': ['jvm', 'swift', 'php'],
  'test attribute or import of .NET': ['net'],
  'PHPUnit or Pest': ['php', 'jvm'],
  'XCTest or Testing': ['swift'],
  't.Skip': ['go'],
  '#[ignore]': ['rust'],
  '@Disabled': ['jvm'],
  'Fact(Skip)': ['net', 'jvm'],
  markTestSkipped: ['php', 'swift', 'elixir'],
};

function languageOf(path: string): Language | undefined {
  const ending = /[^/](\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const languages = Object.entries(ENDINGS) as [Language, string[]][];
  return languages.find(([, endings]) => endings.includes(ending))?.[0];
}

/** Tells whether a pattern is looked for in a file: not where the file is known to be in another language. */
export function isAtHome(pattern: string, path: string): boolean {
  const language = languageOf(path);
  const home = AT_HOME[pattern];
  return language === undefined || home === undefined || home.includes(language);
}
