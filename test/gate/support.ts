import { detectGate } from '../../src/gate/detect/index.js';
import type { GateContext, GateInput, GatePlan } from '../../src/gate/gate.js';
import { makeRepo, type Files } from '../helpers/git-repo.js';
import { contextOf } from './plans.js';

export { baselineOf, contextOf, planOf, suiteOf } from './plans.js';

interface Planned {
  workspace: string;
  ctx: GateContext;
  plan: GatePlan;
}

/** A repository with a context and the plan that detection finds in it, or fails to. */
export async function planned(files: Files, input: GateInput = {}): Promise<Planned> {
  const workspace = await makeRepo({ '.gitignore': 'node_modules/\n', ...files });
  const ctx = await contextOf(workspace);
  const result = await detectGate(ctx, input, []);
  if (result.kind === 'refused') throw new Error(result.message);
  return { workspace, ctx, plan: result.plan };
}
