import type { HunkLine } from '../model.js';
import { toByteString } from '../text.js';
import { isHunkStart, isPair } from './marks.js';

/** How many old and new lines a hunk has. */
export interface Counts {
  old: number;
  fresh: number;
}

/** The body of a hunk, and where it ends. */
export interface Body extends Counts {
  lines: HunkLine[];
  /** Index of the line behind the body, and behind the blank lines that are no part of it. */
  end: number;
  /** Whether the body is what the counts of the header say. */
  exact: boolean;
  /** Number of lines at its end that an empty line parts from the rest, and that may be prose. */
  doubtful: number;
}

/** A line of a list in prose, which looks like an added or removed one; not that of a comment. */
const BULLET = /^[+-] (?!\*(?:[ /]|$))\S/;
const PREFIXED = /^(?:[ +-]|\\ |$)/;
const SIGNATURE = /^-- ?$/;
const VERSION = /^\d+\.\d+[\w.() -]*$/;

function isMarker(line: string | undefined): boolean {
  return line?.startsWith('\\ ') === true;
}

/** The sign of a line in a body; an empty line is a context line that lost its blank. */
export function signOf(line: string): HunkLine['sign'] | undefined {
  if (line === '') return ' ';
  const sign = line[0];
  return sign === ' ' || sign === '-' || sign === '+' ? sign : undefined;
}

/** A line of a body without its sign. */
export function hunkLine(sign: HunkLine['sign'], line: string): HunkLine {
  return { sign, text: toByteString(line.slice(1)), bare: false };
}

function toBody(lines: readonly string[], end: number, exact: boolean): Body {
  const body: Body = { lines: [], old: 0, fresh: 0, end, exact, doubtful: 0 };
  for (const line of lines) {
    const sign = signOf(line);
    const last = body.lines.at(-1);
    if (sign === undefined) {
      if (last !== undefined) last.bare = true;
      continue;
    }
    body.lines.push(hunkLine(sign, line));
    if (sign !== '+') body.old += 1;
    if (sign !== '-') body.fresh += 1;
  }
  return body;
}

/** Index behind the lines that the counts ask for; undefined where no line end meets both. */
function countedEnd(
  lines: readonly string[],
  start: number,
  stop: number,
  counts: Counts,
): number | undefined {
  let { old, fresh } = counts;
  let at = start;
  for (; at < stop && (old > 0 || fresh > 0); at += 1) {
    const line = lines[at] ?? '';
    if (isMarker(line)) continue;
    if (signOf(line) !== '+') old -= 1;
    if (signOf(line) !== '-') fresh -= 1;
    if (old < 0 || fresh < 0) return undefined;
  }
  if (old > 0 || fresh > 0) return undefined;
  return at < stop && isMarker(lines[at]) ? at + 1 : at;
}

/**
 * The body rule. A body reaches to the first line without a prefix (`@@`, a header, a fence, prose,
 * the end), or to the header of another file (`---`, `+++`, `@@`). If the counts of the `@@` line are
 * met exactly on the way and only blank lines or a mail signature follow, it ends there; such counts
 * also turn what looks like a header into content. In every other case the body wins over the counts:
 * it is everything, without the empty lines at its end. What then stands behind an empty line is in
 * doubt if the counts end there, or if all of it may be a list in prose.
 */
export function bodyAt(lines: readonly string[], start: number, counts?: Counts): Body {
  let stop = start;
  while (stop < lines.length && PREFIXED.test(lines[stop] ?? '')) stop += 1;
  if (isMarker(lines[start])) stop = start;
  const header = stop - 2 >= start && isPair(lines, stop - 2) && isHunkStart(lines[stop]);
  const limit = header ? stop - 2 : stop;

  const end = counts === undefined ? undefined : countedEnd(lines, start, stop, counts);
  if (end !== undefined) {
    const rest = lines.slice(end, end <= limit ? limit : stop).filter((line) => line.trim() !== '');
    const [first = '', ...more] = rest;
    const signed = SIGNATURE.test(first) && VERSION.test(lines[stop] ?? '') && more.length === 0;
    if (rest.length === 0 || signed)
      return toBody(lines.slice(start, end), signed ? stop + 1 : end, true);
  }

  let last = limit;
  while (last > start && lines[last - 1] === '') last -= 1;
  const gap = lines.slice(start, last).lastIndexOf('');
  const behind = gap === -1 ? [] : lines.slice(start + gap + 1, last);
  const body = toBody(lines.slice(start, last), limit, false);
  if (end !== undefined && end < last && lines[end] === '') body.doubtful = last - end - 1;
  else if (behind.every((line) => BULLET.test(line))) body.doubtful = behind.length;
  return body;
}
