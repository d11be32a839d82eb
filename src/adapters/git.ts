import { execa, ExecaError, type Options } from 'execa';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Configuration that keeps a repository's or a user's settings from changing what git does for us. */
const HYGIENE = [
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.untrackedCache=false',
  'apply.whitespace=nowarn',
  'apply.ignoreWhitespace=no',
  'commit.gpgSign=false',
  'diff.external=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.file.allow=always',
].flatMap((setting) => ['-c', setting]);

export interface GitOptions {
  /** Text or bytes for stdin. */
  input?: string | Uint8Array;
  /** Extra environment, e.g. `GIT_INDEX_FILE`. */
  env?: Record<string, string>;
  signal?: AbortSignal;
  /**
   * Puts git into a process group of its own: it ends what it began, and takes its lock with it,
   * also when ours is killed.
   */
  detached?: boolean;
}

export interface GitOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A git call that ended otherwise than it must. */
export class GitError extends Error {
  override name = 'GitError';
  constructor(
    readonly args: readonly string[],
    readonly cwd: string,
    readonly outcome: GitOutcome,
  ) {
    super(`git ${args[0] ?? ''} failed in ${cwd}: ${outcome.stderr.trim() || outcome.code}`);
  }
}

function environment(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('GIT_'),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C.UTF-8',
    ...extra,
  };
}

function settings(cwd: string, options: GitOptions) {
  return {
    cwd,
    env: environment(options.env),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 512 * 1024 * 1024,
    detached: options.detached ?? false,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  } satisfies Options;
}

/** Runs git and returns its outcome whatever the exit code; rejects only when git cannot start. */
export async function tryGit(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitOutcome> {
  const result = await execa('git', [...HYGIENE, ...args], settings(cwd, options));
  // Not started, or ended by a signal: no answer of git's.
  const failure: unknown = result;
  if (failure instanceof ExecaError && failure.exitCode === undefined) throw failure as Error;
  return {
    code: result.exitCode ?? -1,
    stdout: String(result.stdout),
    stderr: String(result.stderr),
  };
}

/** Runs git and returns stdout, final newline kept; throws {@link GitError} on a non-zero exit. */
export async function git(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const outcome = await tryGit(cwd, args, options);
  if (outcome.code !== 0) throw new GitError(args, cwd, outcome);
  return outcome.stdout;
}

/** Like {@link git}, for output that is bytes. */
export async function gitBytes(
  cwd: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer> {
  const result = await execa('git', [...HYGIENE, ...args], {
    ...settings(cwd, options),
    encoding: 'buffer',
  });
  const stderr = Buffer.from(result.stderr).toString();
  if (result.exitCode !== 0)
    throw new GitError(args, cwd, { code: result.exitCode ?? -1, stdout: '', stderr });
  return Buffer.from(result.stdout);
}

/** Git's own folder of a working tree, absolute. */
export async function gitFolder(workspace: string): Promise<string> {
  const usual = join(workspace, '.git');
  // Asked for at every step; a linked worktree has a file there.
  const isUsual = await stat(join(usual, 'HEAD')).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isUsual) return realpath(usual);
  return (await git(workspace, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
}

/** Splits `-z` output into its records. */
export function records(output: string): string[] {
  return output.split('\0').filter((record) => record !== '');
}
