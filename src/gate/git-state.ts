import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../adapters/content-store.js';
import { git, gitFolder, records, tryGit } from '../adapters/git.js';

/** What a git folder is set to, by part: `config core.bare`, `hooks/post-commit`, `refs/heads/x`. */
export type GitState = Readonly<Record<string, string>>;

const FILES = ['HEAD', 'config', 'config.worktree', 'objects/info/alternates', 'shallow'];
const FOLDERS = ['hooks', 'info'];

async function filesIn(folder: string, names: readonly string[]): Promise<GitState> {
  const found = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      return bytes === null ? [] : [[name, sha256(bytes)] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

async function namesIn(folder: string, name: string): Promise<string[]> {
  const names = await readdir(join(folder, name)).catch(() => []);
  return names.map((file) => `${name}/${file}`);
}

async function refsOf(workspace: string): Promise<GitState> {
  const format = '--format=%(refname) %(objectname)%(symref)';
  const lines = (await git(workspace, ['for-each-ref', format])).split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(' ', 2) as [string, string]));
}

/** Tracked paths with their marks: `assume-unchanged` would hide a write from git. */
async function indexOf(workspace: string): Promise<GitState> {
  return { index: sha256(await git(workspace, ['ls-files', '-v', '--stage', '-z'])) };
}

/** What decides how git works in the workspace, and where its refs stand. */
export async function workspaceState(workspace: string): Promise<GitState> {
  const folder = await gitFolder(workspace);
  const listed = await Promise.all(FOLDERS.map((name) => namesIn(folder, name)));
  const [files, refs, index] = await Promise.all([
    filesIn(folder, [...FILES, ...listed.flat()]),
    refsOf(workspace),
    indexOf(workspace),
  ]);
  return { ...files, ...refs, ...index };
}

/**
 * Hooks and settings of the user's own repository. Not its refs, nor what it keeps of branches and
 * remotes: the user commits, fetches and pushes there while a run goes on.
 */
export async function repositoryState(commonDir: string): Promise<GitState> {
  const args = ['config', '--file', join(commonDir, 'config'), '--list', '--null'];
  const { stdout } = await tryGit(commonDir, args);
  const values: Record<string, string[]> = {};
  for (const setting of records(stdout)) {
    const [name = '', ...value] = setting.split('\n');
    if (/^(?:branch|remote)\./.test(name)) continue;
    values[name] = [...(values[name] ?? []), value.join('\n')];
  }
  const settings = Object.entries(values).map(([name, all]) => [
    `config ${name}`,
    sha256(all.join('\0')),
  ]);
  const hooks = await filesIn(commonDir, await namesIn(commonDir, 'hooks'));
  return { ...(Object.fromEntries(settings) as GitState), ...hooks };
}

/** The parts that differ, in words, sorted. */
export function stateChanges(before: GitState, after: GitState): string[] {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return parts.flatMap((part) => {
    if (before[part] === after[part]) return [];
    const what =
      before[part] === undefined ? 'new' : after[part] === undefined ? 'gone' : 'changed';
    return [`${what}: ${part}`];
  });
}
