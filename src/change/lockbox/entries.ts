import { git, GitError, records, tryGit } from '../../adapters/git.js';
import { parentsOf } from '../filesystem.js';
import { foldPath } from './paths.js';

/** A path in the index. */
export interface Entry {
  mode: string;
  blob: string;
  /** Outside the sparse checkout. */
  sparse: boolean;
}

/** What git knows about the paths of a workspace. */
export interface Index {
  entries: Map<string, Entry>;
  /** Folded path, of files and of all their folders, to the spelling in the index. */
  spellings: Map<string, string>;
}

/** Reads the index without writing to it. */
export async function readIndex(workspace: string): Promise<Index> {
  const index: Index = { entries: new Map(), spellings: new Map() };
  for (const record of records(await git(workspace, ['ls-files', '-z', '-v', '-s']))) {
    const match = /^(.) (\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(record);
    const [, tag, mode, blob, path] = match ?? [];
    if (tag === undefined || mode === undefined || blob === undefined || path === undefined)
      continue;
    index.entries.set(path, { mode, blob, sparse: tag.toUpperCase() === 'S' });
    for (const name of [...parentsOf(path), path]) index.spellings.set(foldPath(name), name);
  }
  return index;
}

/** The paths among these that git ignores. */
export async function ignoredPaths(workspace: string, paths: string[]): Promise<Set<string>> {
  const input = paths.map((path) => `${path}\0`).join('');
  const args = ['check-ignore', '-z', '--stdin'];
  const outcome = await tryGit(workspace, args, { input });
  if (outcome.code > 1) throw new GitError(args, workspace, outcome);
  return new Set(records(outcome.stdout));
}

/** Values of some attributes for each path: `unspecified`, `unset`, `set`, or the value. */
export async function attributesOf(
  workspace: string,
  paths: string[],
  names: string[],
): Promise<Map<string, Record<string, string>>> {
  const input = paths.map((path) => `${path}\0`).join('');
  const output = await git(workspace, ['check-attr', '-z', '--stdin', ...names], { input });
  const fields = output.split('\0');
  const found = new Map<string, Record<string, string>>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
    found.set(path, { ...found.get(path), [name]: value });
  }
  return found;
}
