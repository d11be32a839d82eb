import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import picomatch from 'picomatch';
import { git, records, tryGit } from './git.js';
import { badInput, quote } from './repository.js';

const CODE_FILE = /\.([mc]?[jt]s|[jt]sx|py|go|rs|java|kt|rb|php|c|h|cc|cpp|cs|swift|scala)$/;
const DECLARATION_FILE = /\.d\.[mc]?ts$/;

export interface ScopeRequest {
  /** Root of the repository, its links resolved. */
  repo: string;
  /** Base commit: only what stands in it can be in scope. */
  base: string;
  /** Files, directories and globs, relative to the root or absolute inside it. */
  scope?: readonly string[] | undefined;
  /** Instead of `scope`: what the work since the default branch changed. */
  changes?: boolean | undefined;
  /** Whether the lockbox holds this path. */
  isLocked: (path: string) => boolean;
  /** Uncommitted paths of the user. */
  dirty: readonly string[];
}

export type ScopeResult =
  /** `notIncluded`: uncommitted files that would be in scope; the run sees their committed text. */
  | { kind: 'ok'; files: string[]; notIncluded: string[] }
  | { kind: 'refused'; reason: 'bad-input' | 'nothing-in-scope'; message: string };

/** What the user asked for: tests of committed and of uncommitted paths, and words for messages. */
interface Wanted {
  kind: 'ok';
  holds: (path: string) => boolean;
  holdsDirty: (path: string) => boolean;
  words: string;
}
type Refused = Extract<ScopeResult, { kind: 'refused' }>;

/**
 * The code files of a run, sorted: those under `scope`; with `changes` those changed between the
 * base and its merge base with the default branch (the remote's, else `main`, else `master`);
 * without either those of the base commit itself, or all when it has no parent.
 */
export async function resolveScope(request: ScopeRequest): Promise<ScopeResult> {
  const { scope, changes } = request;
  if (scope !== undefined && scope.length > 0 && changes === true)
    return badInput('scope and changes exclude each other; give paths, or --changes alone');
  const tree = await listTree(request.repo, request.base);
  const wanted =
    scope !== undefined && scope.length > 0
      ? await fromEntries(request, scope, tree)
      : await fromHistory(request, changes === true);
  if (wanted.kind === 'refused') return wanted;
  const code = [...tree.keys()].filter(
    (path) => tree.get(path) === 'file' && isCode(path) && wanted.holds(path),
  );
  const files = code.filter((path) => !request.isLocked(path)).sort();
  if (files.length === 0) return nothing(wanted.words, code);
  const notIncluded = request.dirty.filter(
    (path) => isCode(path) && wanted.holdsDirty(path) && !request.isLocked(path),
  );
  return { kind: 'ok', files, notIncluded: notIncluded.sort() };
}

/** Whether a path names source code that a refactoring may aim at, by its extension. */
export function isCode(path: string): boolean {
  return (
    CODE_FILE.test(path) &&
    !DECLARATION_FILE.test(path) &&
    !path.split('/').includes('node_modules')
  );
}

type Tree = Map<string, 'file' | 'link' | 'submodule'>;

