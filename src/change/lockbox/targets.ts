import type { Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobId } from '../blob.js';
import type { Refused } from '../change.js';
import type { FileState } from '../draft.js';
import { lstatIfAny, parentsOf } from '../filesystem.js';
import { isRefused, refuse } from '../refuse.js';
import { attributesOf, ignoredPaths, readIndex, type Entry, type Index } from './entries.js';
import { foldPath } from './paths.js';

const ATTRIBUTES = [
  'filter',
  'ident',
  'working-tree-encoding',
  'text',
  'eol',
  'linguist-generated',
  'linguist-vendored',
];

async function checkParents(
  workspace: string,
  index: Index,
  path: string,
): Promise<Refused | undefined> {
  for (const parent of parentsOf(path)) {
    const stats = await lstatIfAny(join(workspace, parent));
    if (stats?.isSymbolicLink() === true) {
      const message = `${path} lies below ${parent}, which is a symbolic link. Name the real path, inside the repository.`;
      return refuse('symlink', message, [path]);
    }
    const nested = await lstatIfAny(join(workspace, parent, '.git'));
    if (nested !== undefined || index.entries.get(parent)?.mode === '160000')
      return refuse('submodule', `${path} lies in ${parent}, a repository of its own.`, [path]);
    if (stats !== undefined && !stats.isDirectory()) {
      const message = `${path} lies below ${parent}, which is a file. Choose another folder.`;
      return refuse('parent-not-a-directory', message, [path]);
    }
  }
  return undefined;
}

async function checkKind(
  workspace: string,
  index: Index,
  path: string,
  stats: Stats | undefined,
): Promise<Refused | undefined> {
  const entry = index.entries.get(path);
  if (stats?.isSymbolicLink() === true || entry?.mode === '120000')
    return refuse('symlink', `${path} is a symbolic link. Change regular files only.`, [path]);
  const folder = stats?.isDirectory() === true;
  const nested = folder && (await lstatIfAny(join(workspace, path, '.git'))) !== undefined;
  if (nested || entry?.mode === '160000')
    return refuse('submodule', `${path} is a repository of its own. Leave it as it is.`, [path]);
  if (folder) return refuse('no-such-path', `${path} is a folder. Name a file.`, [path]);
  if (stats !== undefined && !stats.isFile())
    return refuse('not-a-file', `${path} is no regular file. Leave it as it is.`, [path]);
  if (entry?.sparse === true) {
    const message = `${path} is outside the sparse checkout. Change files inside it only.`;
    return refuse('sparse-path', message, [path]);
  }
  return undefined;
}

function noSuchPath(index: Index, path: string): Refused {
  const spelling = index.spellings.get(foldPath(path));
  const similar = [...index.entries.keys()].filter((known) => known.endsWith(`/${path}`));
  const name = path.split('/').at(-1) ?? path;
  const sameName = [...index.entries.keys()].filter((known) => known.endsWith(`/${name}`));
  const hints = spelling !== undefined ? [spelling] : similar.length > 0 ? similar : sameName;
  const hint = hints.length === 0 ? '' : ` Tracked are: ${hints.slice(0, 5).join(', ')}.`;
  const message = `${path} does not exist. Paths are relative to the root of the repository.${hint}`;
  return refuse('no-such-path', message, [path]);
}

/** A path, or a folder above it, that stands in the index in another spelling of the same name. */
function twinOf(index: Index, path: string): string | undefined {
  return [...parentsOf(path), path]
    .map((name) => ({ name, spelling: index.spellings.get(foldPath(name)) }))
    .find(({ name, spelling }) => spelling !== undefined && spelling !== name)?.spelling;
}

function checkAttributes(path: string, found: Record<string, string>): Refused | undefined {
  const on = (name: string): boolean =>
    !['unspecified', 'unset', 'false'].includes(found[name] ?? 'unspecified');
  const conversion = ['filter', 'ident', 'working-tree-encoding'].find(on);
  if (conversion !== undefined) {
    const message = `${path} has the git attribute ${conversion}=${found[conversion] ?? ''}, so git runs a conversion over it. Leave it as it is.`;
    return refuse('filtered-path', message, [path]);
  }
  const label = ['linguist-generated', 'linguist-vendored'].find(on);
  if (label === undefined) return undefined;
  const message = `${path} has the git attribute ${label}: its source is elsewhere. Change that.`;
  return refuse('generated-file', message, [path]);
}

