/** The result when it is of that kind; throws with what it is otherwise. @param {string} kind @param {any} result @returns {any} */
export function expectKind(kind, result) {
  if (result.kind === kind) return result;
  throw new Error(`expected ${kind}: ${JSON.stringify(result).slice(0, 2_000)}`);
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [
    sorted[sorted.length % 2 === 0 ? middle - 1 : middle],
    sorted[middle],
  ];
  return (low + high) / 2;
}
