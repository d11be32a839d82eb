/** What every form is parsed to; nothing is located yet, and paths are as the model meant them. */

/** One line of a hunk; `text` is a byte string without line end. */
export interface HunkLine {
  sign: ' ' | '-' | '+';
  text: string;
  /** A `\ No newline at end of file` marker follows. */
  bare: boolean;
}

/**
 * A part of one file to change; `label` names it in messages, e.g. `hunk 2`, or
 * `hunk 2 (its header says 7 old lines, the body has 5)`.
 */
export type Piece =
  | {
      kind: 'lines';
      lines: HunkLine[];
      label: string;
      /** Lines (byte strings, trimmed) that must each stand once, in this order, above the place. */
      anchors?: string[];
      /** The old lines must be the last ones of the file. */
      atEnd?: boolean;
    }
  /** Byte strings with `\n` line ends. */
  | { kind: 'text'; old: string; new: string; label: string };

/** One thing to do to a file; operations are carried out in the order given. */
export type Operation =
  | { kind: 'modify'; path: string; pieces: Piece[] }
  /** `content` is a byte string. */
  | { kind: 'create'; path: string; content: string }
  /**
   * The whole new text of a file that exists; `content` is a byte string, `sha256` (hex, 12 digits
   * at least) that of the bytes the model was shown; undefined where it gave none.
   */
  | { kind: 'replace'; path: string; content: string; sha256: string | undefined }
  /** `pieces`, where the form has them, must name the whole old text. */
  | { kind: 'delete'; path: string; pieces: Piece[] }
  | { kind: 'rename'; from: string; to: string; pieces: Piece[] };

/** Paths that an operation reads or writes. */
export function pathsOf(operation: Operation): string[] {
  return operation.kind === 'rename' ? [operation.from, operation.to] : [operation.path];
}

/** Whether a piece shows no old line: it adds lines, and nothing says where. */
export function addsOnly(piece: Piece): boolean {
  return piece.kind === 'lines' && piece.lines.every((line) => line.sign === '+');
}
