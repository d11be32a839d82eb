import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectRepository } from '../adapters/repository.js';
import { cloneAt } from '../adapters/workspace-clone.js';
import { rawChange } from '../change/change.js';
import { prepareChange } from '../change/engine.js';
import { parseManifest, type CheckResult } from '../core/contracts.js';
import { apiClaimRefusal, pinnedConstraints } from '../core/guard.js';

/** What a manifest file that cannot be judged is told. */
export type CheckOutcome = CheckResult | { outcome: 'bad-input'; message: string };

/**
 * Says what LOCKBOX says to a proposal at the repository's HEAD, in a scratch clone: nothing is
 * written to the repository.
 */
export async function checkManifest(file: string, repo: string): Promise<CheckOutcome> {
  const repository = await inspectRepository(repo);
  if (repository.kind === 'refused') return { outcome: 'bad-input', message: repository.message };
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return {
      outcome: 'bad-input',
      message: `manifest file "${file}" cannot be read: give the path of a JSON file`,
    };
  const parsed = parseManifest(parseJson(text));
  if (parsed.kind === 'refused')
    return answer(
      'needs-repair',
      'malformed',
      `the manifest in "${file}" is refused: ${parsed.problem}`,
    );
  const claim = apiClaimRefusal(parsed.value.public_api_touched, pinnedConstraints(undefined));
  if (claim !== undefined) return answer('refused', 'api-pinned', claim);

  const scratch = await mkdtemp(join(tmpdir(), 'refactor-loop-check-'));
  try {
    const workspace = join(scratch, 'workspace');
    await cloneAt({
      commonDir: repository.commonDir,
      base: repository.head,
      branch: 'refactor-loop/check',
      target: workspace,
    });
    const prepared = await prepareChange({
      workspace,
      raw: rawChange(parsed.value),
      rules: { add: [], except: [], testFiles: [] },
      stateDir: join(scratch, 'state'),
    });
    if (prepared.kind !== 'ok')
      return {
        outcome: prepared.kind,
        reason: prepared.reason,
        message: prepared.message,
        files: prepared.files,
        diff: '',
      };
    const { change } = prepared;
    return {
      outcome: 'ok',
      reason: 'ok',
      message: `the change ${change.id.slice(0, 12)} may be reviewed`,
      files: change.files.map((item) => item.path),
      diff: change.diff,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function answer(outcome: 'refused' | 'needs-repair', reason: string, message: string): CheckResult {
  return { outcome, reason, message, files: [], diff: '' };
}
