import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryGit } from '../adapters/git.js';
import { minus } from '../core/multiset.js';
import { marksIn, SUPPRESSIONS } from '../core/suppressions.js';

/**
 * Suppressions of linter, types or tests that the changed files hold more often than in `HEAD`,
 * counted over all of them, so that one may move from file to file.
 */
export async function newSuppressions(
  workspace: string,
  files: readonly string[],
): Promise<string[]> {
  const before: string[] = [];
  const after: string[] = [];
  for (const file of files) {
    const base = await tryGit(workspace, ['cat-file', 'blob', `HEAD:${file}`]);
    before.push(...(base.code === 0 ? marksIn(SUPPRESSIONS, file, base.stdout) : []));
    const text = await readFile(join(workspace, file), 'utf8').catch(() => '');
    after.push(...marksIn(SUPPRESSIONS, file, text));
  }
  return minus(after, before);
}