async function listTree(repo: string, commit: string): Promise<Tree> {
  const listed = records(await git(repo, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  return new Map(
    listed.map((record) => {
      const path = record.slice(record.indexOf('\t') + 1);
      if (record.startsWith('120000')) return [path, 'link'];
      return [path, record.startsWith('160000') ? 'submodule' : 'file'];
    }),
  );
}

async function fromEntries(
  request: ScopeRequest,
  entries: readonly string[],
  tree: Tree,
): Promise<Wanted | Refused> {
  const tests: ((path: string) => boolean)[] = [];
  for (const entry of entries) {
    const path = await insideRepository(request.repo, entry);
    if (path === undefined)
      return badInput(
        `scope ${quote(entry)} lies outside the repository ${quote(request.repo)}; give paths inside it`,
      );
    if (tree.get(path) === 'submodule')
      return badInput(
        `scope ${quote(entry)} is a submodule; run on the submodule's own repository instead`,
      );
    const test = testOf(path);
    if (![...tree.keys()].some(test)) return badInput(await explainMissing(request, entry, path));
    tests.push(test);
  }
  const holds = (path: string) => tests.some((test) => test(path));
  return { kind: 'ok', holds, holdsDirty: holds, words: `scope ${entries.map(quote).join(', ')}` };

  function testOf(path: string): (candidate: string) => boolean {
    if (path === '.') return () => true;
    const literal = (candidate: string) => candidate === path || candidate.startsWith(`${path}/`);
    // A name such as `[id].js` is a file first and a pattern second.
    if ([...tree.keys()].some(literal)) return literal;
    // The flag lets `**` span a name that holds a newline.
    const matches = picomatch(path, { flags: 's' });
    return picomatch.scan(path).isGlob ? (candidate) => matches(candidate) : literal;
  }
}

/** A scope entry as a normal path relative to the root, `.` for the root; undefined when outside. */
async function insideRepository(repo: string, entry: string): Promise<string | undefined> {
  const path = isAbsolute(entry)
    ? (within(repo, entry) ?? within(repo, await resolveLinks(entry)))
    : entry;
  if (path === undefined) return undefined;
  const normal = posix.normalize(path).replace(/(.)\/+$/, '$1');
  return normal === '..' || normal.startsWith('../') ? undefined : normal;
}

function within(repo: string, path: string): string | undefined {
  const below = relative(repo, path);
  if (below === '') return '.';
  return below === '..' || below.startsWith('../') || isAbsolute(below) ? undefined : below;
}

/** Resolves the links of the part of a path that exists, so that a glob below a link works too. */
async function resolveLinks(path: string): Promise<string> {
  const resolved = await realpath(path).catch(() => undefined);
  if (resolved !== undefined) return resolved;
  const parent = dirname(path);
  return parent === path ? path : join(await resolveLinks(parent), basename(path));
}

async function explainMissing(request: ScopeRequest, entry: string, path: string): Promise<string> {
  const at = `the base commit ${request.base.slice(0, 12)}`;
  const onDisk = await lstat(join(request.repo, path)).catch(() => undefined);
  if (onDisk !== undefined)
    return `scope ${quote(entry)} is not in ${at}, it exists uncommitted only; commit it first`;
  if (picomatch.scan(path).isGlob)
    return `scope ${quote(entry)} matches no file of ${at}; patterns are relative to the repository's root, ** spans folders`;
  return `scope ${quote(entry)} does not exist in ${at}; give files, directories or globs relative to the repository's root`;
}

async function fromHistory(request: ScopeRequest, changes: boolean): Promise<Wanted | Refused> {
  const start = changes ? await forkPoint(request) : await parentOf(request);
  if (typeof start === 'object') return start;
  const all = () => true;
  if (start === undefined)
    return { kind: 'ok', holds: all, holdsDirty: all, words: 'the repository' };
  const diff = ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=d'];
  const changed = new Set(records(await git(request.repo, [...diff, start, request.base, '--'])));
  return {
    kind: 'ok',
    holds: (path) => changed.has(path),
    holdsDirty: all,
    words: changes
      ? `what changed since ${start.slice(0, 12)}, where the work left the default branch,`
      : 'what the base commit changed',
  };
}

async function parentOf(request: ScopeRequest): Promise<string | undefined> {
  const parent = await tryGit(request.repo, [
    'rev-parse',
    '--quiet',
    '--verify',
    `${request.base}~1`,
  ]);
  return parent.code === 0 ? parent.stdout.trim() : undefined;
}

async function forkPoint(request: ScopeRequest): Promise<string | Refused> {
  for (const branch of ['refs/remotes/origin/HEAD', 'refs/heads/main', 'refs/heads/master']) {
    const found = await tryGit(request.repo, ['merge-base', branch, request.base]);
    if (found.code === 0) return found.stdout.trim();
  }
  return badInput(
    'changes needs a default branch to compare with, but there is no origin/HEAD, main or master that shares history with the base; give paths instead',
  );
}

function nothing(words: string, locked: readonly string[]): Refused {
  const why =
    locked.length > 0
      ? `holds only files that no change may touch, such as tests (${locked.slice(0, 3).map(quote).join(', ')})`
      : 'holds no code file';
  return {
    kind: 'refused',
    reason: 'nothing-in-scope',
    message: `${words} ${why}; name the files or folders of the code to improve, such as "src"`,
  };
}
