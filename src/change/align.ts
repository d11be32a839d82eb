import { sharedEnds } from './shared-ends.js';

/** Beyond this many pairs of lines to compare, only what both ends share is aligned. */
const MOST_PAIRS = 4_000_000;

/** Length of the longest common subsequence of the rests behind each pair of indexes. */
function lengths(old: string[], fresh: string[]): Uint16Array {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      table[at] =
        old[i] === fresh[j]
          ? (table[at + width + 1] ?? 0) + 1
          : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
    }
  return table;
}

function middle(old: string[], fresh: string[], shift: number): [number, number][] {
  if (old.length * fresh.length > MOST_PAIRS) return [];
  const width = fresh.length + 1;
  const table = lengths(old, fresh);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    const at = i * width + j;
    if (old[i] === fresh[j]) pairs.push([shift + i++, shift + j++]);
    else if ((table[at + width] ?? 0) >= (table[at + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** As many pairs of equal lines, by their indexes in old and new text, as go in one order. */
export function alignLines(old: string[], fresh: string[]): [number, number][] {
  const { head, tail } = sharedEnds(old, fresh);
  const inner = middle(
    old.slice(head, old.length - tail),
    fresh.slice(head, fresh.length - tail),
    head,
  );
  const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
  return [
    ...range(head).map((index): [number, number] => [index, index]),
    ...inner,
    ...range(tail).map((index): [number, number] => [
      old.length - tail + index,
      fresh.length - tail + index,
    ]),
  ];
}
