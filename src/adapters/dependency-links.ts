import { lstat, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

/** A copied dependency that resolves to the user's own files, and how to install it otherwise. */
export interface LinkBack {
  /** Relative to the root. */
  path: string;
  target: string;
  wayOut: string;
}

const EDITABLE_FILE = /(\.pth|\.egg-link|^__editable__.*\.py)$/;
const NO_EDITABLE =
  'install the package without the editable flag (pip install . / uv sync --no-editable / poetry install --no-root)';
const NO_LINK =
  'install it so that the link is relative, or as a copy (npm install / pnpm install)';

/**
 * Links of copied dependency folders that lead back into the user's repository `top`, so that a
 * suite in the workspace would run the user's files instead of the workspace's.
 */
export async function findLinksBack(
  top: string,
  workspace: string,
  copied: readonly string[],
): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  const root = await realpath(workspace);
  for (const path of copied) {
    if (basename(path) === 'node_modules') found.push(...(await inPackages(top, root, path)));
    else
      for (const site of await sitePackages(root, path)) {
        found.push(...(await inSitePackages(top, root, site)));
      }
  }
  return found;
}

async function inPackages(top: string, workspace: string, path: string): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  for (const link of await packageLinks(workspace, path)) {
    const [copy, original] = [join(workspace, link), join(top, link)];
    const target = await resolved(copy);
    if (target !== undefined && isBelow(top, target) && !isBelow(workspace, target)) {
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

async function sitePackages(workspace: string, path: string): Promise<string[]> {
  const inVersions = async (parent: string, child: string) =>
    (await readdir(join(workspace, parent)).catch(() => [])).map((name) =>
      join(parent, name, child),
    );
  const candidates = [
    ...(await inVersions(join(path, 'lib'), 'site-packages')),
    ...(basename(path) === '__pypackages__' ? await inVersions(path, 'lib') : []),
  ];
  const exist = await Promise.all(
    candidates.map(async (candidate) =>
      lstat(join(workspace, candidate)).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    ),
  );
  return candidates.filter((_, index) => exist[index]);
}

async function inSitePackages(top: string, workspace: string, site: string): Promise<LinkBack[]> {
  const found: LinkBack[] = [];
  for (const name of await readdir(join(workspace, site))) {
    const path = join(site, name);
    const back = EDITABLE_FILE.test(name)
      ? await namesRepository(top, join(workspace, path))
      : name.endsWith('.dist-info') && (await isEditable(top, join(workspace, path)));
    if (back) found.push({ path, target: top, wayOut: NO_EDITABLE });
  }
  return found;
}

async function namesRepository(top: string, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const places = text.split(top).slice(1);
  if (places.some((rest) => !/^[\w.-]/.test(rest))) return true;
  const paths = text.split(/\r?\n/).filter((row) => row.startsWith('/'));
  const targets = await Promise.all(paths.map(resolved));
  return targets.some((target) => target !== undefined && isBelow(top, target));
}

async function isEditable(top: string, distInfo: string): Promise<boolean> {
  const text = await readFile(join(distInfo, 'direct_url.json'), 'utf8').catch(() => '');
  if (!/"editable"\s*:\s*true/.test(text)) return false;
  const [, url] = /"url"\s*:\s*"file:\/\/([^"]*)"/.exec(text) ?? [];
  if (url === undefined) return false;
  const path = decodeURIComponent(url);
  return isBelow(top, (await resolved(path)) ?? path);
}

function isBelow(top: string, path: string): boolean {
  const below = relative(top, path);
  return below !== '..' && !below.startsWith('../');
}

async function resolved(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
