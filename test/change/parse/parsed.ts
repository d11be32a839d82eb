import type { RawChange } from '../../../src/change/change.js';
import { combine } from '../../../src/change/conflicts.js';
import { Drafting } from '../../../src/change/draft.js';
import { parseChange } from '../../../src/change/parse/index.js';
import { isRefused } from '../../../src/change/refuse.js';

/** The operations, or the refusal, of lines that each end in a line end. */
export function parse(...lines: string[]): ReturnType<typeof parseChange> {
  return parseChange({ diff: `${lines.join('\n')}\n` });
}

/** What an answer is sent back with, as `code: message`; the operations as JSON where it is not. */
export function refusalOf(raw: RawChange): string {
  const result = parseChange(raw);
  return isRefused(result) ? `${result.reason}: ${result.message}` : JSON.stringify(result);
}

/** The same for lines that each end in a line end. */
export function refusal(...lines: string[]): string {
  return refusalOf({ diff: `${lines.join('\n')}\n` });
}

/** Texts of the files of `before` after a change, null where gone; or `code: message`. */
export function applied(
  before: Record<string, string>,
  raw: RawChange,
): Record<string, string | null> | string {
  const parsed = parseChange(raw);
  const operations = isRefused(parsed) ? parsed : combine(parsed);
  if (isRefused(operations)) return `${operations.reason}: ${operations.message}`;
  const states = Object.entries(before).map(
    ([path, text]) => [path, { bytes: Buffer.from(text), mode: '100644' }] as const,
  );
  const drafting = new Drafting(new Map(states));
  for (const operation of operations) {
    const problem = drafting.run(operation);
    if (problem !== undefined) return `${problem.reason}: ${problem.message}`;
  }
  return Object.fromEntries(
    drafting.drafts.map(({ path, after }) => [path, after?.bytes.toString() ?? null]),
  );
}
