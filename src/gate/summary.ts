import { join } from 'node:path';
import type { RunFolder } from '../adapters/run-folder.js';
import type { BaselineSummary, GateSummary } from '../core/protocol.js';
import { unlistedFiles } from './api/index.js';
import type { Baseline, GateContext, GateInput, GatePlan } from './gate.js';
import { usualTestsMs } from './limits.js';

/** What a person sees of a plan. */
export function summaryOf(plan: GatePlan): GateSummary {
  return {
    tests: plan.tests.map(({ runner, argv, cwd, source }) => ({
      runner,
      command: argv,
      cwd,
      source,
    })),
    checks: plan.checks.map(({ kind, argv, cwd, source }) => ({
      kind,
      command: argv,
      cwd,
      source,
    })),
    build: plan.build.map(({ argv, cwd }) => ({ command: argv, cwd })),
    notes: plan.notes,
  };
}

/** The public API in words: how many symbols, or why it is not listed. */
function apiInWords({ api }: Baseline): string {
  if (api.kind === 'manifest-only') return `manifest-only: ${api.why}`;
  const unlisted = unlistedFiles(api.symbols);
  const symbols = `${api.symbols.length - unlisted.length} symbols`;
  return unlisted.length === 0 ? symbols : `${symbols}, not listed: ${unlisted.join('; ')}`;
}

/** What a person sees of a baseline. */
export function summaryOfBaseline(plan: GatePlan, baseline: Baseline): BaselineSummary {
  const { counts, usualMs, sandbox, network, home, failing, flaky, notes } = baseline;
  return {
    counts,
    suiteMs: usualTestsMs(plan, baseline),
    expectedMs: Object.values(usualMs).reduce((sum, ms) => sum + ms, 0),
    sandbox,
    network,
    home,
    publicApi: apiInWords(baseline),
    allowed: { failing: [...new Set(failing)], flaky },
    notes,
  };
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
