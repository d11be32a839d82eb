import { git, records } from '../adapters/git.js';
import type { Baseline, GateSubject } from './gate.js';
import { red, type Problem } from './judge.js';
import { removeFile, type Writes } from './tree-guard.js';

/** Which steps wrote: build steps, static checks, or test suites. */
export type Stage = 'build' | 'checks' | 'tests';

/** What a candidate's steps may not write, and what the base's steps write as well. */
export interface WriteRules {
  subject: Pick<GateSubject, 'files' | 'isLocked'>;
  learned: Baseline['writes'];
  isTracked: (path: string) => boolean;
}

const changedLines = (paths: string[]): string[] => paths.map((path) => `changed: ${path}`);

/** A change of locked files themselves: the lockbox refuses it long before. */
export function judgeSubject({ files, isLocked }: WriteRules['subject']): Problem | null {
  const locked = files.filter(isLocked);
  if (locked.length === 0) return null;
  return red('locked-files-changed', 'integrity', changedLines(locked));
}

/**
 * Tracked files that steps changed and that the base's steps did not. Checks and tests have none to
 * change; a build may renew its own output, but neither what is locked nor what is under judgement.
 */
export function judgeWrites(stage: Stage, { changed }: Writes, rules: WriteRules): Problem | null {
  const { subject, learned, isTracked } = rules;
  const unlearned = changed.filter((path) => !Object.hasOwn(learned, path) && isTracked(path));
  const locked = unlearned.filter(subject.isLocked);
  if (locked.length > 0) return red('locked-files-changed', stage, changedLines(locked));
  const judged = new Set(subject.files);
  const wrong = stage === 'build' ? unlearned.filter((path) => judged.has(path)) : unlearned;
  return wrong.length === 0 ? null : red('tree-changed', stage, changedLines(wrong));
}

/**
 * Locked files that all steps together left otherwise than the base's do, each time alike: such a
 * file is what a test compares with, so it may not follow the change.
 */
export function judgeLearned(
  { contents }: Pick<Writes, 'contents'>,
  { subject, learned }: Pick<WriteRules, 'subject' | 'learned'>,
): Problem | null {
  const differ = Object.entries(learned)
    .filter(([path, content]) => content !== null && content !== contents[path])
    .map(([path]) => path)
    .filter(subject.isLocked);
  if (differ.length === 0) return null;
  const evidence = differ.map((path) => `not written as on the base: ${path}`);
  return red('locked-files-changed', 'tests', evidence);
}

/** Tells tracked paths; the index of the workspace is that of `HEAD`. */
export async function trackedIn(
  workspace: string,
  subject: Pick<GateSubject, 'files'>,
): Promise<WriteRules['isTracked']> {
  const tracked = new Set(records(await git(workspace, ['ls-files', '-z'])));
  for (const path of subject.files) tracked.add(path);
  return (path) => tracked.has(path);
}

/**
 * The overlay: takes away what build and checks made at locked places and what the base's did not
 * make, so that no test, configuration or snapshot of theirs decides. Returns the paths.
 */
export async function removeNewLocked(
  workspace: string,
  { added }: Writes,
  { subject, learned }: Pick<WriteRules, 'subject' | 'learned'>,
): Promise<string[]> {
  const found = added.filter((path) => !Object.hasOwn(learned, path) && subject.isLocked(path));
  for (const path of found) await removeFile(workspace, path);
  return found;
}
