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
  readonly spellings: ReadonlyMap<string, string>;
}

function spellingsOf(paths: Iterable<string>): Map<string, string> {
  const names = new Set<string>();
  for (const path of paths) for (const name of [...parentsOf(path), path]) names.add(name);
  return new Map([...names].map((name) => [foldPath(name), name]));
}

/** Reads the index without writing to it. */
export async function readIndex(workspace: string): Promise<Index> {
  const entries = new Map<string, Entry>();
  for (const record of records(await git(workspace, ['ls-files', '-z', '-v', '-s']))) {
    const match = /^(.) (\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(record);
    const [, tag, mode, blob, path] = match ?? [];
    if (tag === undefined || mode === undefined || blob === undefined || path === undefined)
      continue;
    entries.set(path, { mode, blob, sparse: tag.toUpperCase() === 'S' });
  }
  let spellings: Map<string, string> | undefined;
  return {
    entries,
    // Folding each name of a large repository takes long, and few changes ask for it.
    get spellings() {
      return (spellings ??= spellingsOf(entries.keys()));
    },
  };
}

/** The paths among these that git ignores. */
export async function ignoredPaths(workspace: string, paths: string[]): Promise<Set<string>> {
  const input = paths.map((path) => `${path}\0`).join('');
  const args = ['check-ignore', '-z', '--stdin'];
  const outcome = await tryGit(workspace, args, { input });
  if (outcome.code > 1) throw new GitError(args, workspace, outcome);
  return new Set(records(outcome.stdout));
}
