import fc from 'fast-check';
import type { BodyLine } from './edit.js';
import { told, type Noise, type Task, type TextForm } from './render.js';

/** One thing done to one line of one hunk; numbers are taken modulo what there is. */
export interface Mutation {
  kind: 'delete' | 'duplicate' | 'alter' | 'swap' | 'turn';
  place: number;
  line: number;
  other: number;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('delete', 'duplicate', 'alter', 'swap', 'turn'),
  place: fc.nat(20),
  line: fc.nat(20),
  other: fc.nat(20),
});

/** Changes a line as models do: in its indentation, at its end, in a letter. */
const ALTERATIONS: ((text: string) => string)[] = [
  (text) => `${text} `,
  (text) => `${text}x`,
  (text) => ` ${text}`,
  (text) => text.trimStart(),
  (text) => text.trimEnd(),
  (text) => text.replace(/^ +|^\t/, (blanks) => (blanks === '\t' ? '    ' : '\t')),
  (text) => text.replace(/\d/, '7'),
  (text) => text.toUpperCase(),
  (text) => text.replace(told('—'), '-'),
];

/** Where a mutation strikes: the number of a task, and of a hunk of it. */
export function target(tasks: Task[], { place }: Mutation): { task: number; hunk: number } {
  const places = tasks.flatMap(({ hunks }, task) => hunks.map((_, hunk) => ({ task, hunk })));
  return places[place % places.length] ?? { task: 0, hunk: 0 };
}

/** The bodies of all hunks of all tasks, with one line of one of them replaced by what is given. */
export function withLine(
  tasks: Task[],
  mutation: Mutation,
  change: (line: BodyLine, body: BodyLine[], at: number) => BodyLine[],
): BodyLine[][][] {
  const struck = target(tasks, mutation);
  return tasks.map(({ hunks }, task) =>
    hunks.map(({ body }, hunk) => {
      const at = mutation.line % body.length;
      const line = body[at];
      if (task !== struck.task || hunk !== struck.hunk || line === undefined) return body;
      return change(line, body, at);
    }),
  );
}

/** The bodies of all hunks with one line deleted, doubled, altered, swapped or of another sign. */
export function spoilt(tasks: Task[], mutation: Mutation): BodyLine[][][] {
  const { kind, other } = mutation;
  return withLine(tasks, mutation, (line, body, at) => {
    const second = body[other % body.length] ?? line;
    const alter = ALTERATIONS[other % ALTERATIONS.length] ?? String;
    const fresh = [...body];
    if (kind === 'delete') fresh.splice(at, 1);
    else if (kind === 'duplicate') fresh.splice(at, 0, line);
    else if (kind === 'alter') fresh[at] = { ...line, text: alter(line.text) };
    else if (kind === 'turn') fresh[at] = { ...line, sign: second.sign };
    else [fresh[at], fresh[other % body.length]] = [second, line];
    return fresh;
  });
}

const MARK = '\u0000';

/** The bodies with one line marked, so that its prefix can be taken off in the text. */
export function marked(tasks: Task[], mutation: Mutation): BodyLine[][][] {
  return withLine(tasks, mutation, (line, body, at) =>
    body.with(at, { ...line, text: MARK + line.text }),
  );
}

/** Lines of a text with the prefix of the marked one taken off. */
export function withoutPrefix(lines: string[]): string[] {
  return lines.map((line) => (line.includes(MARK) ? line.replace(MARK, '').slice(1) : line));
}

/**
 * The bodies as they may be read: blank context at the end of the one that was struck may stand
 * between two hunks instead.
 */
export function readings(
  tasks: Task[],
  mutation: Mutation,
  bodies: BodyLine[][][],
): BodyLine[][][][] {
  const { task, hunk } = target(tasks, mutation);
  const struck = bodies[task]?.[hunk] ?? [];
  const last = struck.findLastIndex(({ sign, text }) => sign !== ' ' || text.trim() !== '');
  const ends = struck.map((_, index) => index + 1).filter((end) => end > last);
  const cut = (end: number): BodyLine[][][] =>
    bodies.map((all, at) => (at === task ? all.with(hunk, struck.slice(0, end)) : all));
  return ends.length === 0 ? [bodies] : ends.map(cut);
}

/** The bodies when a line without its prefix is read again; undefined where it has no other. */
export function readAgain(tasks: Task[], mutation: Mutation): BodyLine[][][] | undefined {
  let known = true;
  const bodies = withLine(tasks, mutation, (line, body, at) => {
    // An empty line is context.
    const sign = line.text === '' ? ' ' : line.text[0];
    known = sign === ' ' || sign === '-' || sign === '+';
    return body.with(at, { sign: sign as BodyLine['sign'], text: line.text.slice(1) });
  });
  return known ? bodies : undefined;
}

/**
 * Whether a text that ends with this part of a line of its form may be a whole change, but another
 * one: between complete parts, and in the last line of a hunk, where no fence is open around it.
 */
export function mayBeWhole(
  form: TextForm,
  { fence }: Noise,
  lines: string[],
  at: number,
  last: string,
): boolean {
  const line = lines[at];
  if (line === undefined) return form !== 'unified' && fence === '';
  if (form === 'Begin Patch') return false;
  if (fence !== '' && form !== 'whole file') return false;
  const complete = lines.slice(0, last === line ? at + 1 : at);
  const count = (mark: RegExp): number => complete.filter((one) => mark.test(one)).length;
  if (form === 'whole file') return count(/^[`~]{3}/) % 2 === 0;
  if (form === 'search/replace')
    return count(/^<+ SEARCH$/) === count(/^>+ REPLACE$/) && (last === '' || !line.startsWith('<'));
  const next = lines.slice(at + 1).find((one) => !one.startsWith('\\'));
  return last === '' || next === undefined || /^(?:@@|diff --git |--- )/.test(next);
}
