import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, records } from '../../adapters/git.js';
import { asRecord, parseJson } from '../json.js';
import { folderOf } from './paths.js';

/** The files of a workspace as detection reads them; paths relative to its root, with `/`. */
export interface Repository {
  /** Absolute. */
  root: string;
  /** Tracked files, and untracked ones that are not ignored, without installed code; sorted. */
  files: readonly string[];
  has(path: string): boolean;
  /** Names of the files that lie directly in a folder. */
  namesIn(dir: string): string[];
  /** Whether the folder holds a file that git does not ignore. */
  holdsFiles(dir: string): boolean;
  /** Text of a file, ignored or not; empty when it cannot be read. */
  read(path: string): Promise<string>;
  /** A JSON file as an object; empty when it is none. */
  readRecord(path: string): Promise<Record<string, unknown>>;
}

/** Folders of installed code, which some repositories do not ignore. */
const INSTALLED = /(?:^|\/)(?:node_modules|\.venv|venv|\.tox|\.nox|\.hatch|__pypackages__)\//;

/** Looks at a workspace once: the list of its files stays as it was then. */
export async function openRepository(root: string, signal: AbortSignal): Promise<Repository> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = records(await git(root, args, { signal }));
  const files = [...new Set(listed)].filter((file) => !INSTALLED.test(file)).sort();
  const known = new Set(files);
  const byFolder = new Map<string, string[]>();
  const folders = new Set<string>(['']);
  for (const file of files) {
    const folder = folderOf(file);
    const names = byFolder.get(folder) ?? [];
    names.push(file.slice(folder === '' ? 0 : folder.length + 1));
    byFolder.set(folder, names);
    for (let at = folder; !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const texts = new Map<string, Promise<string>>();
  const read = (path: string): Promise<string> => {
    const text = texts.get(path) ?? readFile(join(root, path), 'utf8').catch(() => '');
    texts.set(path, text);
    return text;
  };
  return {
    root,
    files,
    has: (path) => known.has(path),
    namesIn: (dir) => byFolder.get(dir) ?? [],
    holdsFiles: (dir) => folders.has(dir),
    read,
    readRecord: async (path) => asRecord(parseJson(await read(path))),
  };
}
