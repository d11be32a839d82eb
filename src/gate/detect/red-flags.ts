import type { RunnerId } from '../../core/vocabulary.js';
import { readInvocation } from '../invocation.js';
import { runnerOf } from '../runners/index.js';

type Flags = readonly (readonly [pattern: RegExp, why: string])[];

const EVERYWHERE: Flags = [
  [/^--(?:retry|retries|reruns)\b/, 'retries failing tests'],
  [/^--if-present$/, 'passes when there is nothing to run'],
  [/^--shard\b/, 'runs only a part of the tests'],
];

const CHANGED_ONLY = 'runs only what changed';
const SNAPSHOTS = 'rewrites snapshots';
const HIDES = 'hides what happens after the tests';
const ENDLESS = 'never ends';
const STOPS = 'stops at the first failures';
const PART = 'runs only a part of the tests';
const ORDER = 'depends on what failed before';
const NO_TESTS = 'runs no test';

const JEST: Flags = [
  [/^(?:-u|--update|--updateSnapshot)$/, SNAPSHOTS],
  [/^--forceExit$/, HIDES],
  [/^--watch/, ENDLESS],
  [/^(?:-o|--onlyChanged|--lastCommit|--changedSince)\b/, CHANGED_ONLY],
  [/^(?:-f|--onlyFailures)$/, ORDER],
  [/^--listTests$/, NO_TESTS],
];

const MAVEN: Flags = [
  [/^-D(?:skipTests|maven\.test\.skip)(?:$|=true)/, NO_TESTS],
  [/^-D(?:maven\.test\.failure\.ignore|testFailureIgnore)(?:$|=true)/, 'passes when tests fail'],
  [/^(?:-fn|--fail-never)$/, 'passes when tests fail'],
  [/^-Dsurefire\.rerunFailingTestsCount/, 'retries failing tests'],
];

const OF_RUNNER: Readonly<Partial<Record<RunnerId, Flags>>> = {
  jest: JEST,
  vitest: [
    [/^(?:-u|--update)\b/, SNAPSHOTS],
    [/^(?:-w|--watch)(?:$|=true)/, ENDLESS],
    [/^--changed\b/, CHANGED_ONLY],
    [/^--dangerouslyIgnoreUnhandledErrors/, HIDES],
  ],
  mocha: [
    [/^--exit$/, HIDES],
    [/^(?:-w|--watch)$/, ENDLESS],
  ],
  ava: [
    [/^(?:-u|--update-snapshots)$/, SNAPSHOTS],
    [/^(?:-w|--watch)$/, ENDLESS],
  ],
  tap: [
    [/^(?:-w|--watch)$/, ENDLESS],
    [/^(?:-n|--changed)$/, CHANGED_ONLY],
    [/^--snapshot$/, SNAPSHOTS],
  ],
  'node:test': [
    [/^--test-force-exit$/, HIDES],
    [/^--test-update-snapshots$/, SNAPSHOTS],
    [/^--watch\b/, ENDLESS],
  ],
  playwright: [
    [/^(?:-u|--update-snapshots)(?!=none)\b/, SNAPSHOTS],
    [/^--(?:ui|debug)\b/, ENDLESS],
    [/^--(?:last-failed|only-changed)\b/, CHANGED_ONLY],
  ],
  pytest: [
    [/^-k/, PART],
    [/^--deselect\b/, PART],
    [/^(?:-x|--exitfirst|--maxfail\b.*)$/, STOPS],
    [/^--(?:lf|last-failed|ff|failed-first|nf|new-first|sw|stepwise)\b/, ORDER],
    [/^--(?:co|collect-only|collectonly)$/, NO_TESTS],
    [/^--(?:snapshot-update|force-regen|inline-snapshot|update-snapshots?)\b/, SNAPSHOTS],
  ],
  unittest: [
    [/^-k/, PART],
    [/^(?:-f|--failfast)$/, STOPS],
  ],
  go: [
    [/^-{1,2}(?:test\.)?(?:run|skip)\b/, PART],
    [/^-{1,2}failfast\b/, STOPS],
    [/^-{1,2}(?:c|list|exec|n)\b/, NO_TESTS],
  ],
  cargo: [
    [/^(?:--no-run|--list)$/, NO_TESTS],
    [/^--skip$/, PART],
    [/^--target(?:=|$)/, 'builds for another platform'],
  ],
  surefire: MAVEN,
  gradle: [
    [/^(?:-m|--dry-run)$/, NO_TESTS],
    [/^--tests\b/, PART],
  ],
};

const PASSES_EMPTY = /^--?(?:passWithNoTests|pass-with-no-tests)(?:=|$)/;

/** A test command that does not pass when no test ran; the gate counts the tests itself. */
export const failingWhenEmpty = (argv: readonly string[]): string[] =>
  argv.filter((word) => !PASSES_EMPTY.test(word));

/** Why a test command's green would prove nothing, or null; for commands found, not given. */
export function redFlag(argv: readonly string[]): string | null {
  const runner = runnerOf(argv);
  const flags = [...EVERYWHERE, ...((runner && OF_RUNNER[runner.id]) ?? [])];
  for (const arg of readInvocation(argv).args) {
    const flag = flags.find(([pattern]) => pattern.test(arg));
    if (flag !== undefined) return `${arg} ${flag[1]}`;
  }
  return null;
}

const SELECTORS: Readonly<Partial<Record<RunnerId, RegExp>>> = {
  jest: /^(?:-t|--testNamePattern|--testPathPatterns?|--findRelatedTests|--selectProjects)\b/,
  vitest: /^(?:-t|--testNamePattern|--project|related|list|bench)\b/,
  mocha: /^(?:-g|--grep|-f|--fgrep)\b/,
  ava: /^(?:-m|--match)\b/,
  tap: /^--(?:grep|only)\b/,
  'node:test': /^--test-(?:name-pattern|only|shard|skip-pattern)\b/,
  playwright: /^(?:-g|--grep|--project)\b/,
  pytest: /^-m|::/,
  cargo: /^(?:-p|--package|--test|--bin|--example|--lib|--bench|--doc)$/,
  nextest: /^(?:-p|--package|-E|--filter-expr|--filterset|--test)$/,
  surefire: /^(?:-Dtest=|-pl|--projects)/,
};

/**
 * Why a command that instructions or CI give runs only a part of the tests, or null. `own` are the
 * words that stand there; a single test file among them is an example in instructions.
 */
export function partOnly(
  argv: readonly string[],
  own: readonly string[],
  isExample: boolean,
): string | null {
  const runner = runnerOf(argv);
  const pattern = runner === null ? undefined : SELECTORS[runner.id];
  const selector = own.find((word) => pattern?.test(word));
  if (selector !== undefined) return `${selector} ${PART}`;
  if (runner?.id === 'go' && !readInvocation(argv).args.some((arg) => arg.endsWith('...')))
    return 'not all packages (./...) are tested';
  if (runner?.id === 'cargo' && own.some((word) => /^\+(?!stable$)/.test(word)))
    return 'it needs a toolchain of its own';
  const files = own.filter((word) => /[\w>\]]\.(?:[cm]?[jt]sx?|py)(?:::.*)?$/.test(word));
  if (isExample && files.length === 1) return `${files[0] ?? ''} is a single file`;
  return null;
}
