import type { Refused } from './change.js';
import type { Draft, FileState } from './draft.js';
import { isPlaceholder, passedOver } from './placeholders.js';
import { refuse } from './refuse.js';
import { fromByteString, isUtf8, plain, trimBlanks } from './text.js';

const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const REPLACEMENT = '\u00ef\u00bf\u00bd';

function textOf(state: FileState | null): string {
  return plain(state?.bytes.toString('latin1') ?? '');
}

/** The nearest line in a direction that is not passed over. */
function beside(lines: string[], index: number, step: 1 | -1, passed: RegExp): string | undefined {
  let at = index + step;
  for (let line = lines[at]; line !== undefined && passed.test(line); line = lines[at]) at += step;
  return lines[at];
}

function encodingProblem(draft: Draft, added: string[]): string | undefined {
  const foreign = added.find((line) => line.includes(REPLACEMENT));
  if (foreign !== undefined) return 'holds U+FFFD, which stands for a character that was lost';
  if (draft.before === null || isUtf8(draft.before.bytes)) return undefined;
  return added.some((line) => /[\u0080-\u00ff]/.test(line))
    ? 'has letters beyond ASCII, and the file is not UTF-8'
    : undefined;
}

function elisionIn(path: string, lines: string[], known: ReadonlySet<string>): string | undefined {
  const passed = passedOver(path);
  return lines.find(
    (line, index) =>
      !known.has(trimBlanks(line)) &&
      isPlaceholder(fromByteString(line), path, {
        above: beside(lines, index, -1, passed),
        below: beside(lines, index, 1, passed),
      }),
  );
}

/** Refuses text that is no whole file: code left out, conflict markers, lost characters, nothing. */
export function checkWholeness(drafts: Draft[]): Refused | undefined {
  const known = new Set(drafts.flatMap(({ before }) => textOf(before).split('\n')).map(trimBlanks));
  for (const draft of drafts) {
    const { path, before, after } = draft;
    if (after === null) continue;
    const text = textOf(after);
    if (before !== null && text === '') {
      const message = `The change leaves ${path} empty. Delete it instead, if that is meant.`;
      return refuse('file-emptied', message, [path]);
    }
    const lines = text.split('\n');
    const elision = elisionIn(path, lines, known);
    if (elision !== undefined) {
      const message = `"${fromByteString(elision).trim()}" in ${path} stands for code that was left out. Write all of it, or edit only what changes.`;
      return refuse('elision', message, [path]);
    }
    const added = lines.filter((line) => !known.has(trimBlanks(line)));
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
