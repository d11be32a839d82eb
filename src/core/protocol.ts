/** Names and payloads between client, workflow and activities: plain JSON, safe in the workflow sandbox. */
import type { BrainChoice, Identity, RunInput, TestCounts } from './contracts.js';
import type { CheckKind, HaltReason, Phase, RunnerId, Severity } from './vocabulary.js';

export const WORKFLOW_TYPE = 'refactorLoop';
/** The task queue of a worker for scripts; a local run has one of its own. */
export const DEFAULT_TASK_QUEUE = 'refactor-loop';

/** The effective configuration of a run: every default filled in, nothing that changes on resume. */
export interface Settings {
  repo: string;
  base: string;
  scope: string[] | null;
  changes: boolean;
  focus: string | null;
  maxIterations: number;
  maxFixAttempts: number;
  theta: number;
  minSeverity: Severity;
  pinned: string[];
  inPlace: boolean;
  gate: NonNullable<RunInput['gate']>;
  copy: string[];
  lockbox: { add: string[]; except: string[] };
  /** Author of the commits; null for refactor-loop itself. */
  identity: Identity | null;
  proposer: BrainChoice;
  critic: BrainChoice;
  budget: { minutes?: number | undefined };
}

/** Why a run does not go on, and what to do about it. */
export interface Refusal {
  kind: 'refused';
  reason: HaltReason;
  message: string;
}

/** Given with every call that touches a run's folder. `sequence` numbers the call for the fence. */
export interface Call {
  run: string;
  /** Hash of the settings in the run's content store. */
  settings: string;
  sequence: number;
}

/** What a person sees of the oracle. */
export interface GateSummary {
  tests: { runner: RunnerId; command: string[]; cwd: string; source: string }[];
  checks: { kind: CheckKind; command: string[]; cwd: string; source: string }[];
  build: { command: string[]; cwd: string }[];
  notes: string[];
}

/** What a person sees of a baseline. */
export interface BaselineSummary {
  counts: TestCounts;
  /** Time of the test suites, and of a whole gate: build, checks and suites; in ms. */
  suiteMs: number;
  expectedMs: number;
  sandbox: string;
  network: 'off' | 'on';
  home: 'own' | 'real';
  publicApi: string;
  /** Ids that fail and may, and ids that count for nothing. */
  allowed: { failing: string[]; flaky: string[] };
  notes: string[];
}

/** What the query `status` answers. */
export interface RunStatus {
  run: string;
  workflowId: string;
  repo: string;
  branch: string;
  phase: Phase;
  outcome: string;
  iteration: number;
  maxIterations: number;
  node: string;
  doing: string;
  landed: number;
  open: number;
  gate: GateSummary | null;
  suiteMs: number;
  /** How long a gate takes, in ms; 0 before the baseline. */
  expectedMs: number;
  notes: string[];
  /** Numbered lines of what happened, oldest first; the last 200. */
  events: { at: number; text: string }[];
}

export interface AbortMessage {
  requestId: string;
  reason?: string;
}

/** Names of messages and queries. */
export const ABORT = 'abort';
export const STATUS = 'status';
export const LEDGER = 'ledger';

export const SEARCH_ATTRIBUTES = {
  phase: 'RlPhase',
  outcome: 'RlOutcome',
  repo: 'RlRepo',
  iteration: 'RlIteration',
} as const;

/** Which server a run lives on: kept in the repository's lock and in the run's folder. */
export interface ServerIdentity {
  address: string;
  namespace: string;
  /** The database of an embedded server; absent for a server of somebody else's. */
  databaseFile?: string;
}

/** Names an execution for the question whether it is still open. */
export interface ExecutionIdentity extends ServerIdentity {
  workflowId: string;
  firstRunId: string;
}
