import type { Change } from './change.js';

type Touched = Change['touched'][number];

function extend(ranges: [number, number][], line: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === line - 1) last[1] = line;
  else ranges.push([line, line]);
}

/**
 * Changed lines of each file, read from git's own diff; `paths` in the order of the diff, because
 * names in a diff may be quoted.
 */
export function touchedLines(diff: string, paths: string[]): Touched[] {
  const all: Touched[] = [];
  let current: Touched | undefined;
  let old = 0;
  let fresh = 0;
  let oldLeft = 0;
  let freshLeft = 0;
  for (const line of diff.split('\n')) {
    if (oldLeft > 0 || freshLeft > 0) {
      const sign = line[0];
      if (sign === '\\') continue;
      if (sign === '-') extend(current?.before ?? [], old);
      if (sign === '+') extend(current?.after ?? [], fresh);
      if (sign !== '+') [old, oldLeft] = [old + 1, oldLeft - 1];
      if (sign !== '-') [fresh, freshLeft] = [fresh + 1, freshLeft - 1];
      continue;
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) {
      [old, oldLeft] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
      [fresh, freshLeft] = [Number(hunk[3]), Number(hunk[4] ?? 1)];
    } else if (line.startsWith('diff --git ')) {
      current = { path: paths[all.length] ?? '', before: [], after: [] };
      all.push(current);
    }
  }
  return all;
}
