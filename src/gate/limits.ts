import type { Baseline, GateContext, GatePlan } from './gate.js';
import type { OracleOptions } from './run-oracle.js';

const SHORTEST_MS = 60_000;
const FACTOR = 5;
const SILENCE_FACTOR = 4;
const LONGEST_MS = 2 * 60 * 60_000;
const LONGEST_SILENCE_MS = 15 * 60_000;

/** The context with the plan's limit of a step, unless it has one of its own. */
export function limited(
  ctx: GateContext,
  { timeoutSeconds }: Pick<GatePlan, 'timeoutSeconds'>,
): GateContext {
  if (ctx.timeoutMs !== undefined || timeoutSeconds === null) return ctx;
  return { ...ctx, timeoutMs: timeoutSeconds * 1_000 };
}

/**
 * Limits in ms of a step of which nothing is known yet: the given one, else two hours, and a quarter
 * of an hour without output.
 */
export function unmeasuredLimits({
  timeoutMs,
}: Pick<GateContext, 'timeoutMs'>): Pick<OracleOptions, 'limitOf' | 'stallOf'> {
  if (timeoutMs !== undefined) return { limitOf: () => timeoutMs };
  return { limitOf: () => LONGEST_MS, stallOf: () => LONGEST_SILENCE_MS };
}

/** Time limit of a step in ms: the given one, else five times the baseline but a minute at least. */
export function limitsOf(ctx: GateContext, baseline: Baseline): (step: string) => number {
  return (step) => ctx.timeoutMs ?? Math.max(SHORTEST_MS, FACTOR * (baseline.stepMs[step] ?? 0));
}

/** Time in ms that the tests of a plan take on the base once their caches are filled. */
export function usualTestsMs({ tests }: Pick<GatePlan, 'tests'>, { usualMs }: Baseline): number {
  return tests.reduce((sum, { name }) => sum + (usualMs[name] ?? 0), 0);
}

/**
 * How long a step may be silent, in ms: four times its longest silence at the baseline, a minute at
 * least, never more than its time limit.
 */
export function stallLimit(longestSilenceMs: number, timeoutMs: number): number {
  return Math.min(timeoutMs, Math.max(SHORTEST_MS, SILENCE_FACTOR * longestSilenceMs));
}
