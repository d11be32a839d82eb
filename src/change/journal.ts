import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256, syncToDisk, writeFileAtomically } from '../adapters/content-store.js';
import { hasCode } from '../adapters/errno.js';
import type { StatusLine } from './status.js';

/** One side of a file: base64 content and permission bits; null where there is no file. */
export type JournalSide = { content: string; permissions: number } | null;

export interface JournalFile {
  path: string;
  before: JournalSide;
  after: JournalSide;
}

/** All that is needed to undo a change and to prove it, written down before the first byte of it. */
export interface Journal {
  changeId: string;
  /** Tree object that the workspace held before. */
  baseTree: string;
  files: JournalFile[];
  /** Folders that do not exist before the change, outermost first. */
  createdFolders: string[];
  /** Folders that the change may empty, with their permission bits. */
  emptiedFolders: { path: string; permissions: number }[];
  /** What `git status` said before. */
  status: StatusLine[];
}

export type JournalFound =
  | { kind: 'none' }
  | { kind: 'found'; journal: Journal }
  /** Somebody altered it, so it must not be trusted. */
  | { kind: 'damaged'; message: string };

function folderOf(stateDir: string, changeId: string): string {
  return join(stateDir, changeId);
}

/**
 * Writes the journal of a change durably, under the hash of its content; only then may the change
 * begin. It must not have one yet.
 */
export async function writeJournal(stateDir: string, journal: Journal): Promise<void> {
  const folder = folderOf(stateDir, journal.changeId);
  await removeJournal(stateDir, journal.changeId);
  await mkdir(folder, { recursive: true });
  const content = JSON.stringify(journal);
  await writeFileAtomically(join(folder, `${sha256(content)}.json`), content);
  for (const changed of [folder, stateDir, dirname(stateDir)]) await syncToDisk(changed);
}

/** Reads the journal of a change and checks it by its hash; `none` where the change never began. */
export async function readJournal(stateDir: string, changeId: string): Promise<JournalFound> {
  const folder = folderOf(stateDir, changeId);
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  // Others are of an attempt that died while it wrote.
  const [name, ...others] = names.filter((entry) => entry.endsWith('.json'));
  if (name === undefined) return { kind: 'none' };
  const content = await readFile(join(folder, name), 'utf8');
  if (others.length === 0 && name === `${sha256(content)}.json`)
    return { kind: 'found', journal: JSON.parse(content) as Journal };
  const message = `The journal of the change, ${join(folder, name)}, is not what was written: it is not trusted, and nothing was touched. Put the files of the change back by hand, then delete that folder.`;
  return { kind: 'damaged', message };
}

/** Forgets a change that never began, or that was taken back and proven to be. */
export async function removeJournal(stateDir: string, changeId: string): Promise<void> {
  await rm(folderOf(stateDir, changeId), { recursive: true, force: true });
}
