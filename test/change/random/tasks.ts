import fc from 'fast-check';
import {
  edited,
  hunksFor,
  newLines,
  oldLines,
  standings,
  wishesOf,
  type BodyLine,
} from './edit.js';
import { bytesOf, fileOf, ordinaryLine, type RandomFile } from './file.js';
import { told, type Task } from './render.js';

function taskOf(line: fc.Arbitrary<string>, path: string): fc.Arbitrary<Task> {
  return fc
    .record({ file: fileOf(line), wishes: wishesOf(line) })
    .map(({ file, wishes }) => {
      const hunks = hunksFor(file, wishes);
      return { path, file, hunks, after: edited(file, hunks) };
    })
    .filter(({ hunks }) => hunks.length > 0);
}

/** One file or two, with one to three hunks each. */
export function tasksOf(line: fc.Arbitrary<string>): fc.Arbitrary<Task[]> {
  const one = taskOf(line, 'src/only.js').map((task) => [task]);
  return fc.oneof(one, fc.tuple(taskOf(line, 'src/first.js'), taskOf(line, 'src/other one.js')));
}

export function bodiesOf(tasks: Task[]): BodyLine[][][] {
  return tasks.map(({ hunks }) => hunks.map(({ body }) => body));
}

function isUtf8(file: RandomFile): boolean {
  return Buffer.from(bytesOf(file).toString()).equals(bytesOf(file));
}

/** Whether something is left of the file. */
export function isLeft({ after }: Task): boolean {
  return bytesOf({ ...after, bom: false }).length > 0;
}

/** Whether every hunk changes something, and something is left of the file. */
export function isSound(task: Task): boolean {
  const text = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
  return isLeft(task) && task.hunks.every((hunk) => text(oldLines(hunk)) !== text(newLines(hunk)));
}

/** Whether letters beyond ASCII come into a file that is not UTF-8; some of them were there before. */
export function isForeign({ file, hunks }: Task): boolean {
  const added = hunks.flatMap(({ body }) => body.filter(({ sign }) => sign === '+'));
  return !isUtf8(file) && added.some(({ text }) => Buffer.from(text).length > text.length);
}

/** Whether the old lines of every hunk stand once, with the bytes that a model can give back. */
export function standOnce({ file, hunks }: Task): boolean {
  return hunks.every((hunk) => standings(file.lines, oldLines(hunk).map(told)).length === 1);
}

/** Files and edits that come back right from every form if nothing is wrong with the text. */
export const soundTasks: fc.Arbitrary<Task[]> = tasksOf(ordinaryLine).filter((tasks) =>
  tasks.every((task) => isSound(task) && standOnce(task)),
);
