import type { Refused } from '../change.js';
import { parentsOf } from '../filesystem.js';
import { refuse } from '../refuse.js';
import { foldPath } from './paths.js';

/** Refuses paths of one change that cannot all be files, on a file system that folds case or not. */
export function checkTogether(paths: string[]): Refused | undefined {
  const spellings = new Map(paths.map((path) => [foldPath(path), path]));
  for (const path of paths) {
    const twin = spellings.get(foldPath(path));
    if (twin !== undefined && twin !== path) {
      const message = `${path} and ${twin} differ only in case or Unicode form, and one change names both. Keep one spelling.`;
      return refuse('case-twin', message, [path, twin]);
    }
    const above = parentsOf(path)
      .map((parent) => spellings.get(foldPath(parent)))
      .find((parent) => parent !== undefined);
    if (above === undefined) continue;
    const message = `${path} lies below ${above}, which the same change names as a file. Choose another folder.`;
    return refuse('parent-not-a-directory', message, [path, above]);
  }
  return undefined;
}
