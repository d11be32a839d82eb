import type { RawChange, Refused } from '../change.js';
import type { Operation } from '../model.js';
import { isRefused, refuse } from '../refuse.js';
import { beginPatch } from './begin-patch.js';
import { readEdits } from './edits.js';
import { readings } from './envelope.js';
import { checkFinish } from './finish.js';
import type { Form } from './form.js';
import { Outside } from './outside.js';
import { LineReader } from './reader.js';
import { searchReplace } from './search-replace.js';
import { unified } from './unified.js';
import { wholeFile } from './whole-file.js';

const MARKED: Form[] = [unified, beginPatch, searchReplace];

/** The forms of text; the first line that begins a part of one of them decides which it is. */
const FORMS: Form[] = [...MARKED, wholeFile(MARKED)];

function formOf({ lines }: LineReader): Form | undefined {
  for (const at of lines.keys()) {
    const form = FORMS.find((one) => one.starts(lines, at));
    if (form !== undefined) return form;
  }
  return undefined;
}

function readParts(form: Form, reader: LineReader): Operation[] | Refused {
  const others = FORMS.filter((other) => other !== form);
  const outside = new Outside(reader, form, others);
  const operations: Operation[] = [];
  for (let more = outside.next(); more !== false; more = outside.next()) {
    if (isRefused(more)) return more;
    const problem = form.read(reader, outside, operations);
    if (problem !== undefined) return problem;
  }
  return operations;
}

function readText(text: string): Operation[] | Refused {
  for (const reading of readings(text)) {
    const reader = new LineReader(reading);
    const form = formOf(reader);
    if (form !== undefined) return readParts(form, reader);
  }
  if (text.trim() === '') return [];
  const openings = FORMS.map(({ name, opening }) => `${name} (${opening})`);
  const message = `The text is in no form that is read. Send \`edits\`, or one of: ${openings.join('; ')}. Each begins at the left margin.`;
  return refuse('unknown-text', message);
}

/** Turns an answer into operations; text that is not understood whole is refused, never guessed at. */
export function parseChange(raw: RawChange): Operation[] | Refused {
  const cut = checkFinish(raw.finishReason);
  if (cut !== undefined) return cut;
  const operations = 'edits' in raw ? readEdits(raw.edits) : readText(raw.diff);
  if (isRefused(operations) || operations.length > 0) return operations;
  return refuse('empty-answer', 'The answer holds no edit. Send `edits`, or a unified `diff`.');
}
