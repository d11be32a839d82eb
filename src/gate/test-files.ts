import picomatch from 'picomatch';
import { git, records } from '../adapters/git.js';
import type { GatePlan } from './gate.js';
import { RUNNERS } from './runners/index.js';

/** Files of the workspace, ignored ones left out, that match one of the globs; sorted. */
export async function filesMatching(
  globs: readonly string[],
  workspace: string,
  signal: AbortSignal,
): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = records(await git(workspace, args, { signal }));
  const matches = picomatch([...globs], { dot: true });
  return [...new Set(files)].filter((file) => matches(file)).sort();
}

/** Files that the plan's runner takes for tests by its patterns; the baseline's report adds more. */
export function testFiles(
  plan: Pick<GatePlan, 'runner'>,
  workspace: string,
  signal: AbortSignal,
): Promise<string[]> {
  return filesMatching(RUNNERS[plan.runner].testFilePatterns, workspace, signal);
}
