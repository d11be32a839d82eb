/** The report of a run. Pure. */
import type { Report } from './contracts.js';
import type { End } from './ends.js';
import type { BaselineSummary, GateSummary } from './protocol.js';
import type { LoopState } from './state.js';

/** What a report says of the gate; `notes` are those of run and baseline. */
export function gateReport(
  plan: GateSummary,
  measured: BaselineSummary,
  notes: readonly string[],
): NonNullable<Report['gate']> {
  return {
    tests: plan.tests,
    checks: plan.checks,
    build: plan.build,
    sandbox: measured.sandbox,
    network: measured.network,
    home: measured.home,
    publicApi: measured.publicApi,
    expectedMs: measured.expectedMs,
    allowed: measured.allowed,
    notes: [...plan.notes, ...notes],
    baseline: measured.counts,
  };
}

/** The report of a run that ended, or that stands where it stands. */
export function buildReport(state: LoopState, end: End, now: number): Report {
  return {
    schemaVersion: 1,
    run: state.run,
    workflowId: state.workflowId,
    outcome: end.outcome,
    reason: end.reason,
    message: end.message,
    repo: state.repo,
    branch: state.published,
    base: state.base,
    head: state.head,
    iterations: state.iteration,
    landed: state.landed,
    nodes: state.nodes.map((node) => ({
      id: node.id,
      smell: node.smell,
      span: node.span,
      dependsOn: node.dependsOn,
      status: node.status,
      severity: node.severity,
      confidence: node.confidence,
      note: node.note,
    })),
    reported: state.reported,
    attempts: state.attempts,
    gate:
      state.oracle === null
        ? null
        : gateReport(state.oracle.summary, state.oracle.measured, [
            ...state.notes,
            ...state.oracle.measured.notes,
          ]),
    usage: state.usage,
    timings: {
      totalMs: now - state.startedAt,
      gateMs: state.gateMs,
      brainMs: state.brainMs,
    },
  };
}

/** The report of a run whose input was refused before it had a state. */
export function refusedReport(
  identity: { run: string; workflowId: string; startedAt: number },
  end: End,
  now: number,
): Report {
  return {
    schemaVersion: 1,
    run: identity.run,
    workflowId: identity.workflowId,
    outcome: end.outcome,
    reason: end.reason,
    message: end.message,
    repo: '',
    branch: '',
    base: '',
    head: '',
    iterations: 0,
    landed: [],
    nodes: [],
    reported: [],
    attempts: [],
    gate: null,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
    timings: { totalMs: now - identity.startedAt, gateMs: 0, brainMs: 0 },
  };
}
