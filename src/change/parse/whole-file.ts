import type { Refused } from '../change.js';
import { isRefused, refuse } from '../refuse.js';
import { toByteString } from '../text.js';
import { closes, fenceAt, type Fence } from './fence.js';
import type { Form } from './form.js';
import { isPathLike, pathIn } from './path-line.js';
import { quote, type LineReader } from './reader.js';

interface Block {
  path: string;
  sha256: string | undefined;
  fence: Fence;
}

/** A path line with the fence below it; without a hash, what may be prose is no path. */
function blockAt(lines: readonly string[], at: number): Block | undefined {
  const line = lines[at]?.trim() ?? '';
  const [, name = line, sha256] = /^(.*) sha256:([0-9a-fA-F]{12,64}):?$/.exec(line) ?? [];
  const path = pathIn(name);
  const fence = fenceAt(lines[at + 1]);
  if (path === undefined || (sha256 === undefined && !isPathLike(path))) return undefined;
  if (fence?.indent !== 0) return undefined;
  // Directly below a fence, a bare one may close what the first one opened.
  if (fence.info === '' && fenceAt(lines[at - 1]) !== undefined) return undefined;
  return { path, sha256: sha256?.toLowerCase(), fence };
}

/** Whether the block with its first line here holds a change in another form, and no file. */
function holdsOther(forms: Form[], lines: readonly string[], first: number): boolean {
  let at = first;
  while (at < lines.length && lines[at]?.trim() === '') at += 1;
  return forms.some((form) => form.starts(lines, at));
}

/** Whether a fence line, seen in a block, may as well open another one. */
function nests(line: string, { marks }: Fence): boolean {
  const fence = fenceAt(line);
  return fence !== undefined && fence.info !== '' && fence.marks.startsWith(marks);
}

function readContent(reader: LineReader, { path, fence }: Block): string | Refused {
  const at = reader.number;
  let content = '';
  while (!reader.done) {
    const line = reader.next();
    if (closes(line, fence)) return content;
    if (nests(line, fence)) {
      const message = `Line ${reader.number - 1}: ${quote(line)} opens a block inside that of ${path}, so the end of ${path} is not clear. Put a longer fence around the file.`;
      return refuse('unknown-text', message, [path]);
    }
    content += `${toByteString(line)}\n`;
  }
  const message = `The block with ${path}, which opens at line ${at - 1}, is not closed, so it may be cut off. Send the whole file, or \`edits\`.`;
  return refuse('truncated', message, [path]);
}

/**
 * Whole files: the path on a line of its own, directly above a fenced block with the new text. A
 * block whose first line begins a part of one of the `others` is theirs.
 */
export function wholeFile(others: Form[]): Form {
  return {
    name: 'whole files',
    opening: 'a line with the path alone, directly above the fence',
    starts(lines, at): boolean {
      const block = blockAt(lines, at);
      if (block === undefined) return false;
      if (/\.(?:diff|patch)$/.test(block.path)) return true;
      return !/^(?:u?diff|patch)$/.test(block.fence.info) && !holdsOther(others, lines, at + 2);
    },
    read(reader, _outside, operations): Refused | undefined {
      const block = blockAt(reader.lines, reader.position);
      if (block === undefined) throw new Error('No block begins at the cursor.');
      reader.position += 2;
      const content = readContent(reader, block);
      if (isRefused(content)) return content;
      const { path, sha256 } = block;
      operations.push({ kind: 'replace', path, content, sha256 });
      return undefined;
    },
  };
}
