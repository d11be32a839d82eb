/** The state of a run as plain JSON, and the pure steps on it. Carried through continue-as-new. */
import type { Report } from './contracts.js';
import { settle, type LedgerNode } from './ledger.js';
import { BLOCK_LIMIT } from './guard.js';
import type { BrainCost, FailureEvidence, ReportedFinding, ResolveHostResult } from './payloads.js';
import type { BaselineSummary, GateSummary, Settings } from './protocol.js';
import type { AttemptOutcome, NodeStatus, Phase, Stage } from './vocabulary.js';

export type Resolved = Extract<ResolveHostResult, { kind: 'ok' }>;
export type Attempt = Report['attempts'][number];
export type Landing = Report['landed'][number];

/** What the workflow knows of the oracle: hashes of plan and baseline, and what people see. */
export interface Oracle {
  plan: string;
  baseline: string;
  /** Under which baseline and negative control are kept across runs. */
  key: string;
  /** Whether a second run agreed with the baseline. */
  isConfirmed: boolean;
  summary: GateSummary;
  measured: BaselineSummary;
  /** Whether related tests are run first: the negative control measured that it pays. */
  relatedFirst: boolean;
}

export interface LoopState {
  schema: 1;
  workflowId: string;
  firstRunId: string;
  startedAt: number;
  run: string;
  settings: Settings;
  settingsHash: string;
  pinnedHash: string;
  hostQueue: string;
  searchAttributes: string[];
  repo: string;
  /** The run's branch in the workspace. */
  branch: string;
  /** Where landings are published in the user's repository: that branch, or a ref when it is blocked. */
  published: string;
  base: string;
  head: string;
  headTree: string;
  scope: string;
  scopeSize: number;
  oracle: Oracle | null;
  phase: Phase;
  doing: string;
  node: string;
  iteration: number;
  sequence: number;
  nodes: LedgerNode[];
  reported: ReportedFinding[];
  landed: Landing[];
  attempts: Attempt[];
  lastFailure: FailureEvidence | null;
  malformedInRow: number;
  idleIterations: number;
  /** Keys of changes that were refused or red, and of those that landed. */
  triedKeys: string[];
  landedKeys: string[];
  /** A change that may stand in the workspace: what an abort has to revert. */
  applied: string | null;
  abort: { requestId: string; reason: string } | null;
  requestIds: string[];
  notes: string[];
  events: { at: number; text: string }[];
  eventCount: number;
  usage: Report['usage'];
  gateMs: number;
  brainMs: number;
}

const KEPT_ATTEMPTS = 200;
const KEPT_EVENTS = 200;
const KEPT_REQUESTS = 100;

export function initialState(
  identity: { workflowId: string; firstRunId: string; startedAt: number },
  resolved: Resolved,
): LoopState {
  return {
    schema: 1,
    ...identity,
    run: resolved.run,
    settings: resolved.settings,
    settingsHash: resolved.settingsHash,
    pinnedHash: resolved.pinnedHash,
    hostQueue: resolved.hostQueue,
    searchAttributes: resolved.searchAttributes,
    repo: resolved.settings.repo,
    branch: `refactor-loop/${resolved.run}`,
    published: `refactor-loop/${resolved.run}`,
    base: '',
    head: '',
    headTree: '',
    scope: '',
    scopeSize: 0,
    oracle: null,
    phase: 'init',
    doing: '',
    node: '',
    iteration: 0,
    sequence: 0,
    nodes: [],
    reported: [],
    landed: [],
    attempts: [],
    lastFailure: null,
    malformedInRow: 0,
    idleIterations: 0,
    triedKeys: [],
    landedKeys: [],
    applied: null,
    abort: null,
    requestIds: [],
    notes: [],
    events: [],
    eventCount: 0,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
    gateMs: 0,
    brainMs: 0,
  };
}

/** Adds one line to what a person can follow. */
export function note(state: LoopState, text: string): void {
  state.eventCount += 1;
  state.events = [...state.events, { at: state.eventCount, text }].slice(-KEPT_EVENTS);
}

/** Adds a message's id; false when the same message was already handled. */
export function isNewRequest(state: LoopState, requestId: string): boolean {
  if (state.requestIds.includes(requestId)) return false;
  state.requestIds = [...state.requestIds, requestId].slice(-KEPT_REQUESTS);
  return true;
}

export function spend(state: LoopState, cost: BrainCost): void {
  state.brainMs += cost.ms;
  state.usage = {
    calls: state.usage.calls + 1,
    inputTokens: state.usage.inputTokens + cost.inputTokens,
    outputTokens: state.usage.outputTokens + cost.outputTokens,
    usd: state.usage.usd + cost.usd,
  };
}

/** Records how an attempt at a node ended, and tells it in words unless it landed. */
export function recordAttempt(
  state: LoopState,
  attempt: { node: string; stage: Stage; outcome: AttemptOutcome; reason: string },
): void {
  const reason = attempt.reason.slice(0, 600);
  state.attempts = [...state.attempts, { ...attempt, reason }].slice(-KEPT_ATTEMPTS);
  if (attempt.outcome === 'landed') return;
  const why = attempt.stage === 'test' ? oneLine(reason).slice(0, 160) : firstLine(reason);
  note(state, `${attempt.node || 'answer'} ${attempt.outcome} in ${attempt.stage}: ${why}`);
}

/** Ends a node; its pending dependents go with it unless it is resolved. */
export function settleNode(
  state: LoopState,
  id: string,
  status: Exclude<NodeStatus, 'pending'>,
  why: string,
): void {
  const before = state.nodes;
  state.nodes = settle(state.nodes, id, status, oneLine(why));
  for (const node of state.nodes) {
    const old = before.find((candidate) => candidate.id === node.id);
    if (old?.status === node.status || node.status === 'resolved') continue;
    note(state, `${node.id} is ${node.status}: ${node.note}`);
  }
}

/**
 * Records a lockbox refusal or a critic's block as evidence for the next prompt; at the limit the
 * node is `rejected`.
 */
export function blockNode(state: LoopState, id: string, evidence: FailureEvidence): void {
  state.lastFailure = evidence;
  state.nodes = state.nodes.map((node) =>
    node.id === id ? { ...node, blocks: node.blocks + 1 } : node,
  );
  const blocks = state.nodes.find((node) => node.id === id)?.blocks ?? 0;
  if (blocks >= BLOCK_LIMIT)
    settleNode(
      state,
      id,
      'rejected',
      `refused ${blocks} times, last: ${firstLine(evidence.evidence)}`,
    );
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}
