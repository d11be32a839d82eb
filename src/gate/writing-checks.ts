import { git, records } from '../adapters/git.js';
import { filesOf, keepingTree, type FullRun } from './full-run.js';
import type { Check, GateContext, GatePlan } from './gate.js';
import { runChecks, type OracleOptions } from './run-oracle.js';
import type { Contents } from './tree-guard.js';

/** What a person is told of a check that {@link writingChecks} found. */
export const noteOnWriting = ({ name, argv }: Check): string =>
  `${name} (${argv.join(' ')}) changes tracked files, so it is no check and is left out`;

/**
 * The checks that change tracked files, as a linter does that also repairs. Each check is run once
 * more alone, but only when something in the green run changed such files.
 */
export async function writingChecks(
  ctx: GateContext,
  plan: GatePlan,
  green: FullRun,
  options: OracleOptions,
): Promise<Check[]> {
  const tracked = new Set(records(await git(filesOf(ctx), ['ls-files', '-z'])));
  const changesTracked = (writes: Contents) =>
    Object.keys(writes).some((path) => tracked.has(path));
  if (!changesTracked(green.writes)) return [];
  const found: Check[] = [];
  for (const check of plan.checks) {
    const { writes } = await keepingTree(ctx, () =>
      runChecks(ctx, { ...plan, checks: [check] }, options),
    );
    if (changesTracked(writes)) found.push(check);
  }
  return found;
}
