import fc from 'fast-check';
import type { RandomFile } from './file.js';

export interface BodyLine {
  sign: ' ' | '-' | '+';
  text: string;
}

/** Lines `start` to `end` (exclusive) of a file with what is removed and added there. */
export interface Hunk {
  start: number;
  end: number;
  body: BodyLine[];
}

/** Places are taken modulo the length of the file, and left out where they touch each other. */
export interface Wish {
  at: number;
  drop: number;
  add: string[];
  before: number;
  after: number;
}

export function wishesOf(line: fc.Arbitrary<string>): fc.Arbitrary<Wish[]> {
  return fc.array(
    fc.record({
      at: fc.nat(1000),
      drop: fc.nat(3),
      add: fc.array(line, { maxLength: 3 }),
      before: fc.nat(3),
      after: fc.nat(3),
    }),
    { minLength: 1, maxLength: 3 },
  );
}

/** The hunks that wishes make on a file, in order, with at least one line between them. */
export function hunksFor({ lines }: RandomFile, wishes: Wish[]): Hunk[] {
  const hunks: Hunk[] = [];
  const signed = (sign: BodyLine['sign'], texts: string[]): BodyLine[] =>
    texts.map((text) => ({ sign, text }));
  const sorted = wishes.map((wish) => ({ ...wish, at: wish.at % (lines.length + 1) }));
  for (const { at, drop, add, before, after } of sorted.sort((a, b) => a.at - b.at)) {
    const previous = hunks.at(-1);
    const free = previous === undefined ? 0 : previous.end + 1;
    const gone = lines.slice(at, at + drop);
    if (at < free || (gone.length === 0 && add.length === 0)) continue;
    const start = Math.max(free, at - before);
    const end = Math.min(lines.length, at + gone.length + after);
    const body = [
      ...signed(' ', lines.slice(start, at)),
      ...signed('-', gone),
      ...signed('+', add),
      ...signed(' ', lines.slice(at + gone.length, end)),
    ];
    hunks.push({ start, end, body });
  }
  return hunks;
}

export function oldLines({ body }: { body: BodyLine[] }): string[] {
  return body.filter(({ sign }) => sign !== '+').map(({ text }) => text);
}

export function newLines({ body }: { body: BodyLine[] }): string[] {
  return body.filter(({ sign }) => sign !== '-').map(({ text }) => text);
}

/** The file after its hunks: kept lines keep their ends, new ones take those of the old in turn. */
export function edited(file: RandomFile, hunks: Hunk[]): RandomFile {
  const lines: string[] = [];
  const eols: string[] = [];
  let position = 0;
  const keep = (end: number): void => {
    lines.push(...file.lines.slice(position, end));
    eols.push(...file.eols.slice(position, end));
    position = end;
  };
  for (const { start, body } of hunks) {
    keep(start);
    let at = 0;
    while (at < body.length) {
      if (body[at]?.sign === ' ') {
        keep(position + 1);
        at += 1;
        continue;
      }
      const run: BodyLine[] = [];
      for (let line = body[at]; line !== undefined && line.sign !== ' '; line = body[at]) {
        run.push(line);
        at += 1;
      }
      const gone = run.filter(({ sign }) => sign === '-').length;
      const ends = file.eols.slice(position, position + gone);
      const fallback = file.eols[position - 1] ?? file.eols[position] ?? '\n';
      for (const { text } of run.filter(({ sign }) => sign === '+')) {
        lines.push(text);
        eols.push(ends.shift() ?? (gone === 0 ? fallback : (eols.at(-1) ?? fallback)));
      }
      position += gone;
    }
  }
  keep(file.lines.length);
  return { ...file, lines, eols };
}

/** Indexes at which lines stand one after the other. */
export function standings(lines: string[], wanted: string[]): number[] {
  if (wanted.length === 0) return [];
  return lines.flatMap((_, at) =>
    wanted.every((line, index) => lines[at + index] === line) ? [at] : [],
  );
}

/** The lines that a body removes and adds, without its context, where it stands at `start`. */
function changesOf(body: BodyLine[], start: number): Hunk[] {
  const changes: Hunk[] = [];
  let at = start;
  for (const [index, line] of body.entries()) {
    if (line.sign === ' ') {
      at += 1;
      continue;
    }
    let change = changes.at(-1);
    if (change === undefined || body[index - 1]?.sign === ' ')
      changes.push((change = { start: at, end: at, body: [] }));
    change.body.push(line);
    if (line.sign === '-') change.end = at += 1;
  }
  return changes;
}

/** What bodies mean by their text alone; undefined where one stands nowhere, twice, or in another. */
export function literal(file: RandomFile, bodies: BodyLine[][]): RandomFile | undefined {
  const changes: Hunk[] = [];
  for (const body of bodies) {
    const [start, ...more] = standings(file.lines, oldLines({ body }));
    if (start === undefined || more.length > 0) return undefined;
    changes.push(...changesOf(body, start));
  }
  changes.sort((a, b) => a.start - b.start || a.end - b.end);
  const apart = changes.every((change, index) => change.start >= (changes[index - 1]?.end ?? 0));
  return apart ? edited(file, changes) : undefined;
}
