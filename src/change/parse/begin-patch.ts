import type { Refused } from '../change.js';
import { addsOnly, type HunkLine, type Operation, type Piece } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import { toByteString } from '../text.js';
import { hunkLine, signOf } from './body.js';
import type { Form } from './form.js';
import { isHunkStart } from './marks.js';
import { quote, type LineReader } from './reader.js';

const BEGIN = /^\*\*\* Begin Patch\s*$/;
const END = /^\*\*\* End Patch\s*$/;
const SECTION = /^\*\*\* (Add|Update|Delete) File: (.*)$/;
const MOVE = /^\*\*\* Move to: (.*)$/;
const END_OF_FILE = /^\*\*\* End of File\s*$/;
const RANGES = /^-\d+(?:,\d+)? \+\d+(?:,\d+)?(?: @@.*)?$/;

/** The text of an `@@` line that names a line of the file; ranges and dots name none. */
function anchorIn(line: string): string | undefined {
  const text = line.slice(2).trim();
  const name = text.endsWith(' @@') ? text.slice(0, -3).trim() : text;
  const none = name === '' || name === '...' || name === '…' || name === '@@' || RANGES.test(text);
  return none ? undefined : toByteString(name);
}

function readLines(reader: LineReader): HunkLine[] {
  const start = reader.position;
  const lines: HunkLine[] = [];
  for (let line = reader.peek(); line !== undefined; line = reader.peek()) {
    const sign = signOf(line);
    if (sign === undefined) break;
    lines.push(hunkLine(sign, line));
    reader.next();
  }
  // An empty line at the end stands between two chunks; it is no context.
  for (let at = reader.position; at > start && reader.lines[at - 1] === ''; at -= 1) lines.pop();
  return lines;
}

function noLines(where: string, path: string): Refused {
  const message = `${where} has no lines. Show what changes there, or leave it out.`;
  return refuse('no-change', message, [path]);
}

function readChunk(reader: LineReader, path: string, label: string): Piece | Refused {
  const where = `Line ${reader.number}: ${label} of ${path}`;
  const anchors: string[] = [];
  while (isHunkStart(reader.peek())) {
    const anchor = anchorIn(reader.next());
    if (anchor !== undefined) anchors.push(anchor);
    // Only a line that names an anchor may stand above another one.
    else if (isHunkStart(reader.peek())) return noLines(where, path);
  }
  const lines = readLines(reader);
  if (lines.length === 0) return noLines(where, path);
  const piece: Piece = { kind: 'lines', lines, label };
  if (addsOnly(piece)) {
    const message = `${where} only adds lines and shows no old line to hold on to. Add the lines around the place as context.`;
    return refuse('no-anchor', message, [path]);
  }
  if (anchors.length > 0) piece.anchors = anchors;
  if (END_OF_FILE.test(reader.peek() ?? '')) {
    reader.next();
    piece.atEnd = true;
  }
  return piece;
}

function readUpdate(reader: LineReader, path: string): Operation | Refused {
  const to = MOVE.exec(reader.peek() ?? '')?.[1]?.trim();
  if (to !== undefined) reader.next();
  const pieces: Piece[] = [];
  reader.skipBlank();
  const first = reader.peek();
  if (first !== undefined && signOf(first) !== undefined) {
    const chunk = readChunk(reader, path, 'chunk 1');
    if (isRefused(chunk)) return chunk;
    pieces.push(chunk);
  }
  for (reader.skipBlank(); isHunkStart(reader.peek()); reader.skipBlank()) {
    const chunk = readChunk(reader, path, `chunk ${pieces.length + 1}`);
    if (isRefused(chunk)) return chunk;
    pieces.push(chunk);
  }
  if (to !== undefined) return { kind: 'rename', from: path, to, pieces };
  if (pieces.length > 0) return { kind: 'modify', path, pieces };
  const message = `The patch names ${path} and has no chunk for it. Leave it out, or show what changes.`;
  return refuse('no-change', message, [path]);
}

function readAdd(reader: LineReader, path: string): Operation | Refused {
  let content = '';
  while (reader.peek()?.startsWith('+') === true)
    content += `${toByteString(reader.next().slice(1))}\n`;
  if (content !== '') return { kind: 'create', path, content };
  const message = `The patch adds ${path} without a line. Put "+" in front of every line of it.`;
  return refuse('no-change', message, [path]);
}

function readSection(reader: LineReader): Operation | Refused {
  const at = reader.number;
  const line = reader.next();
  const [, kind = '', name = ''] = SECTION.exec(line) ?? [];
  const path = name.trim();
  if (kind === 'Add') return readAdd(reader, path);
  if (kind === 'Update') return readUpdate(reader, path);
  if (kind === 'Delete') return { kind: 'delete', path, pieces: [] };
  const message = `Line ${at}: ${quote(line)} is no line of the patch. Every line of a chunk begins with "+", "-" or a blank, every line of an added file with "+".`;
  return refuse('unknown-text', message);
}

/** The envelope that begins with `*** Begin Patch`; chunks have no counts, so its end mark is due. */
export const beginPatch: Form = {
  name: 'a Begin Patch envelope',
  opening: '"*** Begin Patch"',
  starts: (lines, at) => BEGIN.test(lines[at] ?? '') || SECTION.test(lines[at] ?? ''),
  stray: /^\*\*\* (?:End Patch|Move to: |End of File)/,
  read(reader, _outside, operations): Refused | undefined {
    if (!BEGIN.test(reader.peek() ?? '')) {
      const message = `Line ${reader.number}: ${quote(reader.next())} stands outside an envelope. Put "*** Begin Patch" above it and "*** End Patch" at the end.`;
      return refuse('unknown-text', message);
    }
    reader.next();
    for (reader.skipBlank(); !reader.done; reader.skipBlank()) {
      if (END.test(reader.peek() ?? '')) {
        reader.next();
        return undefined;
      }
      if (BEGIN.test(reader.peek() ?? '')) break;
      const section = readSection(reader);
      if (isRefused(section)) return section;
      operations.push(section);
    }
    const message = `Line ${reader.number}: the patch ends without "*** End Patch", so it may be cut off. Send the whole patch.`;
    return refuse('truncated', message);
  },
};
