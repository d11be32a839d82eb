import type { Refused } from './change.js';
import { pathsOf, type Operation } from './model.js';
import { refuse } from './refuse.js';

/**
 * Refuses operations that cannot be carried out together, or in an order that nobody gave; several
 * edits of one file are fine.
 */
export function conflicting(operations: Operation[]): Refused | undefined {
  const kinds = new Map<string, Operation['kind'][]>();
  for (const operation of operations) {
    if (operation.kind === 'rename' && operation.from === operation.to) {
      const message = `${operation.from} is moved to itself. Leave the move out; to change the file, edit it.`;
      return refuse('conflicting-operations', message, [operation.from]);
    }
    for (const path of pathsOf(operation))
      kinds.set(path, [...(kinds.get(path) ?? []), operation.kind]);
  }
  for (const [path, named] of kinds) {
    if (named.length === 1 || named.every((kind) => kind === 'modify')) continue;
    const message = `${path} is created, replaced, deleted or moved, and another edit names it too. One of them must go; to change a file, edit it.`;
    return refuse('conflicting-operations', message, [path]);
  }
  return undefined;
}
