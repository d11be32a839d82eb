import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './content-store.js';
import { fingerprints } from './file-fingerprints.js';
import { git, records, tryGit, type GitOptions } from './git.js';

/** What a brain may not change in a workspace, as plain JSON. */
export interface WorkspaceState {
  /** `ref: <name>` or, detached, the commit. */
  head: string;
  /** Every ref and its object. */
  refs: Record<string, string>;
  /** Hash of the index: entries and their flags. */
  index: string;
  /** Text of the files of the git directory that change what git does or hides. */
  control: Record<string, string>;
  /** Hash of each tracked file that differs from the index or HEAD; `absent` when deleted. */
  changed: Record<string, string>;
  /** Hash of each untracked file that is not ignored. */
  untracked: Record<string, string>;
  /** Fingerprint of each ignored file and folder: dependencies, build results, caches. */
  ignored: Record<string, string>;
}

const CONTROL = ['config', 'config.worktree', 'info', 'hooks'];

/** Fingerprint of a workspace, to prove afterwards that a call wrote nothing. */
export async function workspaceState(workspace: string): Promise<WorkspaceState> {
  const status = records(
    await ours(workspace, [
      'status',
      '--porcelain=v1',
      '-z',
      '--no-renames',
      '--untracked-files=all',
      '--ignore-submodules=none',
    ]),
  );
  const paths = (isUntracked: boolean) =>
    status
      .filter((record) => record.startsWith('??') === isUntracked)
      .map((record) => record.slice(3));
  return {
    head: await readHead(workspace),
    refs: await readRefs(workspace),
    index: sha256(await ours(workspace, ['ls-files', '--stage', '-v', '-z'])),
    control: await readControl(join(workspace, '.git')),
    changed: await hashes(workspace, paths(false)),
    untracked: await hashes(workspace, paths(true)),
    ignored: await readIgnored(workspace),
  };
}

/** What differs between two states, in words; empty when they are the same. */
export function stateDifference(before: WorkspaceState, after: WorkspaceState): string[] {
  return [
    ...(before.head === after.head ? [] : [`HEAD: ${before.head} is now ${after.head}`]),
    ...(before.index === after.index ? [] : ['the index']),
    ...differing(before.refs, after.refs),
    ...differing(before.control, after.control).map((name) => `.git/${name}`),
    ...differing(before.changed, after.changed),
    ...differing(before.untracked, after.untracked),
    ...differing(before.ignored, after.ignored),
  ];
}

/** Pins git to the workspace: without its git directory it must not pass for part of one around. */
export function only(workspace: string): GitOptions {
  return { env: { GIT_DIR: join(workspace, '.git'), GIT_WORK_TREE: workspace } };
}

/** Runs git in a workspace and nowhere else. */
export function ours(workspace: string, args: string[], input?: string): Promise<string> {
  return git(workspace, args, { ...only(workspace), ...(input === undefined ? {} : { input }) });
}

async function readHead(workspace: string): Promise<string> {
  const symbolic = await tryGit(workspace, ['symbolic-ref', '--quiet', 'HEAD'], only(workspace));
  if (symbolic.code === 0) return `ref: ${symbolic.stdout.trim()}`;
  return (await ours(workspace, ['rev-parse', 'HEAD'])).trim();
}

/** Every ref of a workspace and its object. */
export async function readRefs(workspace: string): Promise<Record<string, string>> {
  const listed = await ours(workspace, ['for-each-ref', '--format=%(refname) %(objectname)']);
  const rows = listed.split('\n').filter((row) => row !== '');
  return Object.fromEntries(
    rows.map((row) => {
      const blank = row.indexOf(' ');
      return [row.slice(0, blank), row.slice(blank + 1)];
    }),
  );
}

/** Texts of the control files of a git directory, by path in it. */
export async function readControl(gitDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const add = async (name: string): Promise<void> => {
    const stats = await lstat(join(gitDir, name)).catch(() => undefined);
    if (stats === undefined) return;
    if (!stats.isDirectory()) found[name] = await readFile(join(gitDir, name), 'utf8');
    else for (const child of await readdir(join(gitDir, name))) await add(`${name}/${child}`);
  };
  for (const name of CONTROL) await add(name);
  return found;
}

/** Fingerprints of all that git ignores in a workspace, by path. */
export async function readIgnored(workspace: string): Promise<Record<string, string>> {
  const select = ['--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = records(await ours(workspace, ['ls-files', ...select, '-z']));
  return fingerprints(
    workspace,
    listed.map((path) => path.replace(/\/$/, '')),
  );
}

async function hashes(workspace: string, paths: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) found[path] = await hashOf(join(workspace, path));
  return found;
}

async function hashOf(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return 'absent';
  if (stats.isSymbolicLink()) return sha256(`link ${await readlink(path)}`);
  if (stats.isDirectory()) return 'directory';
  const mode = stats.mode & 0o111 ? 'x' : '-';
  return `${sha256(await readFile(path))}${mode}`;
}

function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
