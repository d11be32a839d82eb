import { lstat, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { writeFileAtomically } from '../adapters/content-store.js';
import { findDependencies } from '../adapters/dependency-folders.js';
import { settleLinks } from '../adapters/dependency-links.js';
import { hasCode } from '../adapters/errno.js';
import { gitFolder } from '../adapters/git.js';
import { isBelow } from '../adapters/link-back.js';

/** In the copy's own git folder, which no suite sees as part of the sources. */
async function notePath(copy: string): Promise<string> {
  return join(await gitFolder(copy), 'refactor-loop', 'leads-back');
}

/**
 * Makes the dependencies in a copy that stays at its own path lead into it where they led into the
 * workspace, as editable installs do, and notes what still leads there.
 */
export async function settleCopy(workspace: string, copy: string): Promise<void> {
  const top = await realpath(workspace);
  const left: string[] = [];
  for (const { path } of await settleLinks(top, copy, await findDependencies(copy)))
    if (!(await turnLink(top, copy, path))) left.push(path);
  await writeFileAtomically(await notePath(copy), JSON.stringify(left));
}

/** Makes a link into the workspace lead to the same place of the copy; false: it is no such link. */
async function turnLink(top: string, copy: string, path: string): Promise<boolean> {
  const link = join(copy, path);
  const isLink = (await lstat(link)).isSymbolicLink();
  const target = await realpath(link);
  if (!isLink || !isBelow(top, target)) return false;
  await rm(link);
  await symlink(relative(dirname(path), relative(top, target)) || '.', link);
  return true;
}

/** Paths in a copy by which its tests may run the workspace's files instead of its own. */
export async function leadsBack(copy: string): Promise<string[]> {
  const text = await readFile(await notePath(copy), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '[]';
    throw error;
  });
  return JSON.parse(text) as string[];
}
