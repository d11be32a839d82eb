import type { Refused } from './change.js';
import { pathsOf, type Operation, type Piece } from './model.js';
import { refuse } from './refuse.js';

type Modify = Extract<Operation, { kind: 'modify' }>;

/** Numbered labels begin anew in every section of a file; the number of the section tells them apart. */
function inSection(piece: Piece, section: number): Piece {
  const label = piece.label.replace(/^(?:hunk|chunk) \d+/, `$& of section ${section}`);
  return { ...piece, label };
}

function merge(modifies: Modify[]): Modify[] {
  const [first, ...more] = modifies;
  if (first === undefined || more.length === 0) return modifies;
  const pieces = modifies.flatMap((one, index) =>
    one.pieces.map((piece) => inSection(piece, index + 1)),
  );
  return [{ ...first, pieces }];
}

/**
 * One operation for each path: several edits of a file become one, for all are located on the file
 * as it is. Refuses operations that cannot be carried out together, or in an order that nobody gave.
 */
export function combine(operations: Operation[]): Operation[] | Refused {
  const named = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.kind === 'rename' && operation.from === operation.to) {
      const message = `${operation.from} is moved to itself. Leave the move out; to change the file, edit it.`;
      return refuse('conflicting-operations', message, [operation.from]);
    }
    for (const path of pathsOf(operation)) named.set(path, [...(named.get(path) ?? []), operation]);
  }
  const combined = new Set<Operation>();
  for (const [path, group] of named) {
    const modifies = group.filter((one) => one.kind === 'modify');
    if (group.length > 1 && modifies.length < group.length) {
      const message = `${path} is created, replaced, deleted or moved, and another edit names it too. One of them must go; to change a file, edit it.`;
      return refuse('conflicting-operations', message, [path]);
    }
    for (const one of modifies.length > 0 ? merge(modifies) : group) combined.add(one);
  }
  return [...combined];
}
