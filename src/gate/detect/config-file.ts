import { parseProjectConfig } from '../../core/contracts.js';
import type { GateInput } from '../gate.js';
import { parseJson } from '../json.js';
import type { Repository } from './repository.js';

/** The project's config file, at the repository's root. */
export const CONFIG_FILE = 'refactor-loop.json';

export type ReadConfig = { kind: 'ok'; gate: GateInput } | { kind: 'refused'; message: string };

/** Reads `refactor-loop.json`; without one nothing is set, a wrong one is refused. */
export async function readConfigFile(repo: Repository): Promise<ReadConfig> {
  if (!repo.has(CONFIG_FILE)) return { kind: 'ok', gate: {} };
  const value = parseJson(await repo.read(CONFIG_FILE));
  if (value === undefined) return { kind: 'refused', message: `${CONFIG_FILE} is not valid JSON` };
  const parsed = parseProjectConfig(value);
  if (parsed.kind === 'ok') return { kind: 'ok', gate: parsed.value.gate ?? {} };
  return { kind: 'refused', message: `${CONFIG_FILE} is wrong: ${parsed.problem}` };
}
