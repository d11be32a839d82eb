import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, records } from '../adapters/git.js';
import type { StepHook } from './change.js';
import {
  moveIntoPlace,
  observe,
  pruneParents,
  removeFile,
  removeIfEmpty,
  stage,
  type Observed,
} from './disk.js';
import type { Journal, JournalFile, JournalSide } from './journal.js';

/** Which side of the journal a file shows; `other` is neither. */
export type Shown = 'before' | 'after' | 'other';

function shows(seen: Observed, side: JournalSide): boolean {
  if (side === null) return seen.kind === 'absent';
  return (
    seen.kind === 'file' &&
    seen.permissions === side.permissions &&
    seen.bytes.equals(Buffer.from(side.content, 'base64'))
  );
}

/** Compares every file of a journal with the disk, by content and mode. */
export async function compare(
  workspace: string,
  files: JournalFile[],
): Promise<{ path: string; shown: Shown }[]> {
  return Promise.all(
    files.map(async ({ path, before, after }) => {
      const seen = await observe(workspace, path);
      const shown = shows(seen, after) ? 'after' : shows(seen, before) ? 'before' : 'other';
      return { path, shown };
    }),
  );
}

/** Lines of `git status` about paths that are not these. */
export async function otherStatus(workspace: string, paths: string[]): Promise<string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'];
  const ours = new Set(paths);
  return records(await git(workspace, args)).filter((record) => !ours.has(record.slice(3)));
}

/**
 * Brings every file of a journal to one side. Files are staged in the git folder, so that a crash
 * leaves nothing in the working tree that is neither old nor new.
 */
export async function transfer(
  workspace: string,
  journal: Journal,
  to: 'before' | 'after',
  atStep: StepHook,
): Promise<void> {
  const gitFolder = (await git(workspace, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const folder = join(gitFolder, 'refactor-loop', journal.changeId.slice(0, 16));
  const compared = await compare(workspace, journal.files);
  const pending = journal.files.filter((_, index) => compared[index]?.shown !== to);
  for (const [index, file] of pending.entries()) {
    const side = file[to];
    if (side === null) continue;
    const staged = join(folder, String(index));
    await stage(staged, Buffer.from(side.content, 'base64'), side.permissions);
    atStep(`${to}: staged ${file.path}`);
    const target = join(workspace, file.path);
    await mkdir(dirname(target), { recursive: true });
    atStep(`${to}: made folders of ${file.path}`);
    await moveIntoPlace(staged, target);
    atStep(`${to}: wrote ${file.path}`);
  }
  for (const file of pending) {
    if (file[to] !== null) continue;
    await removeFile(join(workspace, file.path));
    atStep(`${to}: removed ${file.path}`);
  }
  // Also for files that an earlier run removed before it died.
  if (to === 'after')
    for (const { path, after } of journal.files)
      if (after === null) await pruneParents(workspace, path);
  if (to === 'before')
    for (const created of journal.createdFolders.toReversed())
      await removeIfEmpty(join(workspace, created));
  await rm(folder, { recursive: true, force: true });
  await removeIfEmpty(join(gitFolder, 'refactor-loop'));
  atStep(`${to}: cleaned`);
}
