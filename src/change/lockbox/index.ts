import type { LockboxRules, Refused } from '../change.js';
import { checkPath } from './paths.js';
import { lockboxPatterns } from './patterns.js';

export { checkContent } from './content.js';
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
