import type { GateContext, GateInput } from '../gate.js';
import type { Packages } from './packages.js';
import type { Repository } from './repository.js';
import type { Resolver } from './resolve.js';

/** What every part of detection works with. */
export interface Detection {
  ctx: GateContext;
  repo: Repository;
  packages: Packages;
  resolver: Resolver;
  /** Files that the run works on; all of the repository when none are named. */
  scope: readonly string[];
  /** The run input's settings over those of the project's config file. */
  settings: GateInput;
}
