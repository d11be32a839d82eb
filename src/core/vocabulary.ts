/** The words of the loop as plain constants: pure, shared by contracts, workflow and rooms. */

export const SEVERITIES = ['major', 'minor', 'nit'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const NODE_STATUSES = [
  'pending',
  'resolved',
  'resolved-incidental',
  'reverted',
  'undoable',
  'rejected',
  'invalid',
  'skipped',
] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

export const HALT_REASONS = [
  'bad-input',
  'locked',
  'dirty-tree',
  'bad-ledger',
  'baseline-red',
  'no-tests',
  'baseline-flaky',
  'gate-cannot-fail',
  'gate-broken',
  'nothing-in-scope',
  'max-iterations',
  'budget',
  'stuck',
  'aborted',
  'brain-failed',
  'needs-attention',
] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

export const DONE_REASONS = [
  'converged',
  'nothing-to-do',
  'nothing-actionable',
  'nothing-landed',
] as const;
export type DoneReason = (typeof DONE_REASONS)[number];

export const STAGES = ['propose', 'lockbox', 'review', 'guard', 'apply', 'test', 'land'] as const;
export type Stage = (typeof STAGES)[number];

export const ATTEMPT_OUTCOMES = [
  'malformed',
  'refused',
  'blocked',
  'red',
  'could-not-run',
  'landed',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Where a run stands; shown by `status`, current details and the search attribute `RlPhase`. */
export const PHASES = [
  'init',
  'propose',
  'lockbox',
  'review',
  'guard',
  'apply',
  'test',
  'land',
  'revert',
  'ledger',
  'closed',
] as const;
export type Phase = (typeof PHASES)[number];

export const BRAIN_ROLES = ['survey', 'propose', 'fix', 'critique'] as const;
export type BrainRole = (typeof BRAIN_ROLES)[number];

/** Test runners whose reports the gate reads; `report`: any command with a report of its own. */
export const RUNNERS = [
  'node:test',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'playwright',
  'pytest',
  'unittest',
  'go',
  'cargo',
  'nextest',
  'surefire',
  'gradle',
  'report',
] as const;
export type RunnerId = (typeof RUNNERS)[number];

/** Static checks of the gate; `script`: another command of the test script. */
export const CHECK_KINDS = ['format', 'lint', 'types', 'script'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Formats of a report that the project's own command writes. */
export const REPORT_FORMATS = ['junit', 'tap'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The pinned constraints of a run; the second cannot be taken out. */
export const DEFAULT_PINNED = ['preserve-public-api', 'no-test-file-writes'] as const;
export const NO_TEST_FILE_WRITES = 'no-test-file-writes';
export const PRESERVE_PUBLIC_API = 'preserve-public-api';

/** Criteria of rubric slice 1; the second list counts against a change when present. */
export const CRITERIA = [
  'behavior-preserved',
  'public-api-unchanged',
  'single-named-refactoring',
  'no-behavior-change-smuggled',
  'side-effect-order-preserved',
  'error-paths-preserved',
  'extracted-unit-single-responsibility',
] as const;
export const ANTI_PATTERNS = [
  'tests-not-weakened',
  'no-lateral-churn',
  'no-hallucinated-abstraction',
  'no-broadened-surface',
] as const;

export const LEDGER_FILE = '.refactor-loop-ledger.md';
export const BACKLOG_FILE = '.refactoring-backlog.md';

/** Size caps of one change (DESIGN.md section 6). */
export const MAX_DIFF_BYTES = 64 * 1024;
export const MAX_CHANGED_FILES = 40;
