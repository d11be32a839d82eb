import type { Baseline, GateContext } from './gate.js';

const SHORTEST_MS = 60_000;
const FACTOR = 5;

/** Time limit of a step in ms: the given one, else five times the baseline but a minute at least. */
export function limitsOf(ctx: GateContext, baseline: Baseline): (step: string) => number {
  return (step) => ctx.timeoutMs ?? Math.max(SHORTEST_MS, FACTOR * (baseline.stepMs[step] ?? 0));
}
