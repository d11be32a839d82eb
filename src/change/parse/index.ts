import type { RawChange, Refused } from '../change.js';
import type { Operation } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import { edits } from './edits.js';
import type { Form } from './form.js';
import { unified } from './unified.js';

/** The first form that claims an answer reads it; the last one claims every text. */
const FORMS: Form[] = [edits, unified];

/** Turns an answer into operations; text that is not understood whole is refused, never guessed at. */
export function parseChange(raw: RawChange): Operation[] | Refused {
  const form = FORMS.find((candidate) => candidate.claims(raw));
  const operations = form?.parse(raw) ?? [];
  if (isRefused(operations) || operations.length > 0) return operations;
  return refuse('empty-answer', 'The answer holds no edit. Send `edits`, or a unified `diff`.');
}
