/** Parts of a run that go on at the same time. */
import { CancellationScope } from '@temporalio/workflow';
import type { End } from '../core/ends.js';

/**
 * Does all parts at once and waits for every one of them, whatever happens. The first that ends the
 * run, or fails, decides and cancels the others.
 */
export async function together(
  ...parts: (() => Promise<End | undefined>)[]
): Promise<End | undefined> {
  return CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const left: ({ end: End } | { error: unknown })[] = [];
    const watched = async (part: () => Promise<End | undefined>): Promise<void> => {
      try {
        const end = await part();
        if (end === undefined) return;
        left.push({ end });
      } catch (error) {
        left.push({ error });
      }
      scope.cancel();
    };
    await Promise.all(parts.map(watched));
    const [first] = left;
    if (first !== undefined && 'error' in first) throw first.error;
    return first?.end;
  });
}
