import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';

const execute = promisify(execFile);
const made: string[] = [];

afterAll(async () => {
  await Promise.all(made.splice(0).map((path) => rm(path, { recursive: true, force: true })));
});

/** Path to text; `null` deletes, `{ link }` makes a symbolic link, `{ exec }` an executable file. */
export type Files = Record<string, string | null | { link: string } | { exec: string }>;

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** A new empty folder with its links resolved, removed after the tests of the file. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rl-test-')));
  made.push(folder);
  return folder;
}

/** Runs git with the user's own settings and returns stdout without its final newline. */
export async function runGit(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute('git', args, {
    cwd,
    env: { ...process.env, ...IDENTITY },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.replace(/\n$/, '');
}

/** Writes, links and deletes files below a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    await rm(target, { recursive: true, force: true });
    if (content === null) continue;
    await mkdir(dirname(target), { recursive: true });
    if (typeof content === 'string') await writeFile(target, content);
    else if ('link' in content) await symlink(content.link, target);
    else {
      await writeFile(target, content.exec);
      await chmod(target, 0o755);
    }
  }
}

/** Writes files and commits everything that is not ignored; returns the commit. */
export async function commitFiles(repo: string, files: Files, message = 'change'): Promise<string> {
  await writeFiles(repo, files);
  await runGit(repo, 'add', '--all');
  await runGit(repo, 'commit', '--quiet', '--allow-empty', '--no-gpg-sign', '-m', message);
  return runGit(repo, 'rev-parse', 'HEAD');
}

/** A real repository on branch `main` with one commit of `files` and one for each of `commits`. */
export async function makeRepo(
  files: Files,
  options: { name?: string; commits?: Files[] } = {},
): Promise<string> {
  const repo = join(await makeFolder(), options.name ?? 'repo');
  await mkdir(repo, { recursive: true });
  await runGit(repo, 'init', '--quiet', '--initial-branch=main');
  await commitFiles(repo, files, 'first');
  for (const commit of options.commits ?? []) await commitFiles(repo, commit);
  return repo;
}
