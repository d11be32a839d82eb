import type { Refused } from './change.js';
import { refuse } from './refuse.js';
import { fromByteString, linesOf } from './text.js';

const PLACES_SHOWN = 5;
const LINES_AROUND = 3;

function show(line: string): string {
  const text = fromByteString(line);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function excerpt(lines: string[], middle: number): string {
  const first = Math.max(0, middle - LINES_AROUND);
  return lines
    .slice(first, middle + LINES_AROUND)
    .map((line, index) => `${first + index + 1}: ${show(line)}`)
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

/** Old text that stands in several places (0-based lines): five of them are shown. */
export function ambiguous(path: string, label: string, text: string, at: number[]): Refused {
  const lines = linesOf(text);
  const places = at
    .slice(0, PLACES_SHOWN)
    .map((line) => `- line ${line + 1}, in: ${heading(lines, line)}`);
  const more = at.length > PLACES_SHOWN ? `\n- and ${at.length - PLACES_SHOWN} more` : '';
  return refuse(
    'ambiguous-location',
    `The old text of ${label} stands ${at.length} times in ${path}:\n${places.join('\n')}${more}\nTake more lines around the one that is meant, so that the old text stands there only once.`,
    [path],
  );
}

/** Start of the window that shares most lines with the old ones; blanks at the ends count half. */
function nearest(lines: string[], old: string[]): { start: number; score: number } {
  const wanted = old.slice(0, 200).map((line) => ({ line, bare: line.trim() }));
  const bare = lines.map((line) => line.trim());
  let best = { start: 0, score: 0 };
  for (let start = 1 - wanted.length; start < lines.length; start += 1) {
    let score = 0;
    for (const [index, want] of wanted.entries()) {
      if (want.bare === '') continue;
      if (lines[start + index] === want.line) score += 1;
      else if (bare[start + index] === want.bare) score += 0.5;
    }
    if (score > best.score) best = { start, score };
  }
  return best;
}

/** Old text that stands nowhere: shows the first differing line and the real lines around it. */
export function mismatch(path: string, label: string, text: string, old: string[]): Refused {
  const lines = linesOf(text);
  const { start, score } = nearest(lines, old);
  if (score === 0) {
    const message = `The old text of ${label} does not stand in ${path}, nor anything like it. Read the file again and copy the old lines from it.`;
    return refuse('context-mismatch', message, [path]);
  }
  const differs = old.findIndex((line, index) => lines[start + index] !== line);
  const index = differs === -1 ? 0 : differs;
  const found = lines[start + index];
  const wanted = old[index] ?? '';
  const blanks = found !== undefined && found.trim() === wanted.trim();
  return refuse(
    'context-mismatch',
    [
      `The old text of ${label} does not stand in ${path}. Nearest is line ${Math.max(1, start + 1)}; the first line that differs${blanks ? ', in blanks only,' : ''} is line ${start + index + 1}:`,
      `expected: ${show(wanted)}`,
      `found:    ${found === undefined ? '(outside the file)' : show(found)}`,
      'The file there:',
      excerpt(lines, Math.max(0, start + index)),
      'Copy the old lines from the file, byte for byte.',
    ].join('\n'),
    [path],
  );
}
