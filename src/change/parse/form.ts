import type { RawChange, Refused } from '../change.js';
import type { Operation } from '../model.js';

/** One way in which a model may write a change. To add one is to add a file and a line in `FORMS`. */
export interface Form {
  /** Whether this form, and no later one in the list, has to read the answer. */
  claims(raw: RawChange): boolean;
  parse(raw: RawChange): Operation[] | Refused;
}
