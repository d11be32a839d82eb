/** Requests and results of the activities: plain JSON, safe in the workflow sandbox. */
import type { Report, TestCounts, Verdict } from './contracts.js';
import type { LedgerNode, NewFinding } from './ledger.js';
import type { BaselineSummary, Call, GateSummary, Refusal, Settings } from './protocol.js';
import type { Stage } from './vocabulary.js';

export interface ResolveHostRequest {
  input: unknown;
  workflowId: string;
  firstRunId: string;
  /** Start of the first execution, ms since the epoch. */
  startedAt: number;
}
export type ResolveHostResult =
  | {
      kind: 'ok';
      run: string;
      settings: Settings;
      settingsHash: string;
      pinnedHash: string;
      hostQueue: string;
      /** Search attributes that the namespace knows. */
      searchAttributes: string[];
    }
  | (Refusal & { run: string });

export interface PrepareRunRequest extends Call {
  configuration: Settings;
  workflowId: string;
  firstRunId: string;
}
export type PrepareRunResult =
  | {
      kind: 'ok';
      repo: string;
      base: string;
      baseTree: string;
      branch: string;
      /** Hash of the list of files in scope. */
      scope: string;
      scopeSize: number;
      /** Nodes carried over from an earlier ledger. */
      nodes: LedgerNode[];
      /** Uncommitted files of the user that would be in scope; the first 20. */
      notIncluded: string[];
      notes: string[];
    }
  | Refusal;

export interface DetectGateRequest extends Call {
  scope: string;
}
export type DetectGateResult = { kind: 'ok'; plan: string; gate: GateSummary } | Refusal;

export interface MeasureBaselineRequest extends Call {
  plan: string;
}
export type MeasureBaselineResult =
  | {
      kind: 'ok';
      baseline: string;
      /** Under which baseline and negative control are kept across runs. */
      key: string;
      /** Whether a second run agreed, in this run or in an earlier one. */
      isConfirmed: boolean;
      summary: BaselineSummary;
      ms: number;
    }
  | Refusal
  | CouldNotRun;

export interface ConfirmBaselineRequest extends Call {
  plan: string;
  baseline: string;
  key: string;
}

export interface ControlGateRequest extends Call {
  plan: string;
  baseline: string;
  key: string;
  scope: string;
}
export type ControlGateResult =
  { kind: 'ok'; broken: string; relatedFirst: boolean; ms: number } | Refusal | CouldNotRun;

/** Neither green nor red: the gate, not the change, is at fault. */
export interface CouldNotRun {
  kind: 'could-not-run';
  message: string;
  ms: number;
}

/** A brain that gave no answer; the workflow waits and counts. */
export interface BrainFault {
  kind: 'fault';
  message: string;
  final: boolean;
  retryAfterMs: number | null;
  ms: number;
}

export interface BrainCost {
  inputTokens: number;
  outputTokens: number;
  usd: number;
  ms: number;
}

/** An answer that the contract, or this run, refuses. */
export interface Malformed {
  kind: 'malformed';
  problem: string;
  /** The node that the answer named, when it named an open one. */
  node: string | null;
  cost: BrainCost;
}

export interface SurveyRequest extends Call {
  scope: string;
  pinned: string[];
  pinnedHash: string;
  /** Carried over: terminal nodes are not found again. */
  nodes: LedgerNode[];
  previousError: string | null;
}
export interface ReportedFinding {
  smell: string;
  span: string;
  why: string;
}
export type SurveyResult =
  | { kind: 'ok'; found: NewFinding[]; reported: ReportedFinding[]; cost: BrainCost }
  | Malformed
  | BrainFault;

/** Why the last attempt failed, for the next prompt. */
export interface FailureEvidence {
  node: string | null;
  stage: Stage;
  evidence: string;
}

export interface ProposeRequest extends Call {
  iteration: number;
  scope: string;
  pinned: string[];
  pinnedHash: string;
  nodes: LedgerNode[];
  lastFailure: FailureEvidence | null;
  previousError: string | null;
  /** Present for FIX: the proposal under repair. */
  fix: { node: string; refactoring: string; proposal: string } | null;
}

/** The manifest without the edit, which stays in the content store under `proposal`. */
export interface ProposalSummary {
  proposal: string;
  node: string;
  smell: string;
  /** Hash of the text at the target span. */
  anchor: string;
  refactoring: string;
  span: string;
  intent: string;
  dependsOn: string[];
  publicApiTouched: boolean;
}
export type ProposeResult =
  | ({ kind: 'proposal'; cost: BrainCost } & ProposalSummary)
  | { kind: 'finding-gone'; node: string; note: string; cost: BrainCost }
  | { kind: 'nothing-actionable'; note: string; cost: BrainCost }
  | { kind: 'infeasible'; findings: string; cost: BrainCost }
  | Malformed
  | BrainFault;

