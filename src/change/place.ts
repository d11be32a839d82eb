import { ambiguous, mismatch } from './candidates.js';
import type { Refused } from './change.js';
import { checkAnchors } from './anchors.js';
import { occurrences, WholeLines } from './find.js';
import {
  narrow,
  overlapping,
  runs,
  type LinesPiece,
  type Located,
  type TextPiece,
} from './located.js';
import type { HunkLine, Piece } from './model.js';
import { isRefused, refuse } from './refuse.js';
import { rewrite } from './rewrite.js';
import { lineAt, readText, type FileText } from './text.js';

interface Placed {
  replacements: Located[];
  /** Set where a `\ No newline` marker decides the end of the file. */
  finalNewline?: boolean;
}

/** A file with its pieces on the way: what every one of them is located on. */
interface Site {
  path: string;
  file: FileText;
  lines: WholeLines;
}

function noEffect(path: string, label: string): Refused {
  const message = `${label} of ${path} changes nothing: the text stays as it is. Leave it out, or send what should change.`;
  return refuse('no-change', message, [path]);
}

function noAnchor(path: string, label: string): Refused {
  const message = `${label} of ${path} only adds lines and shows no old line to hold on to. Add the lines around the place as context.`;
  return refuse('no-anchor', message, [path]);
}

function placeText({ path, file }: Site, piece: TextPiece): Placed | Refused {
  const { old, new: fresh, label } = piece;
  if (old === fresh) return noEffect(path, label);
  if (old === '') return noAnchor(path, label);
  const found = occurrences(file.text, old);
  const [start] = found;
  const what = `The old text of ${label}`;
  const wanted = old.replace(/\n$/, '').split('\n');
  if (start === undefined) {
    const done = fresh === '' ? [] : occurrences(file.text, fresh).map((at) => lineAt(file, at));
    return mismatch({ path, what, lines: file.lines, wanted, parts: true, done });
  }
  if (found.length === 1) return { replacements: [narrow(start, piece)] };
  const places = found.map((at) => lineAt(file, at));
  return ambiguous({ path, what, lines: file.lines, places, height: wanted.length });
}

/** What the markers of a hunk say about the end of the file; undefined where there is none. */
function endOf(
  { path, file }: Site,
  piece: LinesPiece,
  after: number,
): boolean | Refused | undefined {
  const sides = ['+', '-'].map((other) => piece.lines.filter(({ sign }) => sign !== other));
  const bare = sides.map((side) => side.findIndex((line) => line.bare));
  if (bare.every((index) => index === -1)) return undefined;
  const early = sides.some((side, at) => bare[at] !== -1 && bare[at] !== side.length - 1);
  const end = after === file.lines.length;
  const [old, fresh] = bare.map((index) => index !== -1);
  if (!early && end && !(old === true && file.finalNewline)) return fresh !== true;
  const where = early || !end ? 'goes on' : 'ends with a newline';
  const message = `${piece.label} of ${path} says "No newline at end of file" where the file ${where}. Leave the marker out.`;
  return refuse('context-mismatch', message, [path]);
}

function checkPlace(site: Site, piece: LinesPiece, at: number, old: string[]): Refused | undefined {
  const { path, file } = site;
  const change = piece.lines.findIndex(({ sign }) => sign !== ' ');
  const problem = checkAnchors(path, file.lines, piece, at + change);
  if (problem !== undefined) return problem;
  const left = file.lines.length - at - old.length;
  if (piece.atEnd !== true || left === 0) return undefined;
  const message = `${piece.label} of ${path} says that it is the end of the file, but ${left} lines follow there, from line ${at + old.length + 1}. Leave the end marker out, or take the lines that really are the last ones.`;
  return refuse('context-mismatch', message, [path]);
}

function placeLines(site: Site, piece: LinesPiece): Placed | Refused {
  const { path, file, lines } = site;
  const { label } = piece;
  if (piece.lines.every((line) => line.sign === ' ')) return noEffect(path, label);
  const side = (other: HunkLine['sign']): string[] =>
    piece.lines.filter(({ sign }) => sign !== other).map(({ text }) => text);
  const [old, fresh] = [side('+'), side('-')];
  const same = old.length === fresh.length && old.every((line, index) => line === fresh[index]);
  const [bareOld, bareNew] = ['+', '-'].map((other) =>
    piece.lines.some(({ sign, bare }) => bare && sign !== other),
  );
  if (same && bareOld === bareNew) return noEffect(path, label);
  if (old.length === 0 && file.lines.length > 0) return noAnchor(path, label);
  const what = `The old text of ${label}`;
  const places = old.length === 0 ? [0] : lines.find(old);
  const [at] = places;
  if (at === undefined)
    return mismatch({ path, what, lines: file.lines, wanted: old, done: lines.find(fresh) });
  if (places.length > 1)
    return ambiguous({ path, what, lines: file.lines, places, height: old.length });
  const problem = checkPlace(site, piece, at, old);
  if (problem !== undefined) return problem;
  const finalNewline = endOf(site, piece, at + old.length);
  if (isRefused(finalNewline)) return finalNewline;
  const replacements = runs(file.starts[at] ?? 0, piece);
  return finalNewline === undefined ? { replacements } : { replacements, finalNewline };
}

/**
 * New bytes of a file: every piece is located on the old bytes, where its old text must stand
 * exactly once, whatever line number it claims.
 */
export function placePieces(path: string, bytes: Uint8Array, pieces: Piece[]): Buffer | Refused {
  const file = readText(bytes);
  const site: Site = { path, file, lines: new WholeLines(file.lines) };
  const replacements: Located[] = [];
  let finalNewline: boolean | undefined;
  for (const piece of pieces) {
    const placed = piece.kind === 'text' ? placeText(site, piece) : placeLines(site, piece);
    if (isRefused(placed)) return placed;
    replacements.push(...placed.replacements);
    if (finalNewline !== undefined && placed.finalNewline === !finalNewline) {
      const message = `${piece.label} of ${path} and one before it disagree on whether the file ends with a newline. Send them as one.`;
      return refuse('overlap', message, [path]);
    }
    finalNewline = placed.finalNewline ?? finalNewline;
  }
  replacements.sort((a, b) => a.from - b.from || a.to - b.to);
  const overlap = overlapping(path, replacements);
  if (overlap !== undefined) return overlap;
  const after = rewrite(file, replacements, finalNewline);
  return after.equals(bytes) ? noEffect(path, pieces.map(({ label }) => label).join(', ')) : after;
}
