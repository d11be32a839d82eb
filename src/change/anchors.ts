import { ambiguous, mismatch } from './candidates.js';
import type { Refused } from './change.js';
import type { Piece } from './model.js';
import { refuse } from './refuse.js';
import { fromByteString, trimBlanks } from './text.js';

/**
 * Checks the lines that a form gives to lead to the place: each stands once in the file, in order,
 * and not below `last`, the index of the first line to change. They never choose a place.
 */
export function checkAnchors(
  path: string,
  lines: string[],
  { label, anchors = [] }: Extract<Piece, { kind: 'lines' }>,
  last: number,
): Refused | undefined {
  if (anchors.length === 0) return undefined;
  const bare = lines.map(trimBlanks);
  let above = -1;
  for (const anchor of anchors.map(trimBlanks)) {
    const what = `The anchor "${fromByteString(anchor).slice(0, 120)}" of ${label}`;
    const places = bare.flatMap((line, index) => (line === anchor ? [index] : []));
    const [at] = places;
    if (at === undefined) return mismatch({ path, what, lines, wanted: [anchor] });
    if (places.length > 1) return ambiguous({ path, what, lines, places, height: 1 });
    if (at <= above || at > last) {
      const message = `${what} is line ${at + 1} of ${path}, which is not ${at > last ? `above the place that the old lines name (line ${last + 1})` : 'below the anchor before it'}. Take anchors from above the place, from top to bottom, or leave them out.`;
      return refuse('context-mismatch', message, [path]);
    }
    above = at;
  }
  return undefined;
}
