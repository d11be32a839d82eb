import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git } from '../../../src/adapters/git.js';
import { sha256 } from '../../../src/adapters/content-store.js';
import type { Change, CommitRequest } from '../../../src/change/change.js';
import { applyChange, commitChange, revertChange } from '../../../src/change/engine.js';
import { Sandbox } from '../repository.js';
import type { Kind } from './child.js';

const run = promisify(execFile);
const REF = 'refs/heads/refactor-loop/r1';

/** What a change of every kind finds before it, and what is asked for. */
export interface Scene {
  top: string;
  change: Change;
  base: string;
  tree: string;
}

const workspaceOf = (top: string) => join(top, 'repo');
const stateOf = (top: string) => join(top, 'state');

/** The request of an operation in a folder that holds a copy of the scene. */
export function requestFor(kind: Kind, { change, base, tree }: Scene, top: string): object {
  const common = { workspace: workspaceOf(top), stateDir: stateOf(top), lockWaitMs: 2_000 };
  if (kind === 'apply') return { ...common, change, baseTree: `${base}^{tree}` };
  if (kind === 'revert') return { ...common, changeId: change.id };
  return {
    ...{ ...common, tree, parent: base, base, ref: REF, subject: 'Inline Variable', body: '' },
    trailers: { run: 'r1', node: 'R001', refactoring: 'Inline Variable' },
    date: '2026-01-02T03:04:05.678Z',
  } satisfies CommitRequest & { stateDir: string };
}

/** Does the operation in this process, undisturbed. */
export async function operate(kind: Kind, request: object): Promise<unknown> {
  if (kind === 'apply') return applyChange(request as Parameters<typeof applyChange>[0]);
  if (kind === 'revert') return revertChange(request as Parameters<typeof revertChange>[0]);
  return commitChange(request as CommitRequest);
}

/**
 * A workspace ready for a change: files to change, one of them executable, one to create in new
 * folders, one whose deletion empties folders with modes of their own, and a stranger's file.
 */
export async function makeScene(): Promise<Scene> {
  const sandbox = await Sandbox.create();
  const { repo, top } = sandbox;
  await rm(join(repo, '.git/hooks'), { recursive: true, force: true });
  await sandbox.write({ 'bin/run.sh': 'echo one\n', 'src/old/deep/gone.js': 'const gone = 1;\n' });
  await chmod(join(repo, 'bin/run.sh'), 0o755);
  await chmod(join(repo, 'src/old/deep'), 0o750);
  await chmod(join(repo, 'src/old'), 0o700);
  const base = await sandbox.commit({ 'src/a.js': 'const a = 1;\n', 'src/b.js': 'let b;\n' });
  await sandbox.git('checkout', '--quiet', '-b', REF.replace('refs/heads/', ''));
  await sandbox.write({ 'notes.txt': 'mine\n' });
  const change = await sandbox.change({
    edits: [
      { path: 'src/a.js', old: '1', new: '2' },
      { path: 'bin/run.sh', old: 'one', new: 'two' },
      { path: 'lib/new/fresh.js', create: 'const fresh = 1;\n' },
      { path: 'src/old/deep/gone.js', delete: true },
    ],
  });
  return { top, change, base, tree: '' };
}

/** The scene of an operation, whose workspace is that of the first or holds the change. */
export async function sceneOf(kind: Kind, first: Scene): Promise<Scene> {
  const scene = { ...first, top: await copyOf(first.top) };
  if (kind === 'apply') return scene;
  const applied = await operate('apply', requestFor('apply', scene, scene.top));
  return { ...scene, tree: (applied as { tree: string }).tree };
}

/** A copy of a scene, or of what a crash left of it. */
export async function copyOf(top: string): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'change-crash-')));
  await run('cp', ['-a', `${top}/.`, copy]);
  return copy;
}

/** Every file and folder with its mode and content; names that are hashes of stamps are left out. */
async function listing(folder: string, skip: RegExp, path = ''): Promise<string[]> {
  const here = join(folder, path);
  const stats = await lstat(here);
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.isFile()) return [`${path} ${mode} ${sha256(await readFile(here))}`];
  const lines: string[] = [`${path}/ ${mode}`];
  for (const name of (await readdir(here)).sort())
    if (!skip.test(`${path}/${name}`))
      lines.push(...(await listing(folder, skip, `${path}/${name}`)));
  return lines;
}

/** The files of the working tree, one line each. */
export async function filesOf(top: string): Promise<string[]> {
  return listing(workspaceOf(top), /^\/\.git$/);
}

/** All that an operation may leave behind, in a form that is the same in each copy. */
export async function endOf(top: string): Promise<string[]> {
  const workspace = workspaceOf(top);
  // Objects may be left over; the index holds inodes, the reflog times.
  const inGit = await listing(join(workspace, '.git'), /^\/(?:objects|logs|index)$/);
  await mkdir(stateOf(top), { recursive: true });
  const state = (await listing(stateOf(top), /^$/)).map((line) =>
    line.replace(/[0-9a-f]{64}\.json .*$/, 'HASH'),
  );
  const status = await git(workspace, ['status', '--porcelain', '--untracked-files=all']);
  return [...(await filesOf(top)), ...inGit, ...state, status];
}
