import { alignLines } from './align.js';
import { lineAt, linesOf, type FileText } from './text.js';

/** One piece of `FileText.text` (offsets, end exclusive) and what stands there afterwards. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Lines of the file (end exclusive) that replacements touch, and their new text. */
interface Region {
  from: number;
  to: number;
  text: string;
}

/** Whole lines, with what is left of those that a replacement touches in the middle. */
function regionsOf(file: FileText, replacements: Replacement[]): Region[] {
  const regions: (Region & { done: number })[] = [];
  for (const { start, end, text } of replacements) {
    const [from, last] = [lineAt(file, start), lineAt(file, end)];
    const whole =
      file.starts[from] === start &&
      file.starts[last] === end &&
      (text === '' || text.endsWith('\n'));
    const to = whole ? last : Math.min(last + 1, file.lines.length);
    let region = regions.at(-1);
    if (region === undefined || from >= region.to)
      regions.push((region = { from, to, text: '', done: file.starts[from] ?? 0 }));
    region.text += file.text.slice(region.done, start) + text;
    region.done = end;
    region.to = Math.max(region.to, to);
  }
  return regions.map(({ from, to, text, done }) => ({
    from,
    to,
    text: text + file.text.slice(done, file.starts[to]),
  }));
}

/** New lines take the line end of the old line that they equal or replace, else of the one above. */
function eolsFor(file: FileText, { from, to }: Region, lines: string[]): string[] {
  const old = file.eols.slice(from, to);
  let eol = file.eols[from - 1] ?? old[0] ?? file.eols[to] ?? '\n';
  if (old.every((one) => one === eol)) return lines.map(() => eol);
  const eols: string[] = [];
  let next = 0;
  const end: [number, number] = [old.length, lines.length];
  for (const [before, after] of [...alignLines(file.lines.slice(from, to), lines), end]) {
    while (eols.length < after) {
      if (next < before) eol = old[next++] ?? eol;
      eols.push(eol);
    }
    eol = old[before] ?? eol;
    if (before < old.length) eols.push(eol);
    next = before + 1;
  }
  return eols;
}

/** Only the end of a file can lose its newline to a replacement, and it must not. */
function terminated(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/**
 * Bytes of the file with the replacements made: ascending, not overlapping. Untouched text keeps
 * its bytes, and the end of the file its newline or lack of one unless `finalNewline` decides.
 */
export function rewrite(
  file: FileText,
  replacements: Replacement[],
  finalNewline: boolean | undefined,
): Buffer {
  const parts: string[] = [];
  let line = 0;
  const add = (lines: string[], eols: string[]): void => {
    for (const [index, text] of lines.entries()) parts.push(text, eols[index] ?? '\n');
  };
  for (const region of regionsOf(file, replacements)) {
    add(file.lines.slice(line, region.from), file.eols.slice(line, region.from));
    const lines = linesOf(terminated(region.text));
    add(lines, eolsFor(file, region, lines));
    line = region.to;
  }
  add(file.lines.slice(line), file.eols.slice(line));
  if (!(finalNewline ?? file.finalNewline)) parts.pop();
  return Buffer.from(file.bom + parts.join(''), 'latin1');
}
