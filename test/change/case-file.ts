import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Sandbox } from './repository.js';

export interface Case {
  name: string;
  beforeBase64: Record<string, string>;
  patchBase64: string;
  expect: {
    outcome: 'applied' | 'refused' | 'needs-repair';
    acceptable?: string[];
    reason?: string;
    after?: Record<string, string | null>;
    afterBase64?: Record<string, string>;
    afterMode?: Record<string, string>;
    applyTwice?: boolean;
    afterRevert?: Record<string, string | null>;
    afterRevertAcceptable?: Record<string, string | null>[];
  };
  setup?: {
    symlinks?: Record<string, string>;
    modes?: Record<string, string>;
    submodules?: Record<string, string>;
    history?: Record<string, string>;
    sparse?: string[];
    config?: Record<string, string>;
    write_after_commit?: Record<string, string>;
    write_before_revert?: Record<string, string>;
    index_lock?: boolean;
    worktree?: boolean;
    env?: Record<string, string>;
    cwd?: string;
    response?: { finish_reason?: string };
    manifest?: { files?: (string | { path: string })[] };
  };
}

export function readCases(path: string): Case[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Case);
}

/** Makes the repository that a case describes; returns its working tree. */
export async function setUp(sandbox: Sandbox, { beforeBase64, setup = {} }: Case): Promise<string> {
  const { repo, top } = sandbox;
  if (setup.history) await sandbox.commit(setup.history, 'older');
  const entries = Object.entries(beforeBase64);
  await sandbox.write(
    Object.fromEntries(entries.map(([path, data]) => [path, Buffer.from(data, 'base64')])),
  );
  for (const [path, target] of Object.entries(setup.symlinks ?? {})) {
    await mkdir(dirname(join(repo, path)), { recursive: true });
    await symlink(target, join(repo, path));
  }
  for (const [path, mode] of Object.entries(setup.modes ?? {}))
    await chmod(join(repo, path), Number.parseInt(mode, 8));
  await sandbox.git('add', '--all', '--force');
  for (const [path, commit] of Object.entries(setup.submodules ?? {})) {
    await mkdir(join(repo, path), { recursive: true });
    await sandbox.git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
  }
  await sandbox.git('commit', '--quiet', '-m', 'base');
  if (setup.sparse) await sandbox.git('sparse-checkout', 'set', '--no-cone', ...setup.sparse);
  for (const [key, value] of Object.entries(setup.config ?? {}))
    await sandbox.git('config', key, value);
  await sandbox.write(setup.write_after_commit ?? {});
  if (setup.worktree) await sandbox.git('worktree', 'add', '--quiet', '-b', 'wt', join(top, 'wt'));
  if (setup.index_lock) await writeFile(join(repo, '.git', 'index.lock'), '');
  return setup.worktree ? join(top, 'wt') : repo;
}