/** Line ends that git would rewrite on commit although nobody touched them. */
function unnormalised(found: Record<string, string>, bytes: Buffer, blob: string): boolean {
  const eol = found['eol'] === 'lf' || found['eol'] === 'crlf';
  const text = found['text'] === 'set' || (eol && found['text'] !== 'unset');
  return text && found['text'] !== 'auto' && bytes.includes('\r\n') && blobId(bytes, blob) === blob;
}

/**
 * What a change does with a path: change a file that is there, make a new one, or either, which is
 * what a hunk without old lines may mean.
 */
export type Role = 'existing' | 'created' | 'either';

interface Target {
  path: string;
  role: Role;
  stats: Stats | undefined;
  entry: Entry | undefined;
}

/** Why a file that is not tracked, or not there, cannot be what its role wants. */
function checkAbsent(
  { path, role, stats, entry }: Target,
  index: Index,
  ignored: boolean,
): Refused | undefined {
  if (ignored) {
    const message = `${path} is ignored by git. Change files that git tracks, or choose another name.`;
    return refuse('ignored-path', message, [path]);
  }
  const twin = twinOf(index, path);
  if (twin === undefined && stats !== undefined) {
    const message = `${path} exists, but git does not track it: it is not part of the repository. Leave it as it is.`;
    return refuse('untracked-path', message, [path]);
  }
  if (role === 'existing' || entry !== undefined) return noSuchPath(index, path);
  if (twin === undefined) return undefined;
  const message = `${path} differs only in case or Unicode form from ${twin}. Choose another name, or that spelling.`;
  return refuse('case-twin', message, [path]);
}

async function readTarget(
  workspace: string,
  target: Target,
  index: Index,
  attributes: Record<string, string>,
  ignored: boolean,
): Promise<FileState | null | Refused> {
  const { path, role, stats, entry } = target;
  const converted = checkAttributes(path, attributes);
  if (converted !== undefined) return converted;
  if (role === 'created' && (stats !== undefined || entry !== undefined)) {
    const message = `${path} exists, so it cannot be created. Edit it, or choose another name.`;
    return refuse('already-exists', message, [path]);
  }
  if (entry === undefined || stats === undefined)
    return checkAbsent(target, index, ignored) ?? null;
  const bytes = await readFile(join(workspace, path));
  if (!unnormalised(attributes, bytes, entry.blob)) return { bytes, mode: entry.mode };
  const message = `${path} is committed with CRLF although its text attribute says LF, so git would rewrite all of it. Leave it as it is.`;
  return refuse('filtered-path', message, [path]);
}

/**
 * Looks at the file system and at git's view of it, never through a symbolic link, and returns the
 * state of every target; null where the file does not exist yet.
 */
export async function readTargets(
  workspace: string,
  roles: ReadonlyMap<string, Role>,
): Promise<Map<string, FileState | null> | Refused> {
  const index = await readIndex(workspace);
  const targets: Target[] = [];
  for (const [path, role] of roles) {
    const stats = await lstatIfAny(join(workspace, path));
    const problem =
      (await checkParents(workspace, index, path)) ??
      (await checkKind(workspace, index, path, stats));
    if (problem !== undefined) return problem;
    targets.push({ path, role, stats, entry: index.entries.get(path) });
  }
  const paths = [...roles.keys()];
  const ignored = await ignoredPaths(workspace, paths);
  const attributes = await attributesOf(workspace, paths, ATTRIBUTES);
  const states = new Map<string, FileState | null>();
  for (const target of targets) {
    const { path } = target;
    const found = attributes.get(path) ?? {};
    const state = await readTarget(workspace, target, index, found, ignored.has(path));
    if (isRefused(state)) return state;
    states.set(path, state);
  }
  return states;
}
