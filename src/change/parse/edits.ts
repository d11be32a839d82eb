import type { Edit } from '../../core/contracts.js';
import type { RawChange, Refused } from '../change.js';
import type { Operation, Piece } from '../model.js';
import { refuse } from '../refuse.js';
import { normalise, toByteString } from '../text.js';
import type { Form } from './form.js';

type Replace = Extract<Edit, { old: string }>;

function piece(edit: Replace, index: number): Piece {
  return {
    kind: 'text',
    old: normalise(edit.old),
    new: normalise(edit.new),
    label: `edits[${index}]`,
  };
}

/** `edits[]`: all replacements in one file are located on its original text, moved or not. */
export const edits: Form = {
  claims: (raw) => 'edits' in raw,
  parse(raw: RawChange): Operation[] | Refused {
    if (!('edits' in raw)) return [];
    const operations: Operation[] = [];
    const holders = new Map<string, Piece[]>();
    for (const edit of raw.edits) {
      if ('create' in edit) {
        operations.push({ kind: 'create', path: edit.path, content: toByteString(edit.create) });
      } else if ('delete' in edit) {
        operations.push({ kind: 'delete', path: edit.path, pieces: [] });
      } else if ('from' in edit) {
        const pieces: Piece[] = [];
        operations.push({ kind: 'rename', from: edit.from, to: edit.to, pieces });
        holders.set(edit.from, pieces).set(edit.to, pieces);
      }
    }
    for (const [index, edit] of raw.edits.entries()) {
      if (!('old' in edit)) continue;
      if (edit.old === '') {
        const message = `edits[${index}] of ${edit.path} has an empty "old". Name the text to replace, or use {path, create} for a new file.`;
        return refuse('no-anchor', message, [edit.path]);
      }
      const pieces = holders.get(edit.path);
      if (pieces === undefined) {
        const fresh = [piece(edit, index)];
        holders.set(edit.path, fresh);
        operations.push({ kind: 'modify', path: edit.path, pieces: fresh });
      } else {
        pieces.push(piece(edit, index));
      }
    }
    return operations;
  },
};
