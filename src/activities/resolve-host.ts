import { parseRunInput, type RunInput } from '../core/contracts.js';
import { effectiveSettings } from '../core/settings.js';
import type { ResolveHostRequest, ResolveHostResult } from '../core/payloads.js';
import { DEFAULT_TASK_QUEUE } from '../core/protocol.js';
import { sha256 } from '../adapters/content-store.js';
import { runId } from '../adapters/run-folder.js';
import type { Deps } from './deps.js';

/**
 * Validates the input and names the run's host. It has no effect, so running it again gives the
 * same answer.
 */
export async function resolveHost(
  request: ResolveHostRequest,
  deps: Deps,
): Promise<ResolveHostResult> {
  const run = runId(request.firstRunId, request.startedAt);
  const parsed = parseRunInput(request.input);
  if (parsed.kind === 'refused')
    return {
      kind: 'refused',
      reason: 'bad-input',
      run,
      message: `the input ${JSON.stringify(request.input)?.slice(0, 200) ?? '(none)'} is refused: ${parsed.problem}. Give one JSON object, at least {"repo": "/absolute/path"}`,
    };
  const incomplete = brainProblem(parsed.value);
  if (incomplete !== undefined)
    return { kind: 'refused', reason: 'bad-input', run, message: incomplete };
  const settings = effectiveSettings(parsed.value);
  const { host } = parsed.value;
  return {
    kind: 'ok',
    run,
    settings,
    settingsHash: sha256(JSON.stringify(settings)),
    pinnedHash: sha256(JSON.stringify(settings.pinned)),
    hostQueue:
      host === undefined || host === deps.hostId ? deps.hostQueue : `${DEFAULT_TASK_QUEUE}@${host}`,
    searchAttributes: await deps.searchAttributes(),
  };
}

function brainProblem(input: RunInput): string | undefined {
  for (const role of ['proposer', 'critic'] as const) {
    const choice = input[role];
    if (choice?.brain === 'command' && choice.command === undefined)
      return `${role}: the brain "command" needs "command", the argv of the program, e.g. ["node", "my-brain.mjs"]`;
    if (choice?.brain === 'rules' && choice.command !== undefined)
      return `${role}: "command" belongs to the brain "command", not to "rules"`;
  }
  return undefined;
}
