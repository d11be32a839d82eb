import { join } from 'node:path';
import type { RunFolder } from '../adapters/run-folder.js';
import type { GateSummary } from '../core/protocol.js';
import type { Baseline, GateContext, GateInput, GatePlan } from './gate.js';

/** What a person sees of a plan. */
export function summaryOf(plan: GatePlan): GateSummary {
  return {
    lint: plan.lint?.argv ?? null,
    types: plan.types?.argv ?? null,
    test: plan.test.argv,
    runner: plan.runner,
    source: plan.source,
    notes: plan.notes,
  };
}

/** The public API in words: how many symbols, or why it is not listed. */
export function apiInWords({ api }: Baseline): string {
  return api.kind === 'listed' ? `${api.symbols.length} symbols` : `manifest-only: ${api.why}`;
}

/** Time of the suite at the baseline, in ms. */
export function suiteMsOf({ stepMs }: Baseline): number {
  return stepMs['tests'] ?? 0;
}

/** The place of one gate call in a run's folder; `name` keeps its logs apart. */
export function contextIn(
  folder: RunFolder,
  { timeoutSeconds }: GateInput,
  signal: AbortSignal,
  name: string,
): GateContext {
  return {
    workspace: folder.workspace,
    outDir: join(folder.gate, name),
    signal,
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
  };
}
