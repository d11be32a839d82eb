import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inspectRepository } from '../adapters/repository.js';
import { cloneAt } from '../adapters/workspace-clone.js';
import { rawChange, type LockboxRules } from '../change/change.js';
import { prepareChange } from '../change/engine.js';
import { parseManifest, type CheckResult } from '../core/contracts.js';
import { apiClaimRefusal, pinnedConstraints } from '../core/guard.js';

/** What a manifest file that cannot be judged is told. */
export type CheckOutcome = CheckResult | { outcome: 'bad-input'; message: string };

export interface CheckRequest {
  /** Path of a JSON file with one manifest; `-` reads it from `stdin`. */
  file: string;
  stdin: Readable;
  repo: string;
  /** Globs to lock beside the usual ones, and globs to open, as a run has them. */
  lockbox: Pick<LockboxRules, 'add' | 'except'>;
}

/**
 * Says what LOCKBOX says to a proposal at the repository's HEAD, in a scratch clone: nothing is
 * written to the repository. There is no baseline, so no test runner has reported its test files.
 */
export async function checkManifest(request: CheckRequest): Promise<CheckOutcome> {
  const { file, stdin, repo, lockbox } = request;
  const repository = await inspectRepository(repo);
  if (repository.kind === 'refused') return { outcome: 'bad-input', message: repository.message };
  const json =
    file === '-' ? await text(stdin) : await readFile(file, 'utf8').catch(() => undefined);
  if (json === undefined)
    return {
      outcome: 'bad-input',
      message: `manifest file "${file}" cannot be read: give the path of a JSON file, or - for standard input`,
    };
  const where = file === '-' ? 'on standard input' : `in "${file}"`;
  const found = parseJson(json);
  if (found.kind === 'refused')
    return answer(
      'needs-repair',
      'malformed',
      `the manifest ${where} is not JSON: ${found.problem}`,
    );
  const parsed = parseManifest(found.value);
  if (parsed.kind === 'refused')
    return answer(
      'needs-repair',
      'malformed',
      `the manifest ${where} is refused: ${parsed.problem}`,
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
      rules: { ...lockbox, testFiles: [] },
      stateDir: join(scratch, 'state'),
    });
    if (prepared.kind !== 'ok') {
      const { kind, reason, message, files } = prepared;
      return { ...answer(kind, reason, message), files };
    }
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

type Json = { kind: 'ok'; value: unknown } | { kind: 'refused'; problem: string };

function parseJson(json: string): Json {
  try {
    return { kind: 'ok', value: JSON.parse(json) as unknown };
  } catch (error) {
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
  }
}

function answer(outcome: 'refused' | 'needs-repair', reason: string, message: string): CheckResult {
  return { outcome, reason, message, files: [], diff: '' };
}
