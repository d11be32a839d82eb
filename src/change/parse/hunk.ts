import type { Refused } from '../change.js';
import type { HunkLine, Piece } from '../model.js';
import { refuse } from '../refuse.js';
import { bodyAt, type Body, type Counts } from './body.js';
import { fenceAt } from './fence.js';
import { isFileStart, isHunkStart } from './marks.js';
import type { Outside } from './outside.js';
import { quote, type LineReader } from './reader.js';

/** A hunk as read; nothing in its header but the counts is believed. */
export interface Hunk {
  piece: Extract<Piece, { kind: 'lines' }>;
  /** Whether its header and its body agree. */
  exact: boolean;
  /** Whether its header says that there is no old text, as in `@@ -0,0 +1,3 @@`. */
  fromNothing: boolean;
}

const RANGES = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))?(?: @@|\s*$)/;
const WAY_OUT = 'Send the whole hunk with a prefix on every line, or `edits` instead.';

function countsIn(header: string): (Counts & { start: number }) | undefined {
  const ranges = RANGES.exec(header);
  if (ranges === null) return undefined;
  const [, start, old = '1', fresh = '1'] = ranges;
  return { start: Number(start), old: Number(old), fresh: Number(fresh) };
}

/** A marker for the end of the file stands in the middle of the old or of the new text. */
function bareInside(lines: HunkLine[]): boolean {
  return lines.some(
    ({ bare, sign }, index) =>
      bare && lines.slice(index + 1).some((later) => sign === ' ' || later.sign !== opposite(sign)),
  );
}

function opposite(sign: HunkLine['sign']): HunkLine['sign'] {
  return sign === '+' ? '-' : '+';
}

/**
 * Why what stands behind a body leaves its end, or the body itself, in doubt. Without right counts
 * it may end at a file, at its own fence, or at an `@@` line of the kind of its own.
 */
function doubt(
  reader: LineReader,
  outside: Outside,
  { exact, doubtful }: Body,
  counted: boolean,
): ['truncated' | 'unknown-text', string] | undefined {
  if (doubtful > 0) {
    const lines = doubtful === 1 ? 'line stands' : `${doubtful} lines stand`;
    const why = `its last ${lines} behind an empty line without a prefix, so it is code of the hunk or prose below it. If it is code, put a blank on the empty line and the right counts in the "@@" line; if it is prose, take it out`;
    return ['unknown-text', why];
  }
  const line = reader.peek();
  if (line === undefined) {
    if (exact || !(reader.cut || outside.fenced)) return undefined;
    return ['truncated', reader.cut ? 'the text ends there' : 'the fence around it is not closed'];
  }
  if (isFileStart(reader.lines, reader.position)) return undefined;
  if (isHunkStart(line) && (exact || (countsIn(line) !== undefined) === counted)) return undefined;
  if (exact ? line.trim() === '' || fenceAt(line)?.indent === 0 : outside.closes(line))
    return undefined;
  const where = `line ${reader.number}, ${quote(line)}, which stands directly below`;
  return ['unknown-text', `${where}, may be a line of it that lost its prefix`];
}

/** Reads one hunk at its `@@` line; the body decides, and its end must be beyond doubt. */
export function readHunk(
  reader: LineReader,
  outside: Outside,
  path: string,
  label: string,
): Hunk | Refused {
  const where = `Line ${reader.number}: ${label} of ${path}`;
  const counts = countsIn(reader.next());
  const body = bodyAt(reader.lines, reader.position, counts);
  const { lines, exact } = body;
  reader.position = body.end;
  if (lines.length === 0 && !exact) {
    const message = `${where} has no lines. ${WAY_OUT}`;
    return refuse(reader.done ? 'truncated' : 'hunk-count', message, [path]);
  }
  if (bareInside(lines)) {
    const message = `${where} says "No newline at end of file" before its last line. Leave the marker out.`;
    return refuse('unknown-text', message, [path]);
  }
  const differs =
    counts === undefined || exact
      ? ''
      : `header says ${counts.old} old and ${counts.fresh} new lines, the body has ${body.old} and ${body.fresh}`;
  const problem = doubt(reader, outside, body, counts !== undefined);
  if (problem !== undefined) {
    const [code, why] = problem;
    const reason = differs !== '' && code === 'unknown-text' ? 'hunk-count' : code;
    const said = differs === '' ? why : `the ${differs}; ${why}`;
    return refuse(reason, `${where}: ${said}. ${WAY_OUT}`, [path]);
  }
  return {
    piece: { kind: 'lines', lines, label: differs === '' ? label : `${label} (its ${differs})` },
    exact,
    fromNothing: counts?.start === 0 && counts.old === 0,
  };
}
