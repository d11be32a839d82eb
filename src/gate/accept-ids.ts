import { minus } from '../core/multiset.js';
import { shellQuote } from '../core/shell.js';
import type { GatePlan } from './gate.js';
import type { ParsedReport } from './runners/runner.js';
import { idsOf } from './test-delta.js';

const IDS_SHOWN = 20;

/** Ids as a list for a person, a line each, cut after twenty. */
export function listIds(ids: readonly string[]): string {
  const more = ids.length > IDS_SHOWN ? [`and ${ids.length - IDS_SHOWN} more`] : [];
  return [...ids.slice(0, IDS_SHOWN), ...more].map((id) => `\n  ${id}`).join('');
}

/**
 * The option that accepts `ids` beside those that are accepted already, ready to be pasted; with more
 * than twenty only their list.
 */
export function acceptingOption(
  option: '--allow-failing' | '--allow-flaky',
  ids: readonly string[],
  already: readonly string[],
): string {
  if (ids.length > IDS_SHOWN) return ` ${option} ID…, each of them named:${listIds(ids)}`;
  const all = [...new Set([...already, ...ids])].map(shellQuote);
  return `\n  ${option} ${all.join(' \\\n    ')}`;
}

/** Ids that fail in a report although nobody accepts it, each once and sorted. */
export function unacceptedFailures(
  { allowFailing, allowFlaky }: Pick<GatePlan, 'allowFailing' | 'allowFlaky'>,
  report: Pick<ParsedReport, 'tests'>,
): string[] {
  const accepted = new Set([...allowFailing, ...allowFlaky]);
  return [...new Set(idsOf(report, 'failed'))].filter((id) => !accepted.has(id));
}

/** Ids accepted as flaky that a report holds more than once, each once and sorted. */
export function sharedFlaky(
  { allowFlaky }: Pick<GatePlan, 'allowFlaky'>,
  { tests }: Pick<ParsedReport, 'tests'>,
): string[] {
  const ids = tests.map(({ id }) => id);
  const shared = new Set(minus(ids, [...new Set(ids)]));
  return [...new Set(allowFlaky)].filter((id) => shared.has(id)).sort();
}

/** What a person should know of the accepted ids: which count for nothing, and which are stale. */
export function notesOnAccepted(
  { allowFailing, allowFlaky }: Pick<GatePlan, 'allowFailing' | 'allowFlaky'>,
  report: Pick<ParsedReport, 'tests'>,
): string[] {
  const known = new Set(report.tests.map(({ id }) => id));
  const failing = new Set(idsOf(report, 'failed'));
  const note = (ids: readonly string[], what: string): string[] =>
    ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`];
  const accepted = allowFailing.filter((id) => failing.has(id));
  const passing = allowFailing.filter((id) => known.has(id) && !failing.has(id));
  const unknown = [...new Set([...allowFailing, ...allowFlaky])].filter((id) => !known.has(id));
  return [
    ...note(accepted, 'fail on the base commit and may go on failing'),
    ...note(
      allowFlaky.filter((id) => known.has(id)),
      'count for nothing, as flaky tests',
    ),
    ...note(passing, 'allowed to fail, but do not fail on the base commit'),
    ...note(unknown, 'allowed to fail or to be flaky, but there is no such test'),
  ];
}
