import type { RunInput, TestCounts } from '../core/contracts.js';
import type { RedReason } from './reasons.js';
import type { CheckKind, ReportFormat, RunnerId } from '../core/vocabulary.js';

/** One command of the gate: argv, no shell. */
export interface Step {
  argv: string[];
  /** Folder in which it runs, relative to the workspace, with `/`; empty: the workspace itself. */
  cwd: string;
}

/** Where a command was found, e.g. `package.json script "test"`. */
export interface Found {
  source: string;
}

/** A test command whose per-test report the gate reads. */
export interface TestSuite extends Step, Found {
  /** Unique in the plan: `tests`, `tests-2`; names its log, its limit and its report. */
  name: string;
  runner: RunnerId;
  /** Where the command itself writes its report (`gate.report`); only for the runner `report`. */
  report: ReportPlace | null;
  /** Its projects own nothing in scope: they only depend on what does. */
  isDependent?: true;
}

/** A report that the project's own command writes: format, and path or glob relative to `cwd`. */
export interface ReportPlace {
  format: ReportFormat;
  path: string;
}

/** A static check: judged by its exit code and diagnostics, both against the baseline's. */
export interface Check extends Step, Found {
  /** Unique in the plan: `lint`, `lint-2`, `types`, … */
  name: string;
  kind: CheckKind;
}

/** The oracle of a run as detected or given: plain JSON, recorded in history. */
export interface GatePlan {
  /** At least one. Runners themselves, without our report flags (those are added when they run). */
  tests: TestSuite[];
  /** Cheap ones first, in the order in which they run. */
  checks: Check[];
  /** Run once, before the baseline. */
  setup: Step | null;
  build: Step[];
  /** Limit of one step as the input or the config file says; null: from the baseline. */
  timeoutSeconds: number | null;
  /** Ids that fail on the base and may go on failing; ids whose outcome counts for nothing. */
  allowFailing: string[];
  allowFlaky: string[];
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
  /** A copy that stands at the workspace's path while steps run, where the sandbox can mount. */
  mounted?: string;
  /** Lock file by which the gates of one machine take turns; absent: none is taken. */
  machineLock?: string;
  /** Git folder of the user's repository, which no suite may change; absent: not compared. */
  repository?: string;
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
  /** Sorted multiset of the ids that fail on the base and may go on failing (`allowFailing`). */
  failing: string[];
  /** Ids whose outcome counts for nothing (`allowFlaky`), as the run input gives them. */
  flaky: string[];
  /** Test files whose ids differ from run to run: only how many passed is compared there. */
  unstable: string[];
  /** Names of the suites that are left out, for they execute no test and own nothing in scope. */
  empty: string[];
  /** Test files as the runner reports them, relative to the workspace; for the lockbox. */
  testFiles: string[];
  /** Slowest run of each step in ms, which its limit is made of. */
  stepMs: Record<string, number>;
  /** Fastest run of each step in ms, as it is once its caches are filled. */
  usualMs: Record<string, number>;
  /** Longest time without output of each step, in ms. */
  silenceMs: Record<string, number>;
  /** Most processes that each step left behind. */
  strays: Record<string, number>;
  /** By name of the check; null: it cannot run here and is left out. */
  checks: Record<string, CheckResult | null>;
  /** Public API of the base, one `kind path: signature` a line, or why it could not be listed. */
  api: { kind: 'listed'; symbols: string[] } | { kind: 'manifest-only'; why: string };
  /**
   * Tracked or untracked paths that the suite itself writes, with mode and hash of what it writes
   * there; null: it writes something else in each run.
   */
  writes: Record<string, string | null>;
  /** What a person should know of the measurement, e.g. that lint is red already. */
  notes: string[];
  sandbox: string;
  network: 'off' | 'on';
  /** HOME of the suite: an empty folder of its own, or the user's, read-only. */
  home: 'own' | 'real';
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
  | { kind: 'ok'; broken: string; relatedFirst: boolean }
  | { kind: 'refused'; reason: 'gate-cannot-fail'; message: string }
  | { kind: 'could-not-run'; message: string };

/** What the gate must know of the change that it judges. */
export interface GateSubject {
  /** Changed paths, both sides of renames. */
  files: string[];
  publicApiTouched: boolean;
  /** Pinned constraints, e.g. `preserve-public-api`. */
  pinned: string[];
  /** Whether a path may not differ from the base: tests, configuration, manifests. */
  isLocked: (path: string) => boolean;
  /** Whether related tests are worth running first; the negative control measured it. */
  relatedFirst: boolean;
}

export type GateVerdict =
  /** With what a person should know, e.g. ids that were left out of the judgement. */
  | { kind: 'green'; counts: TestCounts; baseline: Baseline; notes: string[] }
  /** Not the change: the base itself was seen to fail now. */
  | { kind: 'refused'; reason: 'baseline-flaky'; message: string }
  | { kind: 'red'; reason: RedReason; step: string; guard: 'G3' | 'G4'; digest: string }
  | { kind: 'could-not-run'; message: string };
