import type { Edit } from '../../core/contracts.js';
import type { Refused } from '../change.js';
import type { Operation, Piece } from '../model.js';
import { refuse } from '../refuse.js';
import { normalise, toByteString } from '../text.js';

type Replace = Extract<Edit, { old: string }>;

function piece(edit: Replace, index: number): Piece {
  return {
    kind: 'text',
    old: normalise(edit.old),
    new: normalise(edit.new),
    label: `edits[${index}]`,
  };
}

/** Reads `edits[]`: replacements in a file that is moved belong to the move, under either name. */
export function readEdits(edits: Edit[]): Operation[] | Refused {
  const operations: Operation[] = [];
  const moves = new Map<string, Piece[]>();
  for (const [index, edit] of edits.entries()) {
    if ('mode' in edit) {
      const message = `edits[${index}] gives ${edit.path} the mode ${edit.mode}: file modes stay as they are. Leave it out.`;
      return refuse('mode-change', message, [edit.path]);
    }
    if ('create' in edit) {
      operations.push({ kind: 'create', path: edit.path, content: toByteString(edit.create) });
    } else if ('content' in edit) {
      const { path, content, sha256 } = edit;
      operations.push({ kind: 'replace', path, content: toByteString(content), sha256 });
    } else if ('delete' in edit) {
      operations.push({ kind: 'delete', path: edit.path, pieces: [] });
    } else if ('from' in edit) {
      const pieces: Piece[] = [];
      operations.push({ kind: 'rename', from: edit.from, to: edit.to, pieces });
      moves.set(edit.from, pieces).set(edit.to, pieces);
    }
  }
  for (const [index, edit] of edits.entries()) {
    if (!('old' in edit)) continue;
    if (edit.old === '') {
      const message = `edits[${index}] of ${edit.path} has an empty "old". Name the text to replace, or use {path, create} for a new file.`;
      return refuse('no-anchor', message, [edit.path]);
    }
    const one = piece(edit, index);
    const moved = moves.get(edit.path);
    if (moved === undefined) operations.push({ kind: 'modify', path: edit.path, pieces: [one] });
    else moved.push(one);
  }
  return operations;
}
