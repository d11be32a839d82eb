import type { RunnerId } from '../../core/vocabulary.js';

/** Languages whose projects detection knows, as people write them. */
export const LANGUAGES = ['JavaScript', 'Python', 'Go', 'Rust', 'Java'] as const;
export type LanguageId = (typeof LANGUAGES)[number];

const EXTENSIONS: Readonly<Record<LanguageId, RegExp>> = {
  JavaScript: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  Python: /\.pyi?$/,
  Go: /\.go$/,
  Rust: /\.rs$/,
  Java: /\.(?:java|kts?|groovy|scala)$/,
};

const OF_RUNNER: Readonly<Record<RunnerId, LanguageId>> = {
  'node:test': 'JavaScript',
  jest: 'JavaScript',
  vitest: 'JavaScript',
  mocha: 'JavaScript',
  ava: 'JavaScript',
  tap: 'JavaScript',
  playwright: 'JavaScript',
  report: 'JavaScript',
  pytest: 'Python',
  unittest: 'Python',
  go: 'Go',
  cargo: 'Rust',
  nextest: 'Rust',
  surefire: 'Java',
  gradle: 'Java',
};

/** The language whose tests a runner runs. */
export const languageOfRunner = (id: RunnerId): LanguageId => OF_RUNNER[id];

/** The files of one language. */
export function filesOf(language: LanguageId, files: readonly string[]): string[] {
  return files.filter((file) => EXTENSIONS[language].test(file));
}

const PYTHON_TOOLS: ReadonlySet<string> = new Set([
  ...['black', 'isort', 'ruff check', 'ruff format', 'flake8', 'pylint', 'mypy', 'pyright'],
  'basedpyright',
]);

/** The language that a check's tool, as `checkTool` names it, is for. */
export function languageOfTool(name: string): LanguageId {
  if (PYTHON_TOOLS.has(name)) return 'Python';
  if (/^(?:go |gofmt|goimports|gofumpt|golangci-lint|staticcheck|revive)/.test(name)) return 'Go';
  if (/^(?:cargo|rustfmt)/.test(name)) return 'Rust';
  return /^(?:mvnw?|gradlew?) /.test(name) ? 'Java' : 'JavaScript';
}
