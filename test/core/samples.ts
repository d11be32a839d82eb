/** Plain data that the tests of the core start from. */
import type { CriterionResult, Manifest, Report, Verdict } from '../../src/core/contracts.js';
import type { LedgerNode, NewFinding } from '../../src/core/ledger.js';
import type { BaselineSummary, Settings } from '../../src/core/protocol.js';
import { initialState, type LoopState } from '../../src/core/state.js';

export function node(id: string, rest: Partial<LedgerNode> = {}): LedgerNode {
  return {
    id,
    smell: `smell of ${id}`,
    span: 'src/a.js:1-3',
    anchor: `anchor-${id}`,
    dependsOn: [],
    status: 'pending',
    severity: 'major',
    confidence: 0.9,
    note: '',
    blocks: 0,
    ...rest,
  };
}

export function finding(smell: string, rest: Partial<NewFinding> = {}): NewFinding {
  return {
    smell,
    span: 'src/a.js:1-3',
    anchor: `anchor-${smell}`,
    severity: 'major',
    confidence: 0.9,
    dependsOn: [],
    ...rest,
  };
}

export function measured(rest: Partial<BaselineSummary> = {}): BaselineSummary {
  return {
    counts: { passed: 4, failed: 1, skipped: 1 },
    suiteMs: 1_200,
    expectedMs: 2_000,
    sandbox: 'bwrap',
    network: 'off',
    home: 'own',
    publicApi: '3 symbols',
    allowed: { failing: ['a › fails'], flaky: [] },
    notes: [],
    ...rest,
  };
}

export function item(
  criterion: CriterionResult['criterion'],
  rest: Partial<CriterionResult> = {},
): CriterionResult {
  return {
    criterion,
    met: true,
    severity: 'major',
    type: 'none',
    mechanism: 'looked at',
    span: 'src/a.js:2-2',
    evidence: '',
    ...rest,
  };
}

export function verdict(items: CriterionResult[], rest: Partial<Verdict> = {}): Verdict {
  return {
    justification: 'every line was read',
    verdict: 'accept',
    confidence: 0.9,
    per_criterion: items,
    ...rest,
  };
}

export function manifest(rest: Partial<Manifest> = {}): Manifest {
  return {
    node_id: 'R001',
    named_refactoring: 'Extract Function',
    target_span: 'src/a.js:1-3',
    stated_intent: 'give the sum a name',
    depends_on: [],
    predicted_fixes: [],
    predicted_regressions_risk: [],
    public_api_touched: false,
    edits: [{ path: 'src/a.js', old: 'a', new: 'b' }],
    ...rest,
  };
}

export function settings(rest: Partial<Settings> = {}): Settings {
  return {
    repo: '/repo',
    base: 'HEAD',
    scope: null,
    changes: false,
    focus: null,
    maxIterations: 10,
    maxFixAttempts: 2,
    theta: 0.6,
    minSeverity: 'major',
    pinned: ['preserve-public-api', 'no-test-file-writes'],
    inPlace: false,
    gate: {},
    copy: [],
    lockbox: { add: [], except: [] },
    identity: null,
    proposer: { brain: 'rules' },
    critic: { brain: 'rules' },
    budget: {},
    ...rest,
  };
}

export const STARTED_AT = 1_700_000_000_000;

/** A run that just left INIT; `rest` is laid over it. */
export function state(rest: Partial<LoopState> = {}): LoopState {
  return {
    ...initialState(
      { workflowId: 'workflow-1', firstRunId: 'first-run', startedAt: STARTED_AT },
      {
        kind: 'ok',
        run: '20231114-0123456789ab',
        settings: settings(),
        settingsHash: 'settings-hash',
        pinnedHash: 'pinned-hash',
        hostQueue: 'queue',
        searchAttributes: [],
      },
    ),
    base: 'a'.repeat(40),
    head: 'b'.repeat(40),
    scopeSize: 4,
    ...rest,
  };
}

export function landing(id: string): Report['landed'][number] {
  return {
    node: id,
    refactoring: 'Extract Function',
    span: 'src/a.js:1-3',
    intent: 'give the sum a name',
    commit: 'c'.repeat(40),
    files: ['src/a.js'],
    tests: { passed: 4, failed: 0, skipped: 0 },
  };
}
