import type { Refused } from '../change.js';
import { addsOnly, type HunkLine, type Operation } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import type { Form } from './form.js';
import { readHeader, type FileHeader } from './header.js';
import { readHunk, type Hunk } from './hunk.js';
import { isFileStart, isHunkStart } from './marks.js';
import type { Outside } from './outside.js';
import { quote, type LineReader } from './reader.js';

function contentOf(lines: HunkLine[]): string {
  return lines.map(({ text, bare }) => (bare ? text : `${text}\n`)).join('');
}

function modification(path: string, hunks: Hunk[]): Operation | Refused {
  if (hunks.length === 0) {
    const message = `The diff names ${path} and has no hunk for it. Leave it out, or show what changes.`;
    return refuse('no-change', message, [path]);
  }
  const loose = hunks.find((hunk) => addsOnly(hunk.piece) && !hunk.fromNothing);
  if (loose === undefined) return { kind: 'modify', path, pieces: hunks.map(({ piece }) => piece) };
  const message = `${loose.piece.label} of ${path} only adds lines and shows no old line to hold on to. Add the lines around the place as context; for a new file write "--- /dev/null".`;
  return refuse('no-anchor', message, [path]);
}

function operation({ before, after, rename }: FileHeader, hunks: Hunk[]): Operation | Refused {
  const pieces = hunks.map(({ piece }) => piece);
  const lines = pieces.flatMap((piece) => piece.lines);
  if (before === '/dev/null') {
    if (hunks.length < 2 && pieces.every(addsOnly))
      return { kind: 'create', path: after, content: contentOf(lines) };
    const message = `The diff creates ${after}, but shows old lines of it. A new file is one hunk of added lines.`;
    return refuse('bad-header', message, [after]);
  }
  if (after === '/dev/null') {
    if (hunks.length < 2 && lines.every((line) => line.sign === '-'))
      return { kind: 'delete', path: before, pieces };
    const message = `The diff deletes ${before}, but keeps lines of it. A deletion is one hunk of removed lines.`;
    return refuse('bad-header', message, [before]);
  }
  return rename ? { kind: 'rename', from: before, to: after, pieces } : modification(before, hunks);
}

function readFile(reader: LineReader, outside: Outside): Operation | Refused {
  const header = readHeader(reader);
  if (isRefused(header)) return header;
  const path = header.after === '/dev/null' ? header.before : header.after;
  const hunks: Hunk[] = [];
  while (isHunkStart(reader.peek())) {
    const hunk = readHunk(reader, outside, path, `hunk ${hunks.length + 1}`);
    if (isRefused(hunk)) return hunk;
    hunks.push(hunk);
    reader.skipBlank();
  }
  outside.leaveFile(hunks.at(-1)?.exact ?? true);
  return operation(header, hunks);
}

/** A unified diff, with git's headers or plain ones; line numbers and counts are hints. */
export const unified: Form = {
  name: 'a unified diff',
  opening: '"--- a/PATH" and "+++ b/PATH" lines',
  starts: (lines, at) => isFileStart(lines, at) || isHunkStart(lines[at]),
  stray:
    /^(?:(?:old|new|new file|deleted file) mode \d|(?:rename|copy) (?:from|to) |(?:dis)?similarity index \d|GIT binary patch|Binary files .* differ)/,
  read(reader: LineReader, outside: Outside, operations: Operation[]): Refused | undefined {
    if (isHunkStart(reader.peek())) {
      const message = `Line ${reader.number}: ${quote(reader.next())} belongs to no file of the diff. Put the "--- a/PATH" and "+++ b/PATH" lines of its file above it.`;
      return refuse('unknown-text', message);
    }
    const file = readFile(reader, outside);
    if (isRefused(file)) return file;
    operations.push(file);
    return undefined;
  },
};
