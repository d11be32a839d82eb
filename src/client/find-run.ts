/** Which run a command means: by its id, by its workflow id, or the latest of a repository. */
import { resolve } from 'node:path';
import { listRuns, preflight, readReport, stateHome, type RunRecord } from '../local.js';
import { Refused } from './exit.js';

/** Finds a run that this state directory knows; refuses with what to do when there is none. */
export async function findRun(name: string | undefined, repo: string): Promise<RunRecord> {
  const runs = await listRuns(stateHome());
  if (name !== undefined) {
    const named =
      runs.find((run) => run.run === name) ?? runs.find((run) => run.workflowId === name);
    if (named !== undefined) return named;
    throw new Refused(
      `no run "${name}" is known here: give a run's id or workflow id, as "refactor-loop run" printed it, or --repo DIR for the latest run of a repository`,
    );
  }
  const checked = await preflight({ repo: resolve(repo) });
  if (checked.kind === 'refused') throw new Refused(checked.message);
  const ofRepository = runs.filter(
    (run) => run.repo === checked.repo || run.workflowId === checked.workflowId,
  );
  for (const run of ofRepository) {
    // A run that only found another one at work is not what anybody means.
    const report = await readReport(stateHome(), run.run);
    if (report?.reason !== 'locked') return run;
  }
  throw new Refused(`${checked.repo} has had no run: start one with "refactor-loop run"`);
}
