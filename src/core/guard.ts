/** The guards that decide on plain data; each returns a reason or undefined. */
import type { CriterionResult, Verdict } from './contracts.js';
import {
  ANTI_PATTERNS,
  DEFAULT_PINNED,
  NO_TEST_FILE_WRITES,
  PRESERVE_PUBLIC_API,
} from './vocabulary.js';

/** A node's share of lockbox refusals and critic's blocks before it is `rejected`. */
export const BLOCK_LIMIT = 3;
/** Iterations in a row without a landing or a change of status before HALT `stuck`. */
export const IDLE_LIMIT = 5;
/** Malformed answers in a row that name no node before HALT `brain-failed`. */
export const MALFORMED_LIMIT = 3;
/** Runs of a gate that could not run before HALT `gate-broken`. */
export const COULD_NOT_RUN_LIMIT = 3;

function confidenceOf(item: CriterionResult, verdict: Verdict): number {
  return item.confidence ?? verdict.confidence;
}

/** The items for which a verdict blocks at confidence `theta` (G5); empty when it lets through. */
export function blockingItems(verdict: Verdict, theta: number): CriterionResult[] {
  return verdict.per_criterion.filter((item) => {
    if (item.met !== false || confidenceOf(item, verdict) < theta) return false;
    const isAntiPattern = (ANTI_PATTERNS as readonly string[]).includes(item.criterion);
    return isAntiPattern || item.severity === 'major';
  });
}

/** Why the verdict blocks the change, as evidence for the proposer; undefined when it does not (G5). */
export function blockReason(verdict: Verdict, theta: number): string | undefined {
  const items = blockingItems(verdict, theta);
  const listed = items
    .map((item) => `${item.criterion} (${item.severity}) at ${item.span || '-'}: ${item.mechanism}`)
    .join('\n');
  if (verdict.verdict === 'reject' || verdict.verdict === 'CANNOT_ASSESS')
    return `${verdict.verdict}: ${verdict.justification}${listed === '' ? '' : `\n${listed}`}`;
  return listed === '' ? undefined : listed;
}

/** The pinned constraints with the one that cannot be taken out, in their fixed order (G7). */
export function pinnedConstraints(wanted: readonly string[] | undefined): string[] {
  const chosen = new Set(wanted ?? DEFAULT_PINNED);
  chosen.add(NO_TEST_FILE_WRITES);
  return DEFAULT_PINNED.filter((constraint) => chosen.has(constraint));
}

/** Why a claim to touch the public API is refused before review (LOCKBOX); undefined when it is not. */
export function apiClaimRefusal(
  publicApiTouched: boolean,
  pinned: readonly string[],
): string | undefined {
  if (!publicApiTouched || !pinned.includes(PRESERVE_PUBLIC_API)) return undefined;
  return `public_api_touched is true, but ${PRESERVE_PUBLIC_API} is pinned: propose a change that keeps the public API, or run with "pinned": []`;
}

/** True when no further iteration may begin (G8). */
export function isCapReached(iteration: number, maxIterations: number): boolean {
  return iteration >= maxIterations;
}

/** True when the wall time of the run is spent (G11); `minutes` absent means no limit. */
export function isTimeSpent(startedAt: number, now: number, minutes: number | undefined): boolean {
  return minutes !== undefined && now - startedAt >= minutes * 60_000;
}

/** True when the run has stopped getting anywhere (G12). */
export function isStuck(idleIterations: number): boolean {
  return idleIterations >= IDLE_LIMIT;
}

/** Identity of a change by content: the key, and the key of the change that would undo it. */
export interface ChangeKeys {
  key: string;
  inverseKey: string;
}

/** Why this change must not be tried again (G12); undefined when it is new. */
export function repetition(
  change: ChangeKeys,
  tried: readonly string[],
  landed: readonly string[],
): string | undefined {
  if (tried.includes(change.key)) return 'the same change was already tried in this run';
  if (landed.includes(change.inverseKey)) return 'the change undoes one that this run landed';
  return undefined;
}
