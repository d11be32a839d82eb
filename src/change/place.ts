import { ambiguous, mismatch } from './candidates.js';
import type { Refused } from './change.js';
import type { HunkLine, Piece } from './model.js';
import { isRefused, refuse } from './refuse.js';
import { linesOf, readText, rewrite, type FileText, type Replacement } from './text.js';

interface Placed {
  replacements: Replacement[];
  /** Set where a `\ No newline` marker decides the end of the file. */
  finalNewline?: boolean;
}

type LinesPiece = Extract<Piece, { kind: 'lines' }>;
type TextPiece = Extract<Piece, { kind: 'text' }>;

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

/** Takes off what old and new text share at both ends, so that only real changes can overlap. */
function narrow(start: number, old: string, fresh: string, label: string): Replacement {
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  return {
    start: start + head,
    end: start + old.length - tail,
    text: fresh.slice(head, fresh.length - tail),
    label,
  };
}

function placeText(path: string, file: FileText, piece: TextPiece): Placed | Refused {
  if (piece.old === piece.new) return noEffect(path, piece.label);
  const found = occurrences(file.text, piece.old);
  const [start] = found;
  if (start === undefined) return mismatch(path, piece.label, file.text, piece.old.split('\n'));
  if (found.length > 1) {
    const lines = found.map((at) => lineAt(file.text, at));
    return ambiguous(path, piece.label, file.text, lines);
  }
  return { replacements: [narrow(start, piece.old, piece.new, piece.label)] };
}

function noEffect(path: string, label: string): Refused {
  const message = `${label} of ${path} changes nothing: old and new text are the same. Leave it out, or send what should change.`;
  return refuse('no-change', message, [path]);
}

/** Where the old lines stand in the file, as line indexes. */
function positions(lines: string[], old: string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + old.length <= lines.length; at += 1)
    if (old.every((line, index) => lines[at + index] === line)) found.push(at);
  return found;
}

/** One replacement for each run of removed and added lines; context is never written. */
function runs(lines: HunkLine[], start: number, label: string): Replacement[] {
  const out: Replacement[] = [];
  let at = start;
  let open: Replacement | undefined;
  for (const { sign, text } of lines) {
    if (sign === ' ') open = undefined;
    else if (open === undefined) out.push((open = { start: at, end: at, text: '', label }));
    if (sign !== '+') at += text.length + 1;
    if (open !== undefined && sign === '-') open.end = at;
    if (open !== undefined && sign === '+') open.text += `${text}\n`;
  }
  return out;
}

function placeLines(path: string, file: FileText, piece: LinesPiece): Placed | Refused {
  const { lines, label } = piece;
  if (lines.every((line) => line.sign === ' ')) return noEffect(path, label);
  const before = lines.filter((line) => line.sign !== '+');
  const after = lines.filter((line) => line.sign !== '-');
  const old = before.map((line) => line.text);
  const have = linesOf(file.text);
  if (old.length === 0 && have.length > 0) {
    const message = `${label} of ${path} only adds lines and shows no old line to hold on to. Add the lines around the place as context.`;
    return refuse('no-anchor', message, [path]);
  }
  const found = old.length === 0 ? [0] : positions(have, old);
  const [at] = found;
  if (at === undefined) return mismatch(path, label, file.text, old);
  if (found.length > 1) return ambiguous(path, label, file.text, found);
  const oldBare = before.some((line) => line.bare);
  const freshBare = after.some((line) => line.bare);
  const atEnd = at + old.length === have.length;
  if ((oldBare || freshBare) && (!atEnd || (oldBare && file.finalNewline))) {
    const message = `${label} of ${path} says "No newline at end of file" where the file ${atEnd ? 'ends with a newline' : 'goes on'}. Leave the marker out.`;
    return refuse('context-mismatch', message, [path]);
  }
  const start = have.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  const replacements = runs(lines, start, label);
  return oldBare || freshBare ? { replacements, finalNewline: !freshBare } : { replacements };
}

function overlapping(path: string, sorted: Replacement[]): Refused | undefined {
  for (const [index, next] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined || next.label === previous.label) continue;
    if (next.start >= previous.end && next.start > previous.start) continue;
    const message = `${previous.label} and ${next.label} of ${path} change the same text. Send them as one.`;
    return refuse('overlap', message, [path]);
  }
  return undefined;
}

/**
 * New bytes of a file: every piece is located on the old bytes, where its old text must stand
 * exactly once, whatever line number it claims.
 */
export function placePieces(path: string, bytes: Uint8Array, pieces: Piece[]): Buffer | Refused {
  const file = readText(bytes);
  const replacements: Replacement[] = [];
  let finalNewline: boolean | undefined;
  for (const piece of pieces) {
    const placed =
      piece.kind === 'text' ? placeText(path, file, piece) : placeLines(path, file, piece);
    if (isRefused(placed)) return placed;
    replacements.push(...placed.replacements);
    finalNewline = placed.finalNewline ?? finalNewline;
  }
  replacements.sort((a, b) => a.start - b.start || a.end - b.end);
  return overlapping(path, replacements) ?? rewrite(file, replacements, finalNewline);
}
