/** What every form is parsed to; nothing is located yet, and paths are as the model meant them. */

/** One line of a hunk; `text` is a byte string without line end. */
export interface HunkLine {
  sign: ' ' | '-' | '+';
  text: string;
  /** A `\ No newline at end of file` marker follows. */
  bare: boolean;
}

/** A part of one file to change; `label` names it in messages, e.g. `hunk 2`. */
export type Piece =
  | { kind: 'lines'; lines: HunkLine[]; label: string }
  /** Byte strings with `\n` line ends. */
  | { kind: 'text'; old: string; new: string; label: string };

/** One thing to do to a file; operations are carried out in the order given. */
export type Operation =
  | { kind: 'modify'; path: string; pieces: Piece[] }
  /** `content` is a byte string. */
  | { kind: 'create'; path: string; content: string }
  /** `pieces`, where the form has them, must name the whole old text. */
  | { kind: 'delete'; path: string; pieces: Piece[] }
  | { kind: 'rename'; from: string; to: string; pieces: Piece[] };

/** Paths that an operation reads or writes. */
export function pathsOf(operation: Operation): string[] {
  return operation.kind === 'rename' ? [operation.from, operation.to] : [operation.path];
}
