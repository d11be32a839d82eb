import picomatch from 'picomatch';
import { git, records } from '../adapters/git.js';
import type { GatePlan } from './gate.js';
import { RUNNERS } from './runners/index.js';

/** The paths that match one of the globs. */
export function filesMatching(globs: readonly string[], files: readonly string[]): string[] {
  const matches = picomatch([...globs], { dot: true });
  return files.filter((file) => matches(file));
}

/**
 * Files that the plan's runners take for tests by its patterns, in the suite's folder or elsewhere;
 * ignored ones are left out, the baseline's report adds more. Sorted.
 */
export async function testFiles(
  plan: Pick<GatePlan, 'tests'>,
  workspace: string,
  signal: AbortSignal,
): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = [...new Set(records(await git(workspace, args, { signal })))].sort();
  const globs = plan.tests.flatMap(({ runner, cwd }) => {
    const patterns = RUNNERS[runner].testFilePatterns;
    return cwd === '' ? patterns : [...patterns, ...patterns.map((glob) => `${cwd}/${glob}`)];
  });
  return filesMatching(globs, files);
}
