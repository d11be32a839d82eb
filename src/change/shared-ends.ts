type Sequence = string | readonly string[];

function shared(old: Sequence, fresh: Sequence, most: number, from: 'start' | 'end'): number {
  const at = (all: Sequence, index: number): string | undefined =>
    all[from === 'start' ? index : all.length - 1 - index];
  let count = 0;
  while (count < most && at(old, count) === at(fresh, count)) count += 1;
  return count;
}

/** How much two texts, or two lists of lines, share at their start and, in what is left, at their end. */
export function sharedEnds<T extends Sequence>(old: T, fresh: T): { head: number; tail: number } {
  const most = Math.min(old.length, fresh.length);
  const head = shared(old, fresh, most, 'start');
  return { head, tail: shared(old, fresh, most - head, 'end') };
}

/** How much two texts share at their end, also of what they share at their start. */
export function sharedEnd(old: string, fresh: string): number {
  return shared(old, fresh, Math.min(old.length, fresh.length), 'end');
}
