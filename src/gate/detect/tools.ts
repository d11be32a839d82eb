import type { CheckKind } from '../../core/vocabulary.js';
import { readInvocation, toArgv, withoutOptions, type Invocation } from '../invocation.js';

/** A static check's tool, with its subcommand where it has several, and what kind of check it is. */
export interface CheckTool {
  name: string;
  kind: CheckKind;
}

const KINDS: Readonly<Record<CheckKind, readonly string[]>> = {
  format: [
    ...[
      'prettier',
      'oxfmt',
      'dprint',
      'black',
      'isort',
      'gofmt',
      'goimports',
      'gofumpt',
      'rustfmt',
    ],
    ...['biome format', 'ruff format', 'cargo fmt', 'golangci-lint fmt'],
  ],
  lint: [
    ...['eslint', 'oxlint', 'xo', 'standard', 'ts-standard', 'semistandard', 'stylelint'],
    ...['biome lint', 'biome check', 'biome ci', 'ruff check', 'flake8', 'pylint'],
    ...['mvnw checkstyle:check', 'gradle checkstyleMain', 'gradlew checkstyleMain'],
    ...[
      'golangci-lint run',
      'go vet',
      'staticcheck',
      'cargo clippy',
      'revive',
      'mvn checkstyle:check',
    ],
  ],
  types: ['tsc', 'vue-tsc', 'tsgo', 'svelte-check', 'mypy', 'pyright', 'basedpyright'],
  script: [],
};
const BY_NAME = new Map(
  (['format', 'lint', 'types'] as const).flatMap((kind) =>
    KINDS[kind].map((name) => [name, kind] as const),
  ),
);

/** The check that a command is; null: it is none that detection knows. */
export function checkTool(argv: readonly string[]): CheckTool | null {
  const { tool, args } = readInvocation(argv);
  const subcommand = args.find((arg) => !/^[-+]/.test(arg)) ?? '';
  for (const name of [`${tool} ${subcommand}`, tool]) {
    const kind = BY_NAME.get(name);
    if (kind !== undefined) return { name, kind };
  }
  return null;
}

const GLOBBING: ReadonlySet<string> = new Set([
  ...['eslint', 'prettier', 'stylelint', 'xo', 'standard', 'ts-standard', 'semistandard'],
]);

/** Whether a check's tool expands globs itself, so that none needs a shell for it. */
export const expandsGlobs = (argv: readonly string[]): boolean =>
  GLOBBING.has(checkTool(argv)?.name ?? '');

type Rule = (args: string[]) => string[];

const dropping =
  (...names: string[]): Rule =>
  (args) =>
    withoutOptions(args, names);

/** Adds a flag unless one of those that do the same is there. */
const ensuring =
  (flag: string, ...same: string[]): Rule =>
  (args) => {
    if (args.some((arg) => [flag, ...same].includes(arg))) return args;
    const end = args.includes('--') ? args.indexOf('--') : args.length;
    return args.toSpliced(end, 0, flag);
  };

const both =
  (first: Rule, second: Rule): Rule =>
  (args) =>
    second(first(args));

const FIXES = dropping(
  '--fix',
  '--fix-type=',
  '--fix-dry-run',
  '--fix-suggestions',
  '--fix-dangerously',
);
const BIOME = dropping('--write', '--fix', '--apply', '--apply-unsafe', '--unsafe');
const GOFMT = both(dropping('-w'), ensuring('-l', '-d'));

const RULES: Readonly<Record<string, Rule>> = {
  eslint: FIXES,
  oxlint: FIXES,
  xo: FIXES,
  standard: FIXES,
  'ts-standard': FIXES,
  semistandard: FIXES,
  stylelint: FIXES,
  prettier: both(dropping('--write', '-w'), ensuring('--check', '-c', '-l', '--list-different')),
  oxfmt: both(dropping('--write'), ensuring('--check', '--list-different')),
  dprint: (args) => args.map((arg) => (arg === 'fmt' ? 'check' : arg)),
  'biome lint': BIOME,
  'biome check': BIOME,
  'biome ci': (args) => args,
  'biome format': BIOME,
  'ruff check': both(dropping('--fix', '--fix-only', '--unsafe-fixes', '--no-fix'), (args) =>
    args.flatMap((arg) => (arg === 'check' ? [arg, '--no-fix'] : [arg])),
  ),
  'ruff format': ensuring('--check', '--diff'),
  black: ensuring('--check', '--diff'),
  isort: ensuring('--check-only', '-c', '--check', '--diff', '--df'),
  gofmt: GOFMT,
  goimports: GOFMT,
  gofumpt: GOFMT,
  rustfmt: ensuring('--check'),
  'golangci-lint run': dropping('--fix'),
  'golangci-lint fmt': ensuring('--diff', '-d'),
  'go vet': dropping('-fix'),
  'cargo clippy': dropping('--fix', '--allow-dirty', '--allow-staged', '--allow-no-vcs'),
  'cargo fmt': ensuring('--check'),
};

const WRITERS: ReadonlySet<string> = new Set([
  ...['lint-staged', 'pre-commit', 'prek', 'husky', 'autoflake', 'autopep8', 'yapf', 'pyupgrade'],
  ...['docformatter', 'pretty-quick', 'sort-package-json', 'syncpack', 'gofix'],
]);
const WRITES = /^--(?:fix|write|unsafe|apply|in-place)\b(?!-dry)/;

function writes({ tool, args }: Invocation): boolean {
  if (WRITERS.has(tool) || args.some((arg) => WRITES.test(arg))) return true;
  const [first = ''] = args;
  if (tool === 'prettier') return args.includes('-w');
  if (tool === 'remark') return args.includes('--output') || args.includes('-o');
  return tool === 'go' && /^(?:fmt|fix|generate)$/.test(first);
}

/** Whether a command rewrites files, so that it is no check. */
export function isWriting(argv: readonly string[]): boolean {
  return writes(readInvocation(argv));
}

/**
 * The variant of a command that only looks; the command itself where it does not write, null where
 * no flag stops it from writing.
 */
export function onlyLooking(argv: string[]): string[] | null {
  const invocation = readInvocation(argv);
  const rule = RULES[checkTool(argv)?.name ?? ''];
  if (rule === undefined) return writes(invocation) ? null : argv;
  const args = rule(invocation.args);
  return args.join('\0') === invocation.args.join('\0') ? argv : toArgv({ ...invocation, args });
}
