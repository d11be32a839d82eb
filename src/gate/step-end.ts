import type { StepResult } from './run-step.js';
import type { SuiteResult } from './run-tests.js';
import { RUNNERS } from './runners/index.js';
import { countsOf } from './test-delta.js';

/** How a step ended; but for `exited` it came to no exit code of its own, as `what` says. */
export type StepEnd =
  { kind: 'exited' } | { kind: 'late' | 'loud' | 'unstarted' | 'killed'; what: string };

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** How a step ended. A code like that of a signal is one: a child may have been killed. */
export function endOfStep(step: StepResult): StepEnd {
  switch (step.ended) {
    case 'timeout':
      return { kind: 'late', what: `stopped after ${seconds(step.ms)}` };
    case 'stalled':
      return { kind: 'late', what: `stopped: no output for ${seconds(step.longestSilenceMs)}` };
    case 'output-limit':
      return { kind: 'loud', what: 'stopped: it wrote more output than allowed' };
    case 'exited':
      return { kind: 'exited' };
    case 'spawn-error':
      return { kind: 'unstarted', what: step.message ?? 'no such program' };
    default:
      return { kind: 'killed', what: `ended by ${step.signal ?? step.ended}` };
  }
}

/** How many failures a suite reports, and the exit code that says just that. */
export function failuresOf({ suite, report }: SuiteResult): { count: number; code: number } {
  const count = report === null ? 0 : countsOf(report).failed;
  return { count, code: RUNNERS[suite.runner].failedCode(count) };
}

/** How a suite ended; a code that counts its failures can look like that of a signal. */
export function endOfSuite(result: SuiteResult): StepEnd {
  const { count, code } = failuresOf(result);
  const isCount = result.step.ended === 'signalled' && count > 0 && result.step.code === code;
  return isCount ? { kind: 'exited' } : endOfStep(result.step);
}

/** Whether a suite's exit code says no more than its report: 0, or that so many tests failed. */
export function isExpectedCode(result: SuiteResult): boolean {
  const { count, code } = failuresOf(result);
  return result.step.code === 0 || (count > 0 && result.step.code === code);
}
