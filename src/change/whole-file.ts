import { sha256 } from '../adapters/content-store.js';
import { alignLines } from './align.js';
import type { Refused } from './change.js';
import type { Operation } from './model.js';
import { refuse } from './refuse.js';
import { rewrite } from './rewrite.js';
import { linesOf, plain, readText } from './text.js';

const MOST_LINES = 400;
const MOST_BYTES = 16 * 1024;
const DELETIONS_ALLOWED = 10;
const DELETED_SHARE = 0.3;
const HASH = /^[0-9a-f]{12,64}$/i;

type WholeFile = Extract<Operation, { kind: 'replace' }>;

const SEND_EDITS = 'Send `edits` of {path, old, new} for what changes';

function checkSize(
  path: string,
  which: string,
  text: string,
  lines: string[],
): Refused | undefined {
  if (lines.length <= MOST_LINES && text.length <= MOST_BYTES) return undefined;
  const message = `${path} is too large to be sent whole: its ${which} text has ${lines.length} lines and ${text.length} bytes, of ${MOST_LINES} and ${MOST_BYTES} at most. ${SEND_EDITS}.`;
  return refuse('whole-file-too-large', message, [path]);
}

function checkHash({ path, sha256: given }: WholeFile, bytes: Uint8Array): Refused | undefined {
  if (given === undefined) {
    const message = `${path} exists, and its whole new text comes without the SHA-256 of the text it replaces. ${SEND_EDITS}, or {path, content, sha256} with the hash that stands beside the file where you read it (its first 12 digits do).`;
    return refuse('no-base-hash', message, [path]);
  }
  if (HASH.test(given) && sha256(bytes).startsWith(given.toLowerCase())) return undefined;
  const why = HASH.test(given)
    ? 'is not that of the file as it is now'
    : 'is no SHA-256, nor 12 or more of its first hex digits';
  const message = `The hash "${given.slice(0, 80)}" given for ${path} ${why}. Read the file again, or ${SEND_EDITS.replace('S', 's')}.`;
  return refuse('stale-context', message, [path]);
}

/**
 * New bytes of a file of which the whole new text is given: with the file's own line ends, byte order
 * mark, and final newline or lack of one. Long texts, lost lines and an unknown old text are refused.
 */
export function replaceWhole(operation: WholeFile, bytes: Uint8Array): Buffer | Refused {
  const { path } = operation;
  const file = readText(bytes);
  const content = plain(operation.content);
  const text = content === '' || content.endsWith('\n') ? content : `${content}\n`;
  const lines = linesOf(text);
  const problem =
    checkSize(path, 'old', file.text, file.lines) ??
    checkSize(path, 'new', text, lines) ??
    checkHash(operation, bytes);
  if (problem !== undefined) return problem;
  const gone = file.lines.length - alignLines(file.lines, lines).length;
  const most = Math.max(DELETIONS_ALLOWED, Math.floor(file.lines.length * DELETED_SHARE));
  if (gone > most) {
    const message = `The new text of ${path} drops or changes ${gone} of its ${file.lines.length} lines; a whole-file answer may ${most}. ${SEND_EDITS}, so that it is clear that nothing is lost by mistake.`;
    return refuse('too-many-deletions', message, [path]);
  }
  if (text === file.text) {
    const message = `The new text of ${path} is the old one. Leave it out, or send what should change.`;
    return refuse('no-change', message, [path]);
  }
  return rewrite(file, [{ start: 0, end: file.text.length, text }], undefined);
}
