/** Exit codes, and the one place where an expected ending becomes one. */
import type { Report } from '../core/contracts.js';

export const EXIT = { done: 0, fault: 1, halted: 2, refused: 3, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a run that ended with this report; a refusal at INIT began no iteration. */
export function exitCodeOf(report: Report): ExitCode {
  const began = report.iterations > 0 || report.reason === 'aborted';
  if (report.outcome === 'halted' && !began) return EXIT.refused;
  if (report.outcome === 'halted' || report.reason === 'nothing-landed') return EXIT.halted;
  return EXIT.done;
}

/** An ending that the user must read: one message, no stack. */
export class Refused extends Error {
  override name = 'Refused';
  constructor(
    message: string,
    readonly code: ExitCode = EXIT.refused,
  ) {
    super(message);
  }
}
