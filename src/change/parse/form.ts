import type { Refused } from '../change.js';
import type { Operation } from '../model.js';
import type { Outside } from './outside.js';
import type { LineReader } from './reader.js';

/** One way to write a change as text. To add one is to add a file and a line in `FORMS`. */
export interface Form {
  /** What messages call it. */
  name: string;
  /** How a part of it begins, for messages. */
  opening: string;
  /** Whether a part begins at this line; the first line of a text that begins one decides. */
  starts(lines: readonly string[], at: number): boolean;
  /** Lines that mean something inside a part only. */
  stray?: RegExp;
  /** Reads the part at the cursor and adds what it does to the operations read so far. */
  read(reader: LineReader, outside: Outside, operations: Operation[]): Refused | undefined;
}
