import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../adapters/content-store.js';
import { syncFolder } from './disk.js';

/** One side of a file: base64 content and permission bits; null where there is no file. */
export type JournalSide = { content: string; permissions: number } | null;

export interface JournalFile {
  path: string;
  before: JournalSide;
  after: JournalSide;
}

/** All that is needed to undo a change, written down before the first byte of it. */
export interface Journal {
  version: 1;
  changeId: string;
  /** Tree object that the workspace held before. */
  baseTree: string;
  files: JournalFile[];
  /** Folders that do not exist before the change, outermost first. */
  createdFolders: string[];
  /** What `git status` said about other paths. */
  others: string[];
}

function journalPath(stateDir: string, changeId: string): string {
  return join(stateDir, 'journal', `${changeId}.json`);
}

/** Writes the journal durably; only then may the change begin. */
export async function writeJournal(stateDir: string, journal: Journal): Promise<void> {
  const path = journalPath(stateDir, journal.changeId);
  await writeFileAtomically(path, JSON.stringify(journal));
  await syncFolder(dirname(path));
}

/** The journal of a change; undefined where it was never begun. */
export async function readJournal(
  stateDir: string,
  changeId: string,
): Promise<Journal | undefined> {
  try {
    return JSON.parse(await readFile(journalPath(stateDir, changeId), 'utf8')) as Journal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Forgets a change that was taken back and proven to be. */
export async function removeJournal(stateDir: string, changeId: string): Promise<void> {
  await rm(journalPath(stateDir, changeId), { force: true });
}
