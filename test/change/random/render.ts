import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { newLines, oldLines, type BodyLine, type Hunk } from './edit.js';
import { bytesOf, type RandomFile } from './file.js';

/** One file with what is to change in it; `after` is what it is meant to become. */
export interface Task {
  path: string;
  file: RandomFile;
  hunks: Hunk[];
  after: RandomFile;
}

/** What may stand around or in a change without any meaning. */
export interface Noise {
  counts: 'right' | 'wrong' | 'none';
  start: number;
  header: 'git' | 'plain' | 'bare';
  heading: string;
  blank: '' | ' ';
  markers: boolean;
  crlf: boolean;
  fence: '' | '```' | '````diff' | '~~~';
  before: string;
  after: string;
  anchors: boolean;
  trimmed: boolean;
}

export const noise: fc.Arbitrary<Noise> = fc.record({
  counts: fc.constantFrom('right', 'wrong', 'none'),
  start: fc.nat(99),
  header: fc.constantFrom('git', 'plain', 'bare'),
  heading: fc.constantFrom('', ' function a() {', ' class B'),
  blank: fc.constantFrom('', ' '),
  markers: fc.boolean(),
  crlf: fc.boolean(),
  fence: fc.constantFrom('', '```', '````diff', '~~~'),
  before: fc.constantFrom('', 'The change:\n\n', '\n'),
  after: fc.constantFrom('', '\n', '\nThat is all.\n', '\n- Renamed `it`\n- That is all\n'),
  anchors: fc.boolean(),
  trimmed: fc.boolean(),
});

/** A line as a model is shown it and gives it back: UTF-8, or Latin-1 where it is not that. */
export function shown(line: string): string {
  const text = Buffer.from(line, 'latin1').toString();
  return text.includes('\ufffd') ? line : text;
}

/** The bytes that come of a line when a model gives it back. */
export function told(line: string): string {
  return Buffer.from(shown(line)).toString('latin1');
}

/** Lines of a hunk as text; the markers say that the file goes on to have no final newline. */
export function bodyText(body: BodyLine[], { blank }: Noise, markers: boolean): string[] {
  const lastOf = (other: string): number => body.findLastIndex(({ sign }) => sign !== other);
  const [old, fresh] = [lastOf('+'), lastOf('-')];
  // A line that only one side ends with would need a marker of its own.
  const both = body[old]?.sign === '-' && body[fresh]?.sign === '+';
  const marked = markers && (old === fresh || both);
  return body.flatMap(({ sign, text }, index) => {
    const end = body.slice(index).every((line) => line.text === '' && line.sign === ' ');
    const line = sign === ' ' && text === '' && !end ? blank : sign + shown(text);
    return marked && (index === old || index === fresh)
      ? [line, '\\ No newline at end of file']
      : [line];
  });
}

function endsFile({ file }: Task, { end }: Hunk): boolean {
  return !file.finalNewline && end === file.lines.length;
}

/** How far wrong counts are off, so that the body still tells where it ends. */
function miscount(start: number, body: BodyLine[]): number {
  const last = body.at(-1);
  // Counts that are met above blank lines leave them out.
  const blank = last?.sign === ' ' && last.text.trim() === '';
  // One more on both sides would be the two name lines of the next file.
  return start % 2 === 0 && !blank ? -1 : 2 + (start % 3);
}

function hunkHeader(body: BodyLine[], { counts, start, heading }: Noise): string {
  if (counts === 'none') return '@@';
  const more = counts === 'wrong' ? miscount(start, body) : 0;
  const [old, fresh] = [oldLines({ body }), newLines({ body })].map((lines) =>
    Math.max(0, lines.length + more),
  );
  return `@@ -${start},${old} +${start},${fresh} @@${heading}`;
}

/** Headers are those of the hunks as they were, whatever became of their bodies. */
function unifiedLines(task: Task, noise: Noise, bodies: BodyLine[][]): string[] {
  const { path, hunks } = task;
  const [a, b] = noise.header === 'bare' ? ['', ''] : ['a/', 'b/'];
  const names = [`--- ${a}${path}`, `+++ ${b}${path}`];
  const head = noise.header === 'git' ? [`diff --git a/${path} b/${path}`, ...names] : names;
  const lines = hunks.flatMap((hunk, index) => [
    hunkHeader(hunk.body, noise),
    ...bodyText(bodies[index] ?? [], noise, noise.markers && endsFile(task, hunk)),
  ]);
  return [...head, ...lines];
}

