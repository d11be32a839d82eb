import type { RunInput, TestCounts } from '../core/contracts.js';
import type { RunnerId } from '../core/vocabulary.js';

/** One command of the gate: argv, no shell, run at the workspace's root. */
export interface Step {
  argv: string[];
}

/** Another command whose exit code counts: of a compound test script, or of the lint script. */
export interface Check extends Step {
  from: 'test' | 'lint';
}

/** The oracle of a run as detected or given: plain JSON, recorded in history. */
export interface GatePlan {
  runner: RunnerId;
  /** The runner itself, without our report flags (those are added when it runs). */
  test: Step;
  /** What the test and lint scripts run beside the runner and the linter, in their order. */
  checks: Check[];
  /** Run once, before the baseline. */
  setup: Step | null;
  build: Step[];
  lint: Step | null;
  types: Step | null;
  /** Where the commands were found, e.g. `package.json script "test"`. */
  source: string;
  /** What a person should know: what was left out, and why. */
  notes: string[];
}

export type GateInput = NonNullable<RunInput['gate']>;

export type DetectResult =
  | { kind: 'ok'; plan: GatePlan }
  | { kind: 'refused'; reason: 'no-tests' | 'gate-broken'; message: string };

/** Where and how one gate call runs. */
export interface GateContext {
  workspace: string;
  /** A folder of the run outside the workspace: logs, reports, HOME and TMPDIR of the suite. */
  outDir: string;
  /** Aborting kills the whole process tree and rejects with the signal's reason. */
  signal: AbortSignal;
  /** Limit of one step; absent: 2 h for the baseline, `max(60 s, 5 x baseline)` afterwards. */
  timeoutMs?: number;
  onProgress?: (text: string) => void;
}

/** Exit code and normalised diagnostics of one static check. */
export interface CheckResult {
  code: number;
  diagnostics: string[];
}

/** What the oracle said on the base commit: plain JSON, kept in the content store. */
export interface Baseline {
  counts: TestCounts;
  /** Sorted multiset of `id` with outcome `passed`, and of those skipped. */
  passed: string[];
  skipped: string[];
  /** Test files as the runner reports them, relative to the workspace; for the lockbox. */
  testFiles: string[];
  /** Slowest run of each step in ms. */
  stepMs: Record<string, number>;
  /** Lint, types and the plan's checks in their order; null: no such step, or it cannot run here. */
  lint: CheckResult | null;
  types: CheckResult | null;
  checks: (CheckResult | null)[];
  /** Public API of the base, one `kind path: signature` a line, or why it could not be listed. */
  api: { kind: 'listed'; symbols: string[] } | { kind: 'manifest-only'; why: string };
  /** Tracked or untracked paths that the suite itself writes. */
  writes: string[];
  /** What a person should know of the measurement, e.g. that lint is red already. */
  notes: string[];
  sandbox: string;
  network: 'off' | 'on';
}

export type BaselineResult =
  | { kind: 'ok'; baseline: Baseline }
  | {
      kind: 'refused';
      reason: 'baseline-red' | 'no-tests' | 'baseline-flaky' | 'gate-broken';
      message: string;
    }
  | { kind: 'could-not-run'; message: string };

export type ControlResult =
  | { kind: 'ok'; broken: string }
  | { kind: 'refused'; reason: 'gate-cannot-fail'; message: string }
  | { kind: 'could-not-run'; message: string };

/** What the gate must know of the change that it judges. */
export interface GateSubject {
  /** Changed paths, both sides of renames. */
  files: string[];
  publicApiTouched: boolean;
  /** Pinned constraints, e.g. `preserve-public-api`. */
  pinned: string[];
}

/** Why a gate said red: each clause of green has its own code. */
export type RedReason =
  | 'tests-failed'
  | 'tests-missing'
  | 'tests-newly-skipped'
  | 'tests-exit-code'
  | 'tests-no-report'
  | 'tests-none-executed'
  | 'tests-timeout'
  | 'step-timeout'
  | 'output-limit'
  | 'script-failed'
  | 'build-failed'
  | 'lint-new-diagnostics'
  | 'types-new-diagnostics'
  | 'new-suppressions'
  | 'api-changed'
  | 'api-claim-wrong';

export type GateVerdict =
  | { kind: 'green'; counts: TestCounts; baseline: Baseline }
  | { kind: 'red'; reason: RedReason; step: string; guard: 'G3' | 'G4'; digest: string }
  | { kind: 'could-not-run'; message: string };
