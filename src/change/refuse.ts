import type { Refused } from './change.js';
import { REASONS, type ReasonCode } from './reasons.js';

/** A refusal; whether it can be repaired follows from its code. */
export function refuse(reason: ReasonCode, message: string, files: string[] = []): Refused {
  return { kind: REASONS[reason][0], reason, message, files };
}

/** Tells a refusal from every other outcome of this room. */
export function isRefused(value: unknown): value is Refused {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'refused' || value.kind === 'needs-repair')
  );
}
