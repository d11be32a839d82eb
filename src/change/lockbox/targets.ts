import type { Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../adapters/errno.js';
import type { Refused } from '../change.js';
import type { FileState } from '../draft.js';
import { lstatIfAny, parentsOf } from '../filesystem.js';
import { isRefused, refuse } from '../refuse.js';
import {
  attributesOf,
  checkAttributes,
  isHandwritten,
  unnormalised,
  type Attributes,
} from './attributes.js';
import { ignoredPaths, type Entry, type Index } from './entries.js';
import { checkKind, checkParents } from './on-disk.js';
import { foldPath } from './paths.js';

/** As a JSON string with escapes, for names that look the same and are not. */
function asAscii(path: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(path).replace(/[^\x20-\x7e]/g, escape);
}

function noSuchPath(index: Index, path: string): Refused {
  const spelling = index.spellings.get(foldPath(path));
  if (spelling !== undefined && spelling.normalize('NFC') === path.normalize('NFC')) {
    const form = ['NFC', 'NFD'].find((name) => spelling === spelling.normalize(name));
    const message = `${path} is tracked with its letters in another Unicode form${form === undefined ? '' : ` (${form})`}: ${asAscii(spelling)}. Use that spelling.`;
    return refuse('no-such-path', message, [path]);
  }
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
  attributes: Attributes,
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

async function lookAt(
  workspace: string,
  index: Index,
  path: string,
  role: Role,
): Promise<Target | Refused> {
  try {
    const above = await checkParents(workspace, index, path);
    if (above !== undefined) return above;
    const stats = await lstatIfAny(join(workspace, path));
    const problem = await checkKind(workspace, index, path, stats);
    return problem ?? { path, role, stats, entry: index.entries.get(path) };
  } catch (error) {
    if (!hasCode(error, 'ENAMETOOLONG')) throw error;
    const message = `${path} is too long for the file system of the workspace. Choose a shorter one.`;
    return refuse('path-too-long', message, [path]);
  }
}

/** What the files of a change hold now. */
export interface Targets {
  /** By path; null where the file does not exist yet. */
  states: Map<string, FileState | null>;
  /** Paths of which the project says that people write them. */
  handwritten: Set<string>;
}

/** Looks at the file system and at git's view of it, never through a symbolic link. */
export async function readTargets(
  workspace: string,
  index: Index,
  roles: ReadonlyMap<string, Role>,
): Promise<Targets | Refused> {
  const targets: Target[] = [];
  for (const [path, role] of roles) {
    const target = await lookAt(workspace, index, path, role);
    if (isRefused(target)) return target;
    targets.push(target);
  }
  const paths = [...roles.keys()];
  const [ignored, attributes] = await Promise.all([
    ignoredPaths(workspace, paths),
    attributesOf(workspace, paths),
  ]);
  const states = new Map<string, FileState | null>();
  for (const target of targets) {
    const { path } = target;
    const found = attributes.get(path) ?? {};
    const state = await readTarget(workspace, target, index, found, ignored.has(path));
    if (isRefused(state)) return state;
    states.set(path, state);
  }
  const handwritten = paths.filter((path) => isHandwritten(attributes.get(path) ?? {}));
  return { states, handwritten: new Set(handwritten) };
}
