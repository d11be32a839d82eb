import { parseMakefile } from './makefile.js';
import { parseJustfile } from './justfile.js';
import { parseTaskfile } from './taskfile.js';
import type { Entry, Part } from './entries.js';
import type { Repository } from './repository.js';

/** A target as it stands in its file. */
export interface RawTarget {
  name: string;
  parts: Part[];
}

interface Kind {
  program: string;
  names: readonly string[];
  parse: (text: string) => RawTarget[];
}

const KINDS: readonly Kind[] = [
  { program: 'make', names: ['GNUmakefile', 'makefile', 'Makefile'], parse: parseMakefile },
  { program: 'just', names: ['justfile', '.justfile', 'Justfile'], parse: parseJustfile },
  {
    program: 'task',
    names: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
    parse: parseTaskfile,
  },
];

function entryOf(targets: ReadonlyMap<string, RawTarget>, file: string, cwd: string) {
  const find = (name: string): Entry | null => {
    const target = targets.get(name);
    if (target === undefined) return null;
    return { ...target, what: `the target "${name}" of ${file}`, cwd, sibling: find };
  };
  return find;
}

/** A file of targets: where it is and how an entry is found in it. */
export interface TaskFile {
  /** Relative to the repository's root. */
  path: string;
  program: string;
  find(name: string): Entry | null;
}

/** The Makefile, justfile and Taskfile of a folder. */
export async function taskFilesIn(repo: Repository, dir: string): Promise<TaskFile[]> {
  const names = repo.namesIn(dir);
  const found: TaskFile[] = [];
  for (const kind of KINDS) {
    const file = kind.names.find((name) => names.includes(name));
    if (file === undefined) continue;
    const path = dir === '' ? file : `${dir}/${file}`;
    const targets = kind.parse(await repo.read(path));
    const byName = new Map(targets.map((target) => [target.name, target]));
    found.push({ path, program: kind.program, find: entryOf(byName, path, dir) });
  }
  return found;
}
