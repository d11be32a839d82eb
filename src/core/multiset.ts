/** Lists of which the order does not count, but how often an item stands in them. Pure. */

/** The items of `left` that `right` does not hold, each as often as it is missing there. */
export function minus(left: readonly string[], right: readonly string[]): string[] {
  const counts = countOf(right);
  return left.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

/** Every item as often as in the list that holds it more often. */
export function union(left: readonly string[], right: readonly string[]): string[] {
  return [...left, ...minus(right, left)];
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
