import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyPaths, findCopies, findDependencies, homeOf } from './dependency-folders.js';
import { settleLinks } from './dependency-links.js';
import { hasCode } from './errno.js';
import { git, GitError, records, tryGit } from './git.js';
import { isThere } from './is-there.js';
import { badInput, quote } from './repository.js';
import { cloneAt } from './workspace-clone.js';

export {
  restoreWorkspace,
  undoWrites,
  type RestoreResult,
  type UndoResult,
} from './workspace-restore.js';
export { stateDifference, workspaceState, type WorkspaceState } from './workspace-state.js';

export interface WorkspaceRequest {
  /** Root of the user's working tree. */
  repo: string;
  /** Its common git directory, from which is cloned. */
  commonDir: string;
  /** Base commit. */
  base: string;
  /** Short name of the branch to make, e.g. `refactor-loop/<run>`. */
  branch: string;
  /** Absolute path of the workspace, outside the repository. */
  workspace: string;
  /** Patterns of further untracked files to copy, relative to the root. */
  copy: readonly string[];
  signal?: AbortSignal;
}

export type WorkspaceResult =
  /** `copied`: what was copied beside the commit; `notes`: what a person should know. */
  | { kind: 'ok'; copied: string[]; notes: string[] }
  | { kind: 'refused'; reason: 'bad-input' | 'gate-broken'; message: string };

/** In the workspace's git directory: says that it is ours and complete. */
const MARKER = 'refactor-loop-workspace.json';
const PARTIAL = '.partial-';

interface Marker {
  base: string;
  branch: string;
  copied: string[];
  notes: string[];
}

/**
 * Makes the private clone in which a run works, on a new branch at the base commit and with the
 * installed dependencies. It appears complete or not at all; a second call finds it and says the
 * same.
 */
export async function createWorkspace(request: WorkspaceRequest): Promise<WorkspaceResult> {
  const { workspace } = request;
  if (await isThere(workspace)) return findWorkspace(request);
  const parent = dirname(workspace);
  await mkdir(parent, { recursive: true });
  const prefix = `${basename(workspace)}${PARTIAL}`;
  // Left by an attempt that died, or that must not go on now.
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await discard(join(parent, name));
  const partial = join(parent, `${prefix}${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    const made = await build(request, partial);
    if (made.kind === 'refused') return made;
    const { copied, notes } = made;
    const marker: Marker = { base: request.base, branch: request.branch, copied, notes };
    await writeFile(join(partial, '.git', MARKER), JSON.stringify(marker));
    const isFirst = await rename(partial, workspace).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
    return isFirst ? made : await findWorkspace(request);
  } finally {
    await discard(partial);
  }
}

/** Removes a workspace that {@link createWorkspace} made; anything else is left alone. */
export async function removeWorkspace(
  workspace: string,
): Promise<{ kind: 'removed' | 'absent' } | { kind: 'refused'; message: string }> {
  if (!(await isThere(workspace))) return { kind: 'absent' };
  if ((await readMarker(workspace)) === undefined)
    return {
      kind: 'refused',
      message: `${quote(workspace)} is not a workspace of refactor-loop, so it was left alone; remove it by hand if you do not need it`,
    };
  await discard(workspace);
  return { kind: 'removed' };
}

async function findWorkspace(request: WorkspaceRequest): Promise<WorkspaceResult> {
  const { workspace, branch, base } = request;
  const marker = await readMarker(workspace);
  if (marker === undefined)
    return badInput(
      `${quote(workspace)} exists and is not a workspace of refactor-loop; move it away`,
    );
  const head = await tryGit(workspace, ['symbolic-ref', '--quiet', 'HEAD']);
  if (marker.base !== base || marker.branch !== branch || head.stdout !== `refs/heads/${branch}\n`)
    return badInput(
      `${quote(workspace)} is the workspace of another run, made for branch ${quote(marker.branch)}; remove that run first`,
    );
  return { kind: 'ok', copied: marker.copied, notes: marker.notes };
}

async function build(request: WorkspaceRequest, target: string): Promise<WorkspaceResult> {
  const { repo, base, copy, signal } = request;
  const dependencies = await findDependencies(repo);
  const copies: string[] = [];
  for (const pattern of copy) {
    const found = await findCopies(repo, pattern);
    if (found === undefined)
      return badInput(
        `copy ${quote(pattern)} matches no untracked file; give a glob relative to the repository's root (tracked files are in the workspace anyway, .env files must be named as such)`,
      );
    copies.push(...found);
  }
  try {
    await cloneAt({ ...request, target });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return gateBroken(
      `the base commit ${base.slice(0, 12)} of ${quote(repo)} could not be cloned: ${error.message}; git fsck tells whether the repository is complete`,
    );
  }
  const homes = await Promise.all(dependencies.map((path) => isThere(join(target, homeOf(path)))));
  const folders = dependencies.filter((_, index) => homes[index]);
  const files = [...new Set(copies)].filter(
    (path) => !folders.some((one) => `${path}/`.startsWith(`${one}/`)),
  );
  const copying = await copyPaths(repo, target, [...folders, ...files], signal);
  if (copying.kind === 'failed')
    return gateBroken(
      `${quote(copying.path)} could not be copied into the workspace: ${copying.message}; make it readable, or free space`,
    );
  const [back] = await settleLinks(repo, target, folders);
  if (back !== undefined)
    return gateBroken(
      `${quote(back.path)} points into ${quote(back.target)}, so the tests would run your files instead of the workspace's; ${back.wayOut}, then run again`,
    );
  const copied = [...folders, ...files].sort();
  await hideFromStatus(target, copied);
  return { kind: 'ok', copied, notes: await notesOn(target) };
}

function gateBroken(message: string): WorkspaceResult {
  return { kind: 'refused', reason: 'gate-broken', message };
}

async function hideFromStatus(target: string, copied: readonly string[]): Promise<void> {
  if (copied.length === 0) return;
  const asked = await tryGit(target, ['check-ignore', '-z', '--stdin'], {
    input: copied.map((path) => `${path}\0`).join(''),
  });
  const ignored = new Set(records(asked.stdout));
  const lines = copied
    .filter((path) => !ignored.has(path) && !path.includes('\n'))
    .map((path) => `/${path.replace(/[\\*?[\]#! ]/g, '\\$&')}\n`);
  const info = join(target, '.git', 'info');
  await mkdir(info, { recursive: true });
  await writeFile(join(info, 'exclude'), lines.join(''), { flag: 'a' });
}

async function notesOn(target: string): Promise<string[]> {
  const entries = records(await git(target, ['ls-files', '--stage', '-z']));
  const path = (entry: string) => entry.slice(entry.indexOf('\t') + 1);
  const submodules = entries.filter((entry) => entry.startsWith('160000')).map(path);
  const attributes = await git(target, ['check-attr', '-z', '--stdin', 'filter'], {
    input: entries.map((entry) => `${path(entry)}\0`).join(''),
  });
  const values = attributes.split('\0').filter((_, index) => index % 3 === 2);
  const filtered = values.filter((value) => value !== 'unspecified' && value !== 'unset').length;
  return [
    ...(submodules.length === 0
      ? []
      : [`submodules are empty in the workspace: ${submodules.join(', ')}`]),
    ...(filtered === 0
      ? []
      : [
          `${filtered} files with a git filter (such as git-lfs) are in the workspace as committed, not as checked out`,
        ]),
  ];
}

async function readMarker(workspace: string): Promise<Marker | undefined> {
  const text = await readFile(join(workspace, '.git', MARKER), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Marker);
}

async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
