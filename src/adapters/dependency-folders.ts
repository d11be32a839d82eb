import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { git, records, tryGit } from './git.js';
import { isThere } from './is-there.js';

const FOLDERS = new Set([
  'node_modules',
  '.venv',
  'venv',
  '__pypackages__',
  '.tox',
  '.nox',
  '.hatch',
  '.yarn',
]);
const FILES = new Set(['.pnp.cjs', '.pnp.loader.mjs']);
const SECRET = /^\.env/;

/**
 * Untracked paths of a working tree that hold installed dependencies, relative to its root; of a
 * folder that is partly tracked only its untracked parts.
 */
export async function findDependencies(top: string): Promise<string[]> {
  // Neither ignored paths nor others are left out: what matters is that git does not carry them.
  const untracked = records(await git(top, ['ls-files', '--others', '--directory', '-z']));
  const found = untracked.map((path) => dependencyIn(top, path.replace(/\/$/, '')));
  return (await Promise.all(found)).filter((path) => path !== undefined).sort();
}

async function dependencyIn(top: string, path: string): Promise<string | undefined> {
  if (FILES.has(basename(path))) return path;
  const segments = path.split('/');
  if (segments.some((segment) => FOLDERS.has(segment))) return path;
  if (`/${path}/`.includes('/vendor/bundle/')) return path;
  // A Python environment may have any name.
  if (!SECRET.test(basename(path)) && (await isThere(join(top, path, 'pyvenv.cfg')))) return path;
  if (basename(path) !== 'vendor') return undefined;
  const bundle = join(path, 'bundle');
  return (await isThere(join(top, bundle))) ? bundle : undefined;
}

/** The folder that a dependency path belongs to and without which it has no use. */
export function homeOf(path: string): string {
  return dirname(path.replace(/(^|\/)vendor\/bundle$/, '$1vendor'));
}

/** Untracked files that a `copy` pattern names; undefined when there are none. */
export async function findCopies(top: string, pattern: string): Promise<string[] | undefined> {
  const listed = await tryGit(top, [
    'ls-files',
    '--others',
    '-z',
    '--',
    `:(top,glob)${pattern.replace(/\/$/, '')}`,
  ]);
  if (listed.code !== 0) return undefined;
  // A secret is copied only when the pattern itself says so.
  const asked = SECRET.test(basename(pattern));
  const paths = records(listed.stdout)
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => asked || !path.split('/').some((segment) => SECRET.test(segment)));
  return paths.length === 0 ? undefined : paths;
}

/**
 * Copies paths from one root to the same places below another; a link at the top is followed, a
 * dangling one left out. Rejects only when the signal aborts.
 */
export async function copyPaths(
  from: string,
  to: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<{ kind: 'ok' } | { kind: 'failed'; path: string; message: string }> {
  for (const path of paths) {
    signal?.throwIfAborted();
    try {
      await copyPath(join(from, path), join(to, path), signal);
    } catch (error) {
      signal?.throwIfAborted();
      return { kind: 'failed', path, message: String(error) };
    }
  }
  return { kind: 'ok' };
}

async function copyPath(source: string, target: string, signal?: AbortSignal): Promise<void> {
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) return;
  await mkdir(found.isDirectory() ? target : dirname(target), { recursive: true });
  if (!found.isDirectory()) return copyFile(source, target, constants.COPYFILE_FICLONE);
  const flags = process.platform === 'darwin' ? ['-cpR'] : ['-a', '--reflink=auto', '--'];
  await promisify(execFile)('cp', [...flags, `${source}/.`, target], { signal });
}
