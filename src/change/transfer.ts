import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeFolder,
  missingParents,
  observe,
  pruneParents,
  removeIfEmpty,
  stage,
  syncParents,
  type Observed,
} from './disk.js';
import type { Journal, JournalFile, JournalSide } from './journal.js';
import type { Place } from './staging.js';

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

async function makeParents(
  { workspace, staging }: Place,
  path: string,
  journal: Journal,
): Promise<void> {
  for (const parent of await missingParents(workspace, path)) {
    const known = journal.emptiedFolders.find((folder) => folder.path === parent);
    await makeFolder(join(workspace, parent), staging, known?.permissions);
  }
}

async function removeFolders({ workspace }: Place, journal: Journal, to: Shown): Promise<void> {
  // Of all files, not only of those just removed: an earlier run may have died in between.
  if (to === 'after') {
    for (const { path, after } of journal.files)
      if (after === null) await pruneParents(workspace, path);
  } else {
    for (const created of journal.createdFolders.toReversed())
      await removeIfEmpty(join(workspace, created));
  }
}

/**
 * Brings the files of a journal that show the other side to this one, durably. All that needs room
 * on the disk is done before the first file is moved, so that a full one is met while nothing has
 * changed. A file that shows neither side is left alone.
 */
export async function transfer(
  place: Place,
  journal: Journal,
  to: 'before' | 'after',
): Promise<void> {
  const { workspace, staging } = place;
  const compared = await compare(workspace, journal.files);
  const pending = journal.files.filter((_, index) => {
    const shown = compared[index]?.shown;
    return shown !== to && shown !== 'other';
  });
  const staged: { path: string; file: string }[] = [];
  for (const [index, { path, [to]: side }] of pending.entries()) {
    if (side === null) continue;
    const file = join(staging, `${to}-${index}`);
    await stage(file, Buffer.from(side.content, 'base64'), side.permissions);
    staged.push({ path, file });
  }
  for (const { path } of staged) await makeParents(place, path, journal);
  await place.check();
  for (const { path, file } of staged) await rename(file, join(workspace, path));
  // Out of the way by a move, not unlinked: an overtaken attempt has no staging folder, and fails.
  for (const [index, { path, [to]: side }] of pending.entries())
    if (side === null) await rename(join(workspace, path), join(staging, `gone-${to}-${index}`));
  await removeFolders(place, journal, to);
  await syncParents(
    workspace,
    journal.files.map(({ path }) => path),
  );
}
