import type { Refused } from './change.js';
import { differenceOf } from './difference.js';
import { nearest } from './nearest.js';
import { refuse } from './refuse.js';
import { decode } from './text.js';

const PLACES_SHOWN = 5;
const LINES_AROUND = 2;
const MOST_BYTES = 4096;
const LONGEST_LINE = 160;

function show(line: string): string {
  const text = decode(Buffer.from(line, 'latin1')).replaceAll('\r', '\\r');
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}

/** Numbered lines of the file around a block of `height` lines, of which a long middle is left out. */
function excerpt(lines: string[], at: number, height: number): string {
  const shown = new Set<number>();
  for (const edge of [at, at + height - 1])
    for (let near = edge - LINES_AROUND; near <= edge + LINES_AROUND; near += 1) shown.add(near);
  let previous = -1;
  return [...shown]
    .filter((index) => index >= 0 && index < lines.length)
    .map((index, position) => {
      const gap = position > 0 && index !== previous + 1 ? '  …\n' : '';
      previous = index;
      return `${gap}  ${index + 1}: ${show(lines[index] ?? '')}`;
    })
    .join('\n');
}

/** The nearest line above that starts at the left margin with a word, as git's hunk headings do. */
function heading(lines: string[], at: number): string {
  for (let index = at; index >= 0; index -= 1) {
    const line = lines[index];
    if (line !== undefined && /^[A-Za-z_$@#]/.test(line)) return show(line);
  }
  return 'start of file';
}

/** A message of at most 4 KiB: of the places, as many are shown as there is room for. */
function compose(
  head: string,
  places: number[],
  block: (at: number) => string,
  tail: string,
): string {
  let room = MOST_BYTES - Buffer.byteLength(head + tail) - 40;
  const kept: string[] = [];
  for (const at of places.slice(0, PLACES_SHOWN)) {
    const text = block(at);
    room -= Buffer.byteLength(text) + 1;
    if (room < 0 && kept.length > 0) break;
    kept.push(text);
  }
  const more = places.length - kept.length;
  const message = [head, ...kept, ...(more > 0 ? [`- and ${more} more`] : []), tail].join('\n');
  return Buffer.from(message)
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\ufffd+$/, '');
}

interface Search {
  path: string;
  /** What was looked for, to begin a sentence with. */
  what: string;
  lines: string[];
}

/** Text that stands in several places (0-based lines) of the file: five of them are shown. */
export function ambiguous(search: Search & { places: number[]; height: number }): Refused {
  const { path, what, lines, places, height } = search;
  const block = (at: number): string =>
    `- line ${at + 1}, in: ${heading(lines, at)}\n${excerpt(lines, at, height)}`;
  const head = `${what} stands ${places.length} times in ${path}:`;
  const tail =
    'Take more lines around the one that is meant, so that the old text stands there only once.';
  return refuse('ambiguous-location', compose(head, places, block, tail), [path]);
}

/** Index of the first wanted line that the file does not have at a place. */
function firstDifference(lines: string[], wanted: string[], parts: boolean, start: number): number {
  const same = (line: string, index: number): boolean => {
    const found = lines[start + index];
    if (found === line) return true;
    if (!parts || wanted.length === 1 || found === undefined) return false;
    if (index === 0) return found.endsWith(line);
    return index === wanted.length - 1 && found.startsWith(line);
  };
  return Math.max(
    0,
    wanted.findIndex((line, index) => !same(line, index)),
  );
}

/** One place that comes near: the first line that differs there, and the lines around it. */
function near(lines: string[], wanted: string[], parts: boolean, start: number): string {
  const index = firstDifference(lines, wanted, parts, start);
  const at = start + index;
  const expected = wanted[index] ?? '';
  const found = lines[at];
  const how = found === undefined ? '' : differenceOf(expected, found);
  return [
    `- in: ${heading(lines, Math.max(0, at))}; the first line that differs is line ${at + 1}${how === '' ? '' : `, ${how}`}:`,
    `expected: ${show(expected)}`,
    `found:    ${found === undefined ? '(outside the file)' : show(found)}`,
    'The file there:',
    excerpt(lines, at, 1),
  ].join('\n');
}

/** Text that stands nowhere: shows the first line that differs and the real lines around it. */
export function mismatch(
  search: Search & {
    /** The lines that were looked for. */
    wanted: string[];
    /** Whether the first and the last of them may be parts of lines. */
    parts?: boolean;
    /** Where the new text stands already. */
    done?: number[];
  },
): Refused {
  const { path, what, lines, wanted, parts = false, done = [] } = search;
  const [made] = done;
  const already =
    made !== undefined && done.length === 1
      ? `Its new text already stands there, at line ${made + 1}: the change seems to be made already. If so, leave it out. `
      : '';
  const starts = nearest(lines, wanted);
  if (starts.length === 0) {
    const message = `${what} does not stand in ${path}, nor anything like it. ${already}Read the file again and copy the old lines from it.`;
    return refuse('context-mismatch', message, [path]);
  }
  const head = `${what} does not stand in ${path}. Nearest ${starts.length === 1 ? 'is this place' : `are these ${starts.length} places`}:`;
  const tail = `${already}Copy the old lines from the file, byte for byte.`;
  return refuse(
    'context-mismatch',
    compose(head, starts, (start) => near(lines, wanted, parts, start), tail),
    [path],
  );
}
