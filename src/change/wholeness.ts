import { extname } from 'node:path';
import { TextDecoder } from 'node:util';
import type { Refused } from './change.js';
import type { Draft, FileState } from './draft.js';
import { refuse } from './refuse.js';
import { fromByteString } from './text.js';

const COMMENT = /^\s*(?:\/\/+|#+|\/\*+|\*|--|<!--|\{\/\*|;+|%+|"""|''')\s*(.*)$/;
const LEFT_OUT =
  /^(?:\.\.\.|…)|\b(?:rest of (?:the )?\S+|existing \S+|remaining \S+|previous \S+|other \S+|same as (?:before|above)|unchanged|omitted)\b.*(?:\.\.\.|…)|\brest of (?:the )?(?:code|file|function|class|method|implementation|module)\b|\b(?:code|rest|lines?|remains?|remainder) (?:is |are |here )?(?:unchanged|omitted)\b/i;
const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const REPLACEMENT = '\u00ef\u00bf\u00bd';

function linesIn(state: FileState | null): string[] {
  return state === null ? [] : state.bytes.toString('latin1').split(/\r?\n/);
}

function isElision(line: string, path: string): boolean {
  const text = fromByteString(line).trim();
  if (text === '…') return true;
  if (text === '...') return !['.py', '.pyi'].includes(extname(path));
  const comment = COMMENT.exec(text)?.[1];
  return comment !== undefined && LEFT_OUT.test(comment);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function encodingProblem(draft: Draft, added: string[]): string | undefined {
  const foreign = added.find((line) => line.includes(REPLACEMENT));
  if (foreign !== undefined) return 'holds U+FFFD, which stands for a character that was lost';
  if (draft.before === null || isUtf8(draft.before.bytes)) return undefined;
  return added.some((line) => /[\u0080-\u00ff]/.test(line))
    ? 'has letters beyond ASCII, and the file is not UTF-8'
    : undefined;
}

/** Refuses text that is no whole file: code left out, conflict markers, lost characters, nothing. */
export function checkWholeness(drafts: Draft[]): Refused | undefined {
  const known = new Set(drafts.flatMap(({ before }) => linesIn(before)).map((line) => line.trim()));
  for (const draft of drafts) {
    const { path, before, after } = draft;
    if (after === null) continue;
    if (after.bytes.length === 0 && before !== null) {
      const message = `The change leaves ${path} empty. Delete it instead, if that is meant.`;
      return refuse('file-emptied', message, [path]);
    }
    const added = linesIn(after).filter((line) => !known.has(line.trim()));
    const elision = added.find((line) => isElision(line, path));
    if (elision !== undefined) {
      const message = `"${fromByteString(elision).trim()}" in ${path} stands for code that was left out. Write all of it, or edit only what changes.`;
      return refuse('elision', message, [path]);
    }
    const marker = added.find((line) => MARKER.test(line));
    if (marker !== undefined) {
      const message = `"${fromByteString(marker)}" in ${path} is a merge conflict marker. Write the merged text.`;
      return refuse('conflict-markers', message, [path]);
    }
    const encoding = encodingProblem(draft, added);
    if (encoding !== undefined)
      return refuse('encoding', `The new text of ${path} ${encoding}. Use ASCII there.`, [path]);
  }
  return undefined;
}
