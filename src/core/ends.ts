/** When a run ends, and in which words. Pure. */
import { isCapReached, isStuck, isTimeSpent } from './guard.js';
import { actionable } from './ledger.js';
import type { LoopState } from './state.js';
import type { DoneReason, HaltReason } from './vocabulary.js';

/** How a run ends. */
export type End =
  | { outcome: 'done'; reason: DoneReason; message: string }
  | { outcome: 'halted'; reason: HaltReason; message: string };

/** The end of the run if one is due before the next iteration; DONE is asked before any HALT. */
export function endBeforeIteration(state: LoopState, now: number): End | undefined {
  const { settings } = state;
  if (actionable(state.nodes, settings).length === 0) return done(state);
  if (isStuck(state.idleIterations))
    return halt(
      'stuck',
      `${state.idleIterations} iterations in a row landed nothing and settled no node: look at the attempts in the report, then narrow the scope or change the proposer`,
    );
  const spent = budgetEnd(state, now);
  if (spent !== undefined) return spent;
  if (isCapReached(state.iteration, settings.maxIterations))
    return halt(
      'max-iterations',
      `${state.iteration} of ${settings.maxIterations} iterations are used and work is left: run again, or with a larger maxIterations, to go on`,
    );
  return undefined;
}

/** HALT `budget` when the wall time is spent (G11); asked before each model call and iteration. */
export function budgetEnd(state: LoopState, now: number): End | undefined {
  const { minutes } = state.settings.budget;
  if (!isTimeSpent(state.startedAt, now, minutes)) return undefined;
  return halt(
    'budget',
    `the wall-time budget of ${minutes} min is spent: run again with a larger "budget": {"minutes": …} to go on`,
  );
}

export function halt(reason: HaltReason, message: string): End {
  return { outcome: 'halted', reason, message };
}

/** The truthful word for a run that has nothing more to do. */
export function done(state: LoopState, nothingActionable?: string): End {
  const { minSeverity, theta } = state.settings;
  const nothingOpen = `no open finding of severity ${minSeverity} or above and confidence ${theta} or above`;
  const tried = new Set(state.attempts.map((attempt) => attempt.node).filter((id) => id !== ''));
  if (state.landed.length === 0 && tried.size > 0)
    return {
      outcome: 'done',
      reason: 'nothing-landed',
      message: `nothing landed: ${tried.size} of ${state.nodes.length} nodes were tried`,
    };
  if (nothingActionable !== undefined)
    return { outcome: 'done', reason: 'nothing-actionable', message: nothingActionable };
  if (state.landed.length === 0)
    return {
      outcome: 'done',
      reason: 'nothing-to-do',
      message: `${nothingOpen} in ${state.scopeSize} files in scope`,
    };
  return {
    outcome: 'done',
    reason: 'converged',
    message: `${state.landed.length} landed, ${nothingOpen} is left`,
  };
}
