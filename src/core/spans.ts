/** `file:start-end` spans (1-based inclusive lines) and how a landed diff moves them. */

export interface Span {
  path: string;
  start: number;
  end: number;
}

/** Reads `file:start-end`; undefined when it is not of that form or runs backwards. */
export function parseSpan(text: string): Span | undefined {
  const match = /^(.+):(\d+)-(\d+)$/s.exec(text);
  if (match?.[1] === undefined) return undefined;
  const span = { path: match[1], start: Number(match[2]), end: Number(match[3]) };
  return span.start >= 1 && span.end >= span.start ? span : undefined;
}

export function formatSpan(span: Span): string {
  return `${span.path}:${span.start}-${span.end}`;
}

/**
 * Changed lines of one file as ascending runs, `before` in the old text and `after` in the new. The
 * lists do not pair up: an insertion stands only in `after`, a deletion only in `before`.
 */
export interface TouchedFile {
  path: string;
  before: [number, number][];
  after: [number, number][];
}

/** The lines of a span's text in a file; empty when it lies outside. */
export function spanText(fileText: string, span: Span): string {
  return fileText
    .split('\n')
    .slice(span.start - 1, span.end)
    .join('\n');
}

/**
 * Where a span of the old text stands after the change of its file; lines that took the place of
 * its first or last line belong to it. `touched` tells whether the change reached into it.
 */
export function moveSpan(span: Span, file: TouchedFile): { span: Span; touched: boolean } {
  let above = span.start;
  let below = span.end;
  for (const [from, to] of [...file.before].reverse())
    if (from <= above && above <= to) above = from - 1;
  for (const [from, to] of file.before) if (from <= below && below <= to) below = to + 1;
  const start = above === span.start ? newLine(above, file) : newLine(above, file) + 1;
  const end = below === span.end ? newLine(below, file) : newLine(below, file) - 1;
  const touched =
    file.before.some(([from, to]) => from <= span.end && to >= span.start) ||
    file.after.some(([from, to]) => from <= end && to >= start);
  return { span: { path: span.path, start, end: Math.max(start, end) }, touched };
}

/** Where a line that the change kept stands in the new text: kept lines stay in their order. */
function newLine(line: number, file: TouchedFile): number {
  let moved = line;
  for (const [from, to] of file.before) if (to < line) moved -= to - from + 1;
  for (const [from, to] of file.after) if (from <= moved) moved += to - from + 1;
  return moved;
}
