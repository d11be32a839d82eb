import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LEDGER_FILE } from '../core/vocabulary.js';
import { writeFileAtomically } from './content-store.js';
import { hasCode, isUnwritable } from './errno.js';
import { git, gitFolder, tryGit } from './git.js';
import { quote } from './repository.js';

export type LedgerWriting = { kind: 'written' } | { kind: 'unwritable'; message: string };

/**
 * Writes the ledger at the repository's root so that a reader sees the old text or the new one, and
 * keeps it out of `git status` unless the repository itself tracks it; or says why the system does
 * not let it.
 */
export async function writeLedgerFile(repoTop: string, text: string): Promise<LedgerWriting> {
  try {
    await excludeLedger(repoTop);
    await replaceLedger(repoTop, text);
    return { kind: 'written' };
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const file = quote(join(repoTop, LEDGER_FILE));
    return { kind: 'unwritable', message: `${file} could not be written: ${error.message}` };
  }
}

async function replaceLedger(repoTop: string, text: string): Promise<void> {
  // Not beside the ledger: a crash would leave a file in the user's working tree.
  const temporary = join(await gitFolder(repoTop), `refactor-loop-ledger.${randomUUID()}.tmp`);
  const target = join(repoTop, LEDGER_FILE);
  try {
    await writeFile(temporary, text, { flush: true });
    await rename(temporary, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await writeFileAtomically(target, text);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The ledger at the repository's root; undefined when there is none. */
export async function readLedgerFile(repoTop: string): Promise<string | undefined> {
  return readText(join(repoTop, LEDGER_FILE));
}

async function excludeLedger(repoTop: string): Promise<void> {
  const tracked = await tryGit(repoTop, ['ls-files', '--error-unmatch', '--', LEDGER_FILE]);
  if (tracked.code === 0) return;
  const ignored = await tryGit(repoTop, ['check-ignore', '--quiet', '--', LEDGER_FILE]);
  if (ignored.code === 0) return;
  const named = await git(repoTop, ['rev-parse', '--git-path', 'info/exclude']);
  const path = resolve(repoTop, named.replace(/\n$/, ''));
  const existing = (await readText(path)) ?? '';
  const end = existing.includes('\r\n') ? '\r\n' : '\n';
  const gap = existing === '' || existing.endsWith('\n') ? '' : end;
  // Through a link, so that the link itself stays.
  const file = await realpath(path).catch(() => path);
  await writeFileAtomically(file, `${existing}${gap}/${LEDGER_FILE}${end}`);
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}
