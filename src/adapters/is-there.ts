import { stat } from 'node:fs/promises';

/** Whether something that can be reached is at `path`; a link that leads nowhere is not. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
