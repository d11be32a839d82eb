import type { Refused } from './change.js';
import { addsOnly, type Operation, type Piece } from './model.js';
import { placePieces } from './place.js';
import { isRefused, refuse } from './refuse.js';
import { plain } from './text.js';
import { replaceWhole } from './whole-file.js';

/** A file as it is, or as it is going to be; `mode` is git's: `100644` or `100755`. */
export interface FileState {
  bytes: Buffer;
  mode: string;
}

/** A file before and after; null where it does not exist. */
export interface Draft {
  path: string;
  before: FileState | null;
  after: FileState | null;
}

function deleteBy(pieces: Piece[], path: string, state: FileState): Refused | undefined {
  if (pieces.length === 0) return undefined;
  const rest = placePieces(path, state.bytes, pieces);
  if (isRefused(rest)) return rest;
  if (plain(rest.toString('latin1')) === '') return undefined;
  const message = `The diff deletes ${path}, but does not show all of its lines. Show the whole file, or send {"path", "delete": true}.`;
  return refuse('context-mismatch', message, [path]);
}

/** Places pieces; where the old text of one of several is not found, says what all are located on. */
function placeAll(path: string, bytes: Buffer, pieces: Piece[]): Buffer | Refused {
  const after = placePieces(path, bytes, pieces);
  if (!isRefused(after) || after.reason !== 'context-mismatch' || pieces.length === 1) return after;
  const rule = `All pieces of ${path} are located on the file as it is, not on the result of other pieces.`;
  return { ...after, message: `${after.message} ${rule}` };
}

/** Carries operations out in memory, on the files of `before` (path to state, null: no such file). */
export class Drafting {
  private readonly now: Map<string, FileState | null>;

  constructor(private readonly before: ReadonlyMap<string, FileState | null>) {
    this.now = new Map(before);
  }

  private existing(path: string): FileState | Refused {
    const state = this.now.get(path);
    if (state !== undefined && state !== null) return state;
    return refuse('no-such-path', `${path} does not exist. Name a file that does.`, [path]);
  }

  private put(path: string, state: FileState, pieces: Piece[]): Refused | undefined {
    const bytes = pieces.length === 0 ? state.bytes : placeAll(path, state.bytes, pieces);
    if (isRefused(bytes)) return bytes;
    this.now.set(path, { bytes, mode: state.mode });
    return undefined;
  }

  private replace(operation: Extract<Operation, { kind: 'replace' }>): Refused | undefined {
    const { path, content, sha256 } = operation;
    if (sha256 === undefined && (this.now.get(path) ?? null) === null) {
      this.create(path, content);
      return undefined;
    }
    const state = this.existing(path);
    if (isRefused(state)) return state;
    const bytes = replaceWhole(operation, state.bytes);
    if (isRefused(bytes)) return bytes;
    this.now.set(path, { bytes, mode: state.mode });
    return undefined;
  }

  private create(path: string, content: string): void {
    this.now.set(path, { bytes: Buffer.from(content, 'latin1'), mode: '100644' });
  }

  /** Carries out one operation; a refusal leaves the rest undone. */
  run(operation: Operation): Refused | undefined {
    if (operation.kind === 'replace') return this.replace(operation);
    if (operation.kind === 'create') {
      this.create(operation.path, operation.content);
      return undefined;
    }
    const from = operation.kind === 'rename' ? operation.from : operation.path;
    const nothing = this.now.get(from) === null;
    if (operation.kind === 'modify' && nothing && operation.pieces.every(addsOnly))
      return this.put(from, { bytes: Buffer.alloc(0), mode: '100644' }, operation.pieces);
    const state = this.existing(from);
    if (isRefused(state)) return state;
    if (operation.kind === 'modify') return this.put(from, state, operation.pieces);
    this.now.set(from, null);
    if (operation.kind === 'rename') return this.put(operation.to, state, operation.pieces);
    return deleteBy(operation.pieces, from, state);
  }

  /** The files that differ now, in the order of their path's bytes, as git has them. */
  get drafts(): Draft[] {
    return [...this.now]
      .map(([path, after]) => ({ path, before: this.before.get(path) ?? null, after }))
      .filter(
        ({ before, after }) =>
          before === null || after === null || !before.bytes.equals(after.bytes),
      )
      .filter(({ before, after }) => before !== null || after !== null)
      .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  }
}
