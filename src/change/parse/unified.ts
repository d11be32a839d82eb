import type { RawChange, Refused } from '../change.js';
import type { HunkLine, Operation, Piece } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import type { Form } from './form.js';
import { readHeader, type FileHeader } from './header.js';
import { readHunk } from './hunk.js';
import { LineReader } from './reader.js';

function contentOf(lines: HunkLine[]): string {
  return lines.map(({ text, bare }) => (bare ? text : `${text}\n`)).join('');
}

function operation(header: FileHeader, hunks: HunkLine[][]): Operation | Refused {
  const { before, after, rename } = header;
  const pieces = hunks.map((lines, index): Piece => ({
    kind: 'lines',
    lines,
    label: `hunk ${index + 1}`,
  }));
  if (before === '/dev/null') {
    const lines = hunks.flat();
    if (hunks.length < 2 && lines.every((line) => line.sign === '+'))
      return { kind: 'create', path: after, content: contentOf(lines) };
    const message = `The diff creates ${after}, but shows old lines of it. A new file is one hunk of added lines.`;
    return refuse('bad-header', message, [after]);
  }
  if (after === '/dev/null') {
    if (hunks.length < 2 && hunks.flat().every((line) => line.sign === '-'))
      return { kind: 'delete', path: before, pieces };
    const message = `The diff deletes ${before}, but keeps lines of it. A deletion is one hunk of removed lines.`;
    return refuse('bad-header', message, [before]);
  }
  if (rename) return { kind: 'rename', from: before, to: after, pieces };
  if (pieces.length > 0) return { kind: 'modify', path: before, pieces };
  const message = `The diff names ${before} and has no hunk for it. Leave it out, or show what changes.`;
  return refuse('no-change', message, [before]);
}

function readFile(reader: LineReader): Operation | Refused {
  const header = readHeader(reader);
  if (isRefused(header)) return header;
  const path = header.after === '/dev/null' ? header.before : header.after;
  const hunks: HunkLine[][] = [];
  while (reader.peek()?.startsWith('@@ ') === true) {
    const hunk = readHunk(reader, path, `hunk ${hunks.length + 1}`);
    if (isRefused(hunk)) return hunk;
    hunks.push(hunk);
  }
  return operation(header, hunks);
}

/** A well-formed unified diff, with git's or plain headers. */
export const unified: Form = {
  claims: (raw) => 'diff' in raw,
  parse(raw: RawChange): Operation[] | Refused {
    if (!('diff' in raw)) return [];
    const reader = new LineReader(raw.diff);
    const operations: Operation[] = [];
    while (!reader.done) {
      const line = reader.peek() ?? '';
      if (line === '') {
        reader.next();
        continue;
      }
      if (!reader.atHeader || line.startsWith('@@ ')) {
        const message = `Line ${reader.number}: "${line.slice(0, 120)}" belongs to no file of the diff. Send only the diff: "--- a/PATH", "+++ b/PATH", then hunks.`;
        return refuse('unknown-text', message);
      }
      const read = readFile(reader);
      if (isRefused(read)) return read;
      operations.push(read);
    }
    return operations;
  },
};
