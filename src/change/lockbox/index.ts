import type { LockboxRules, Refused } from '../change.js';
import type { Index } from './entries.js';
import { checkPath } from './paths.js';
import { lockboxPatterns } from './patterns.js';
import { runnerLocks } from './runner-config.js';
import { checkTogether } from './together.js';

export { checkContent } from './content.js';
export { readIndex } from './entries.js';
export { checkFileKind } from './file-kind.js';
export { readTargets, type Role } from './targets.js';

/**
 * Tells for a path whether the lockbox holds it, and why; made once for a set of rules. It looks at
 * the name alone, so it also serves to take locked files out of a scope.
 */
export function lockbox(rules: LockboxRules): (path: string) => Refused | undefined {
  const patterns = lockboxPatterns(rules);
  return (path) => checkPath(path) ?? patterns(path);
}

/** Refuses the first path that the lockbox holds by its name, or that a tracked configuration names. */
export async function checkPaths(
  workspace: string,
  index: Index,
  rules: LockboxRules,
  paths: string[],
): Promise<Refused | undefined> {
  const held = paths.map(lockbox(rules)).find((problem) => problem !== undefined);
  if (held !== undefined) return held;
  const named = await runnerLocks(workspace, index, rules);
  return paths.map(named).find((problem) => problem !== undefined) ?? checkTogether(paths);
}
