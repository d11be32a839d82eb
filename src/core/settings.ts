/** The effective configuration of a run. Pure. */
import type { RunInput } from './contracts.js';
import { pinnedConstraints } from './guard.js';
import type { Settings } from './protocol.js';

/** Fills in every default, so that a resumed run never changes its configuration. */
export function effectiveSettings(input: RunInput): Settings {
  return {
    repo: input.repo,
    base: input.base ?? 'HEAD',
    scope: input.scope ?? null,
    changes: input.changes ?? false,
    focus: input.focus ?? null,
    maxIterations: input.maxIterations ?? 10,
    maxFixAttempts: input.maxFixAttempts ?? 2,
    theta: input.theta ?? 0.6,
    minSeverity: input.minSeverity ?? 'major',
    pinned: pinnedConstraints(input.pinned),
    inPlace: input.inPlace ?? false,
    gate: input.gate ?? {},
    copy: input.copy ?? [],
    lockbox: { add: input.lockbox?.add ?? [], except: input.lockbox?.except ?? [] },
    identity: input.identity ?? null,
    proposer: input.proposer ?? { brain: 'rules' },
    critic: input.critic ?? { brain: 'rules' },
    budget: input.budget ?? {},
  };
}
