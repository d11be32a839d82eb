import type { Refused } from './change.js';
import type { Piece } from './model.js';
import { refuse } from './refuse.js';
import type { Replacement } from './rewrite.js';
import { sharedEnd, sharedEnds } from './shared-ends.js';

export type LinesPiece = Extract<Piece, { kind: 'lines' }>;
export type TextPiece = Extract<Piece, { kind: 'text' }>;

/** A replacement, and the old text on which its place depends: no other piece may change that. */
export interface Located extends Replacement {
  from: number;
  to: number;
  piece: Piece;
}

/**
 * Takes off what old and new text share at both ends, so that only real changes can overlap. What
 * they share may be taken off either end first: `from` and `to` hold both readings.
 */
export function narrow(start: number, piece: TextPiece): Located {
  const { old, new: fresh } = piece;
  const { head, tail: kept } = sharedEnds(old, fresh);
  const tail = sharedEnd(old, fresh);
  const gone = Math.max(0, old.length - fresh.length);
  return {
    start: start + head,
    end: start + old.length - kept,
    text: fresh.slice(head, fresh.length - kept),
    from: start + Math.min(head, old.length - tail - gone),
    to: start + Math.max(head + gone, old.length - tail),
    piece,
  };
}

/** One replacement for each run of removed and added lines; context is never written. */
export function runs(start: number, piece: LinesPiece): Located[] {
  const out: Located[] = [];
  let at = start;
  let open: Located | undefined;
  for (const { sign, text } of piece.lines) {
    if (sign === ' ') open = undefined;
    else if (open === undefined)
      out.push((open = { start: at, end: at, text: '', from: at, to: at, piece }));
    if (sign !== '+') at += text.length + 1;
    if (open !== undefined && sign === '-') open.end = open.to = at;
    if (open !== undefined && sign === '+') open.text += `${text}\n`;
  }
  return out;
}

/** Refuses pieces that change the same text, or insert at one place, in an order nobody gave. */
export function overlapping(path: string, sorted: Located[]): Refused | undefined {
  for (const [index, next] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined || next.piece === previous.piece) continue;
    if (next.from >= previous.to && next.start > previous.start) continue;
    const message = `${previous.piece.label} and ${next.piece.label} of ${path} change the same text. Send them as one.`;
    return refuse('overlap', message, [path]);
  }
  return undefined;
}
