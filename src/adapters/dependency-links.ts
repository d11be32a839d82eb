import { readdir, realpath, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isBelow, resolved, type Clone, type LinkBack } from './link-back.js';
import { settlePython } from './python-links.js';

const NO_LINK =
  'install it so that the link is relative, or as a copy (npm install / pnpm install)';

/**
 * Makes copied dependency folders lead to the workspace where they led into the user's repository
 * `top`. What still leads back is returned: with it a suite would run the user's files.
 */
export async function settleLinks(
  top: string,
  workspace: string,
  copied: readonly string[],
): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  const clone = { top, root: await realpath(workspace) };
  for (const path of copied)
    found.push(
      ...(await (basename(path) === 'node_modules' ? inPackages : settlePython)(clone, path)),
    );
  return found;
}

async function inPackages({ top, root }: Clone, path: string): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  for (const link of await packageLinks(root, path)) {
    const [copy, original] = [join(root, link), join(top, link)];
    const target = await resolved(copy);
    if (target !== undefined && isBelow(top, target) && !isBelow(root, target)) {
      found.push({ path: link, target, wayOut: NO_LINK });
    } else if (target === undefined) await keepOutside(top, copy, original);
  }
  return found;
}

/** A relative link to a neighbour of the repository would dangle in the workspace. */
async function keepOutside(top: string, copy: string, original: string): Promise<void> {
  const target = await resolved(original);
  if (target === undefined || isBelow(top, target)) return;
  await rm(copy);
  await symlink(target, copy);
}

/** Symbolic links to packages, scoped ones included, relative to the workspace. */
async function packageLinks(workspace: string, folder: string): Promise<string[]> {
  const links: string[] = [];
  for (const entry of await readdir(join(workspace, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isDirectory() && entry.name.startsWith('@'))
      links.push(...(await packageLinks(workspace, path)));
  }
  return links;
}