export interface CheckChangeRequest extends Call {
  proposal: string;
  plan: string;
  baseline: string;
}
export type CheckChangeResult =
  | {
      kind: 'ok';
      change: string;
      /** SHA-256 of the canonical diff: what people and critics name. */
      changeHash: string;
      key: string;
      inverseKey: string;
      files: string[];
      /** What the repository's formatters made of it, a line a file; absent in old histories. */
      notes?: string[];
    }
  | { kind: 'refused' | 'needs-repair'; reason: string; message: string };

export interface CritiqueRequest extends Call {
  iteration: number;
  change: string;
  proposal: string;
  pinned: string[];
  pinnedHash: string;
  previousError: string | null;
}
export type CritiqueResult =
  { kind: 'verdict'; verdict: Verdict; cost: BrainCost } | Malformed | BrainFault;

export interface ApplyChangeRequest extends Call {
  change: string;
  /** The tree of the last landing, which the workspace must equal. */
  headTree: string;
}
export type ApplyChangeResult =
  { kind: 'applied'; tree: string } | { kind: 'needs-attention'; message: string };

export interface RunGateRequest extends Call {
  plan: string;
  baseline: string;
  change: string;
  /** The tree of the last landing, on which the change stands. */
  headTree: string;
  /** The reviewed tree, which the workspace must equal before and after. */
  tree: string;
  publicApiTouched: boolean;
  /** Whether the related tests are run first. */
  relatedFirst: boolean;
}
export type RunGateResult =
  | { kind: 'green'; counts: TestCounts; baseline: string; notes: string[]; ms: number }
  | { kind: 'red'; guard: 'G3' | 'G4'; reason: string; step: string; digest: string; ms: number }
  | CouldNotRun
  | Refusal
  | { kind: 'needs-attention'; message: string };

export interface RevertChangeRequest extends Call {
  change: string;
  headTree: string;
}
export type RevertChangeResult =
  { kind: 'reverted' } | { kind: 'needs-attention'; message: string };

export interface CommitChangeRequest extends Call {
  repo: string;
  branch: string;
  base: string;
  head: string;
  tree: string;
  node: string;
  refactoring: string;
  intent: string;
  span: string;
  tests: TestCounts;
  inPlace: boolean;
  /** ISO 8601, from the workflow, so that a retry makes the same commit. */
  date: string;
}
export type CommitChangeResult =
  | { kind: 'committed'; commit: string; published: string; note: string | null }
  | { kind: 'dirty-tree'; commit: string; published: string; message: string }
  | { kind: 'needs-attention'; message: string };

export interface PruneNodesRequest extends Call {
  change: string;
  scope: string;
  pinned: string[];
  pinnedHash: string;
  nodes: LedgerNode[];
}
export interface PrunedNode {
  id: string;
  span: string;
  anchor: string;
  gone: boolean;
}
export interface PruneNodesResult {
  updates: PrunedNode[];
  found: NewFinding[];
  cost: BrainCost;
}

export interface WriteLedgerRequest extends Call {
  repo: string;
  text: string;
  pinned: string[];
  pinnedHash: string;
}

export interface FinishRunRequest {
  run: string;
  firstRunId: string;
  sequence: number;
  report: Report;
}

/** The activities of a run. Each may run twice; its file says what the second run finds. */
export interface Activities {
  resolveHost(request: ResolveHostRequest): Promise<ResolveHostResult>;
  prepareRun(request: PrepareRunRequest): Promise<PrepareRunResult>;
  detectGate(request: Call): Promise<DetectGateResult>;
  measureBaseline(request: MeasureBaselineRequest): Promise<MeasureBaselineResult>;
  confirmBaseline(request: ConfirmBaselineRequest): Promise<MeasureBaselineResult>;
  controlGate(request: ControlGateRequest): Promise<ControlGateResult>;
  survey(request: SurveyRequest): Promise<SurveyResult>;
  propose(request: ProposeRequest): Promise<ProposeResult>;
  checkChange(request: CheckChangeRequest): Promise<CheckChangeResult>;
  critique(request: CritiqueRequest): Promise<CritiqueResult>;
  applyChange(request: ApplyChangeRequest): Promise<ApplyChangeResult>;
  runGate(request: RunGateRequest): Promise<RunGateResult>;
  revertChange(request: RevertChangeRequest): Promise<RevertChangeResult>;
  commitChange(request: CommitChangeRequest): Promise<CommitChangeResult>;
  pruneNodes(request: PruneNodesRequest): Promise<PruneNodesResult>;
  writeLedger(request: WriteLedgerRequest): Promise<void>;
  finishRun(request: FinishRunRequest): Promise<void>;
}
