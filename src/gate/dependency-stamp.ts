import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../adapters/content-store.js';
import { git, records } from '../adapters/git.js';

/** What package managers write last, and which changes with every install. */
const INSTALL_RECORDS = [
  '.package-lock.json',
  '.modules.yaml',
  '.yarn-state.yml',
  '.yarn-integrity',
  'pyvenv.cfg',
];
/** Written by tools of the user, and no dependencies. */
const CACHE = /^(?:\.cache|\.vite|__pycache__)/;
const PACKAGES = /\.(?:dist-info|egg-info)$/;
const PATH_FILE = /\.(?:pth|egg-link)$/;
/** No part of the tree that is tested, also where nothing ignores them. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv)\/$/;
const HASHED_BYTES = 1024 * 1024;

async function entriesOf(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => !CACHE.test(name))
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((one, two) => (one.name < two.name ? -1 : 1));
}

async function timeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? 'absent' : String(Math.floor(found.mtimeMs));
}

async function stampFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) return 'absent';
  if (found.size > HASHED_BYTES) return `${found.size} ${Math.floor(found.mtimeMs)}`;
  return sha256(await readFile(path));
}

/** Names and times of two levels: a package that is added, removed or renewed changes one of them. */
async function stampFolder(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, isFolder } of await entriesOf(folder)) {
    lines.push(`${name} ${await timeOf(join(folder, name))}`);
    if (!isFolder) continue;
    for (const inner of await entriesOf(join(folder, name)))
      lines.push(`${name}/${inner.name} ${await timeOf(join(folder, name, inner.name))}`);
  }
  return lines;
}

/** A virtual environment's packages; not the times of its folders, which Python's caches change. */
async function stampEnvironment(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of await entriesOf(join(folder, 'lib'))) {
    const packages = join(folder, 'lib', name, 'site-packages');
    for (const entry of await entriesOf(packages)) {
      const path = join(packages, entry.name);
      const time = PACKAGES.test(entry.name) ? await timeOf(path) : '';
      const content = PATH_FILE.test(entry.name) ? await stampFile(path) : '';
      lines.push(`${name}/${entry.name} ${time}${content}`);
    }
  }
  return lines;
}

async function stampPath(workspace: string, path: string): Promise<string[]> {
  const full = join(workspace, path);
  if (!path.endsWith('/')) return [`${path} ${await stampFile(full)}`];
  const installs = await Promise.all(
    INSTALL_RECORDS.map(async (name) => `${name} ${await stampFile(join(full, name))}`),
  );
  const isEnvironment = !installs.includes('pyvenv.cfg absent');
  return [path, ...installs, ...(await (isEnvironment ? stampEnvironment : stampFolder)(full))];
}

/**
 * A hash that changes with what git does not carry and the suite may need: installed packages and
 * copied files. It is made of cheap signs, so an edit deep inside a package can go unseen.
 */
export async function stampDependencies(workspace: string, signal: AbortSignal): Promise<string> {
  const args = ['ls-files', '-z', '--others', '--directory', '--exclude-standard'];
  const list = async (more: string[]) =>
    records(await git(workspace, [...args, ...more], { signal }));
  const ignored = await list(['--ignored']);
  const installed = (await list([])).filter((path) => INSTALLED.test(path));
  const lines: string[] = [];
  for (const path of [...ignored, ...installed].sort())
    lines.push(...(await stampPath(workspace, path)));
  return sha256(lines.join('\n'));
}