function anchorFor({ file }: Task, { start }: Hunk): string[] {
  const bare = file.lines.map((line) => line.trim());
  const found = bare
    .slice(0, start)
    .find((line) => /^[a-z]/.test(line) && bare.filter((other) => other === line).length === 1);
  return found === undefined ? [] : [`@@ ${shown(found)}`];
}

function patchLines(task: Task, noise: Noise, bodies: BodyLine[][]): string[] {
  const chunks = task.hunks.flatMap((hunk, index) => {
    const anchors = noise.anchors ? anchorFor(task, hunk) : [];
    const end = noise.markers && hunk.end === task.file.lines.length ? ['*** End of File'] : [];
    const body = bodyText(bodies[index] ?? [], noise, false);
    return [...(anchors.length > 0 ? anchors : ['@@']), ...body, ...end];
  });
  return [`*** Update File: ${task.path}`, ...chunks];
}

/** A path alone on its line; only backticks make one of a text with blanks. */
function pathLine(path: string): string {
  return path.includes(' ') ? `\`${path}\`` : path;
}

function blockLines(task: Task, bodies: BodyLine[][]): string[] {
  return bodies.flatMap((body) => [
    pathLine(task.path),
    '<<<<<<< SEARCH',
    ...oldLines({ body }).map(shown),
    '=======',
    ...newLines({ body }).map(shown),
    '>>>>>>> REPLACE',
    '',
  ]);
}

export function hashOf(file: RandomFile): string {
  return createHash('sha256').update(bytesOf(file)).digest('hex');
}

function wholeLines(task: Task, { fence }: Noise): string[] {
  const marks = fence === '~~~' ? '~~~~' : '````';
  const name = `${pathLine(task.path)} sha256:${hashOf(task.file).slice(0, 16)}`;
  return [name, `${marks}js`, ...task.after.lines.map(shown), marks];
}

/** The forms of text, each with what it makes of the bodies of the hunks of some files. */
export const TEXT_FORMS = {
  unified: (tasks: Task[], bodies: BodyLine[][][], noise: Noise): string[] =>
    tasks.flatMap((task, index) => unifiedLines(task, noise, bodies[index] ?? [])),
  'Begin Patch': (tasks: Task[], bodies: BodyLine[][][], noise: Noise): string[] => [
    '*** Begin Patch',
    ...tasks.flatMap((task, index) => patchLines(task, noise, bodies[index] ?? [])),
    '*** End Patch',
  ],
  'search/replace': (tasks: Task[], bodies: BodyLine[][][]): string[] =>
    tasks.flatMap((task, index) => blockLines(task, bodies[index] ?? [])),
  'whole file': (tasks: Task[], _bodies: BodyLine[][][], noise: Noise): string[] =>
    tasks.flatMap((task) => wholeLines(task, noise)),
};

export type TextForm = keyof typeof TEXT_FORMS;

/** The text of an answer; `lines` are those of the form alone, before fences and prose. */
export function answer(form: TextForm, lines: string[], noise: Noise): string {
  const { fence, before, crlf, counts } = noise;
  const fenced = fence !== '' && form !== 'whole file';
  // Only a fence or right counts tell where a hunk ends and prose begins; before a list, both.
  const [some, both] = [fenced || counts === 'right', fenced && counts === 'right'];
  const told = noise.after.includes('\n- ') ? both : some;
  const after = told || form !== 'unified' ? noise.after : '';
  const body = fenced ? [fence, ...lines, fence.replace('diff', '')] : lines;
  const text = `${before}${body.join('\n')}\n${after}`;
  return crlf ? text.replaceAll('\n', '\r\n') : text;
}

export interface Replacing {
  path: string;
  old: string;
  new: string;
}

/** `edits[]` for the hunks of some files; trimmed ones leave the last line end out on both sides. */
export function editsOf(tasks: Task[], { trimmed, crlf }: Noise): { edits: Replacing[] } {
  const edits = tasks.flatMap(({ path, hunks }) =>
    hunks.map((hunk) => {
      const [old, fresh] = [oldLines(hunk), newLines(hunk)].map((lines) => lines.map(shown));
      const cut = trimmed && fresh?.length !== 0;
      const text = (lines: string[] = []): string => {
        const all = lines.map((line, at) => (cut && at === lines.length - 1 ? line : `${line}\n`));
        return crlf ? all.join('').replaceAll('\n', '\r\n') : all.join('');
      };
      return { path, old: text(old), new: text(fresh) };
    }),
  );
  return { edits };
}
