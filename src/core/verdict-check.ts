/** Mechanical checks on a critic's verdict: what it cites must exist. Pure, on texts. */
import type { CriterionResult, Verdict } from './contracts.js';
import { parseSpan, type TouchedFile } from './spans.js';

/** What the critic was shown. */
export interface ReviewedChange {
  diff: string;
  touched: readonly TouchedFile[];
  /** Original text per path. */
  original: ReadonlyMap<string, string>;
}

export type CheckedVerdict =
  { kind: 'ok'; verdict: Verdict } | { kind: 'malformed'; problem: string };

/** Lines around a changed hunk that a span may still reach (the diff's context). */
const CONTEXT = 3;

/**
 * Every span and quoted line must exist, else the verdict is malformed; an `accept` or `revise`
 * whose spans do not lie in changed hunks becomes `CANNOT_ASSESS`.
 */
export function checkVerdict(verdict: Verdict, change: ReviewedChange): CheckedVerdict {
  for (const item of verdict.per_criterion) {
    const problem = citationProblem(item, change);
    if (problem !== undefined) return { kind: 'malformed', problem };
  }
  const why = ungrounded(verdict, change);
  if (why === undefined) return { kind: 'ok', verdict };
  return {
    kind: 'ok',
    verdict: {
      ...verdict,
      verdict: 'CANNOT_ASSESS',
      justification: `${why}: ${verdict.justification}`,
    },
  };
}

/** Why a verdict that could let the change through proves no look at it; undefined when it does. */
function ungrounded(verdict: Verdict, change: ReviewedChange): string | undefined {
  if (verdict.verdict !== 'accept' && verdict.verdict !== 'revise') return undefined;
  const cited = verdict.per_criterion.filter((item) => item.span !== '');
  if (cited.length === 0) return `"${verdict.verdict}" without naming one changed line`;
  if (!cited.every((item) => liesInChange(item.span, change)))
    return `"${verdict.verdict}" with spans outside the changed hunks`;
  const names = verdict.per_criterion.some((item) => item.met === false);
  return verdict.verdict === 'revise' && !names ? '"revise" without naming what fails' : undefined;
}

function citationProblem(item: CriterionResult, change: ReviewedChange): string | undefined {
  if (item.span !== '') {
    const span = parseSpan(item.span);
    const touched = span && change.touched.find((file) => file.path === span.path);
    const text = span && change.original.get(span.path);
    if (span === undefined) return `${item.criterion}: span "${item.span}" runs backwards`;
    if (touched === undefined && text === undefined)
      return `${item.criterion}: ${span.path} is not part of the change`;
    if (span.end > lastLine(text, touched))
      return `${item.criterion}: span "${item.span}" lies after the file's end`;
  }
  const missing = item.evidence
    .split('\n')
    .map((quoted) => quoted.trim())
    .filter((quoted) => quoted !== '')
    .find((quoted) => !exists(quoted, change));
  return missing === undefined
    ? undefined
    : `${item.criterion}: the quoted line "${missing.slice(0, 120)}" does not exist in the change`;
}

/** The last line that the file has, before or after the change; the end of the text counts as one. */
function lastLine(text: string | undefined, touched: TouchedFile | undefined): number {
  const old = text?.split('\n').length ?? 0;
  return Math.max(old, old - lineCount(touched?.before) + lineCount(touched?.after));
}

function lineCount(ranges: readonly [number, number][] = []): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

function exists(quoted: string, change: ReviewedChange): boolean {
  const bare = quoted.replace(/^[+-]\s*/, '');
  if (bare === '') return false;
  return (
    change.diff.includes(quoted) ||
    change.diff.includes(bare) ||
    [...change.original.values()].some((text) => text.includes(quoted))
  );
}

function liesInChange(text: string, change: ReviewedChange): boolean {
  const span = parseSpan(text);
  const file = span && change.touched.find((candidate) => candidate.path === span.path);
  if (span === undefined || file === undefined) return false;
  return [...file.before, ...file.after].some(
    ([start, end]) => span.start <= end + CONTEXT && span.end >= start - CONTEXT,
  );
}
