import { Drafting } from '../../../src/change/draft.js';
import type { RawChange } from '../../../src/change/change.js';
import { combine } from '../../../src/change/conflicts.js';
import { parseChange } from '../../../src/change/parse/index.js';
import { isRefused } from '../../../src/change/refuse.js';
import { checkWholeness } from '../../../src/change/wholeness.js';
import type { Task } from './render.js';
import { bytesOf, type RandomFile } from './file.js';

/** What comes of an answer: the files as byte strings by path, or why there is no change. */
export type Outcome = Map<string, string> | string;

/** A file that no answer names, equal to the first one that they do. */
const NEIGHBOUR = 'src/neighbour.js';

function state(file: RandomFile): { bytes: Buffer; mode: string } {
  return { bytes: bytesOf(file), mode: '100644' };
}

/** Parses and places an answer in memory, as the engine does it on a disk. */
export function run(raw: RawChange, tasks: Task[]): Outcome {
  const parsed = parseChange(raw);
  if (isRefused(parsed)) return parsed.reason;
  const operations = combine(parsed);
  if (isRefused(operations)) return operations.reason;
  const files = new Map(tasks.map(({ path, file }) => [path, state(file)]));
  const [first] = tasks;
  if (first !== undefined) files.set(NEIGHBOUR, state(first.file));
  const drafting = new Drafting(files);
  for (const operation of operations) {
    if (operation.kind === 'create' && files.has(operation.path)) return 'already-exists';
    const problem = drafting.run(operation);
    if (problem !== undefined) return problem.reason;
  }
  const problem = checkWholeness(drafting.drafts);
  if (problem !== undefined) return problem.reason;
  const after = new Map([...files].map(([path, { bytes }]) => [path, bytes.toString('latin1')]));
  for (const draft of drafting.drafts)
    after.set(draft.path, draft.after?.bytes.toString('latin1') ?? 'gone');
  return after;
}

/** The outcome that was meant, in which the neighbour is as it was. */
export function meant(tasks: Task[], after: RandomFile[]): Outcome {
  const bytes = (file: RandomFile): string => bytesOf(file).toString('latin1');
  const changed = tasks.map(({ path, file }, index): [string, string] => [
    path,
    bytes(after[index] ?? file),
  ]);
  return new Map([
    ...changed,
    ...tasks.slice(0, 1).map(({ file }): [string, string] => [NEIGHBOUR, bytes(file)]),
  ]);
}
