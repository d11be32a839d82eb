import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncToDisk, writeFileAtomically } from '../adapters/content-store.js';
import { findDependencies } from '../adapters/dependency-folders.js';
import { hasCode } from '../adapters/errno.js';
import { git, gitFolder, records } from '../adapters/git.js';
import { isThere } from '../adapters/is-there.js';

/** What a workspace holds that git ignores; paths of folders end in `/`. */
export interface Ignored {
  /** As git lists it, folders as a whole. */
  entries: string[];
  /** Those of the entries that are folders of installed packages. */
  dependencies: string[];
  /** Every file of the other entries, and of what tools keep among the packages. */
  files: string[];
}

const LISTING = ['--literal-pathspecs', 'ls-files', '-z', '--others', '--ignored'];
const CACHE = /^\.(?:cache|vite)/;
const TARGET = /(?:^|\/)target\/$/;

const isFolder = (entry: string): boolean => entry.endsWith('/');

/** Cargo runs nothing there that is no target of the sources as they are; to build all takes long. */
async function isOfCargo(workspace: string, entry: string): Promise<boolean> {
  if (!TARGET.test(entry)) return false;
  const marks = [join(entry, 'CACHEDIR.TAG'), join(dirname(entry), 'Cargo.toml')];
  const found = await Promise.all(marks.map((path) => isThere(join(workspace, path))));
  return found.every(Boolean);
}

async function listEntries(workspace: string): Promise<string[]> {
  const args = [...LISTING, '--exclude-standard', '--directory'];
  const entries = records(await git(workspace, args));
  const isKept = await Promise.all(entries.map((entry) => isOfCargo(workspace, entry)));
  return entries.filter((_, index) => isKept[index] !== true);
}

async function filesIn(workspace: string, folders: string[]): Promise<string[]> {
  if (folders.length === 0) return [];
  return records(await git(workspace, [...LISTING, '--exclude-standard', '--', ...folders]));
}

/** Where tools keep what they made of the sources, among the packages. */
async function cachesIn(workspace: string, dependencies: string[]): Promise<string[]> {
  const packages = dependencies.filter((folder) => basename(folder) === 'node_modules');
  const found = packages.map(async (folder) => {
    const names = await readdir(join(workspace, folder)).catch((): string[] => []);
    return names.filter((name) => CACHE.test(name)).map((name) => `${folder}${name}/`);
  });
  return (await Promise.all(found)).flat();
}

/** What git ignores in a workspace now, but for the build folders of cargo. */
export async function listIgnored(workspace: string): Promise<Ignored> {
  const entries = await listEntries(workspace);
  const installed = (await findDependencies(workspace)).map((path) => `${path}/`);
  const dependencies = entries.filter((entry) => installed.some((one) => entry.startsWith(one)));
  const known = new Set(dependencies);
  const others = entries.filter((entry) => !known.has(entry));
  const open = [...others.filter(isFolder), ...(await cachesIn(workspace, dependencies))];
  const files = [...others.filter((one) => !isFolder(one)), ...(await filesIn(workspace, open))];
  return { entries, dependencies, files: [...new Set(files)] };
}

/** Removes what git ignores and `kept` does not hold, so that no run sees what another one left. */
export async function removeIgnored(workspace: string, kept: Ignored): Promise<void> {
  const files = new Set(kept.files);
  const known = [...kept.entries, ...kept.files];
  const caches = await cachesIn(workspace, kept.dependencies);
  const isIn = (folders: string[]) => (path: string) =>
    folders.some((folder) => path.startsWith(folder));
  const [isInstalled, isInCache] = [isIn(kept.dependencies), isIn(caches)];
  const isKept = (path: string) => files.has(path) || (isInstalled(path) && !isInCache(path));
  const remove = (path: string) =>
    rm(join(workspace, path), { recursive: true, force: true, maxRetries: 3 });
  const mixed: string[] = [];
  for (const path of [...(await listEntries(workspace)), ...caches]) {
    if (isKept(path)) continue;
    if (isFolder(path) && known.some((one) => one.startsWith(path))) mixed.push(path);
    else await remove(path);
  }
  for (const path of await filesIn(workspace, mixed)) if (!isKept(path)) await remove(path);
}

/** Beside the workspace, so that a copy of it carries it along. */
async function notePath(workspace: string): Promise<string> {
  return join(await gitFolder(workspace), 'refactor-loop', 'ignored-before-suites');
}

/** Notes durably what git ignores in a workspace that is ready and in which no suite ran yet. */
export async function rememberIgnored(workspace: string): Promise<void> {
  const path = await notePath(workspace);
  await writeFileAtomically(path, JSON.stringify(await listIgnored(workspace)));
  await syncToDisk(dirname(path));
}

/** Removes what came since {@link rememberIgnored}; nothing where that was never called. */
export async function removeLeftovers(workspace: string): Promise<void> {
  const text = await readFile(await notePath(workspace), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text !== null) await removeIgnored(workspace, JSON.parse(text) as Ignored);
}
