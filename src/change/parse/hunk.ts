import type { Refused } from '../change.js';
import type { HunkLine } from '../model.js';
import { refuse } from '../refuse.js';
import { toByteString } from '../text.js';
import type { LineReader } from './reader.js';

const HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

function signOf(line: string): HunkLine['sign'] | undefined {
  if (line === '') return ' ';
  const sign = line[0];
  return sign === ' ' || sign === '-' || sign === '+' ? sign : undefined;
}

/** Body of a hunk with its number of old and new lines. */
class Body {
  readonly lines: HunkLine[] = [];
  old = 0;
  fresh = 0;

  add(sign: HunkLine['sign'], text: string): void {
    this.lines.push({ sign, text: toByteString(text), bare: false });
    if (sign !== '+') this.old += 1;
    if (sign !== '-') this.fresh += 1;
  }
}

function readMarker(reader: LineReader, lines: HunkLine[]): void {
  const last = lines.at(-1);
  if (last === undefined || reader.peek()?.startsWith('\\ ') !== true) return;
  last.bare = true;
  reader.next();
}

/** The rest of a body whose counts are wrong, to be able to say how long it is. */
function readRest(reader: LineReader, body: Body): void {
  for (let line = reader.peek(); line !== undefined && line !== ''; line = reader.peek()) {
    const sign = signOf(line);
    if (sign === undefined || reader.atHeader) return;
    body.add(sign, line.slice(1));
    reader.next();
  }
}

/** Reads one hunk at its `@@` line; the counts of the header must be those of the body. */
export function readHunk(reader: LineReader, path: string, label: string): HunkLine[] | Refused {
  const at = reader.number;
  const header = HEADER.exec(reader.next() ?? '');
  if (header === null) {
    const message = `Line ${at}: ${label} of ${path} has no header of the form "@@ -start,count +start,count @@". Write the ranges, or send \`edits\` instead.`;
    return refuse('bad-header', message, [path]);
  }
  const [old, fresh] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
  const body = new Body();
  while (body.old < old || body.fresh < fresh) {
    const line = reader.peek();
    const sign = line === undefined ? undefined : signOf(line);
    if (line === undefined || sign === undefined) break;
    body.add(sign, line.slice(1));
    reader.next();
    readMarker(reader, body.lines);
  }
  const end = reader.done;
  if (!end && !reader.atHeader) readRest(reader, body);
  if (body.old === old && body.fresh === fresh) return body.lines;
  const cut = end && (body.old < old || body.fresh < fresh);
  return refuse(
    cut ? 'truncated' : 'hunk-count',
    `Line ${at}: ${label} of ${path}: the header says ${old} old and ${fresh} new lines, the body has ${body.old} and ${body.fresh}${cut ? ', and the text ends there' : ''}. Send the whole hunk with the right counts, or \`edits\` instead.`,
    [path],
  );
}
