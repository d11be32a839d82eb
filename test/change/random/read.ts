import { literal, type BodyLine } from './edit.js';
import type { RandomFile } from './file.js';
import { told, type Replacing, type Task } from './render.js';
import { meant, type Outcome } from './run.js';

/** Every place of a part in a text, also where two overlap. */
export function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

/** What all tasks were meant to come to. */
export function right(tasks: Task[]): Outcome {
  const after = tasks.map((task) => task.after);
  return meant(tasks, after);
}

function whole(tasks: Task[], files: (RandomFile | undefined)[]): Outcome[] {
  const known = files.filter((file) => file !== undefined);
  return known.length < tasks.length ? [] : [meant(tasks, known)];
}

/** What bodies of hunks mean by their text alone; nothing where that is no one thing. */
export function read(tasks: Task[], bodies: BodyLine[][][]): Outcome[] {
  const files = tasks.map(({ file }, index) =>
    literal(
      file,
      (bodies[index] ?? []).map((body) => body.map((line) => ({ ...line, text: told(line.text) }))),
    ),
  );
  return whole(tasks, files);
}

/** An outcome in which every line end is LF. */
export function withLf(outcome: Outcome): Outcome {
  if (typeof outcome === 'string') return outcome;
  return new Map([...outcome].map(([path, bytes]) => [path, bytes.replaceAll('\r\n', '\n')]));
}

function bytesIn(text: string): string {
  return Buffer.from(text.replaceAll('\r\n', '\n')).toString('latin1');
}

/** What edits mean by their text alone, with LF; nothing where an old text stands nowhere or twice. */
export function readEdits(tasks: Task[], edits: Replacing[]): Outcome[] {
  const files = tasks.map(({ path, file }): RandomFile | undefined => {
    let text = file.lines.map((line) => `${line}\n`).join('');
    const placed = edits
      .filter((edit) => edit.path === path)
      .map((edit) => ({ old: bytesIn(edit.old), fresh: bytesIn(edit.new) }))
      .map((edit) => ({ ...edit, places: edit.old === '' ? [] : occurrences(text, edit.old) }));
    if (placed.some(({ places }) => places.length !== 1)) return undefined;
    for (const { old, fresh, places } of placed.sort(
      (a, b) => (b.places[0] ?? 0) - (a.places[0] ?? 0),
    ))
      text = text.slice(0, places[0]) + fresh + text.slice((places[0] ?? 0) + old.length);
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    return { ...file, lines, eols: lines.map(() => '\n') };
  });
  return whole(tasks, files).map(withLf);
}
