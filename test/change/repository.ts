import { createHash } from 'node:crypto';
import {
  appendFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from '../../src/adapters/git.js';
import type { Change, LockboxRules, PrepareResult, RawChange } from '../../src/change/change.js';
import { prepareChange } from '../../src/change/engine.js';

export const NO_RULES: LockboxRules = { add: [], except: [], testFiles: [] };

/** A folder that holds a repository, a state folder beside it, and neighbours nobody may touch. */
export class Sandbox {
  private constructor(
    readonly top: string,
    readonly repo: string,
    readonly state: string,
  ) {}

  /** `name` is the name of the repository's folder. */
  static async create(name = 'repo'): Promise<Sandbox> {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'change-test-')));
    const sandbox = new Sandbox(top, join(top, name), join(top, 'state'));
    await mkdir(sandbox.repo, { recursive: true });
    await mkdir(join(top, 'outside-dir'));
    await writeFile(join(top, 'outside.txt'), 'outside\n');
    await sandbox.git('init', '--quiet', '--initial-branch=main');
    const user = '[user]\n\tname = Somebody\n\temail = somebody@example.test\n';
    await appendFile(join(sandbox.repo, '.git/config'), user);
    return sandbox;
  }

  async remove(): Promise<void> {
    await rm(this.top, { recursive: true, force: true });
  }

  async git(...args: string[]): Promise<string> {
    return (await git(this.repo, args)).trimEnd();
  }

  async write(files: Record<string, string | Buffer>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.repo, path)), { recursive: true });
      await writeFile(join(this.repo, path), content);
    }
  }

  /** Writes files, commits everything and returns the commit. */
  async commit(files: Record<string, string | Buffer>, message = 'base'): Promise<string> {
    await this.write(files);
    await this.git('add', '--all', '--force');
    await this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  async bytes(path: string): Promise<Buffer> {
    return readFile(join(this.repo, path));
  }

  async text(path: string): Promise<string> {
    return (await this.bytes(path)).toString('utf8');
  }

  async prepare(raw: RawChange, rules: LockboxRules = NO_RULES): Promise<PrepareResult> {
    return prepareChange({ workspace: this.repo, raw, rules, stateDir: this.state });
  }

  /** A change that must come out well. */
  async change(raw: RawChange): Promise<Change> {
    const result = await this.prepare(raw);
    if (result.kind !== 'ok') throw new Error(`${result.reason}: ${result.message}`);
    return result.change;
  }
}

/** Every file, folder and link below a folder with mode and content; `skip` names top folders. */
export async function snapshot(folder: string, skip: string[] = []): Promise<string[]> {
  const lines: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const stats = await lstat(join(folder, path));
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) lines.push(`${path} -> ${await readlink(join(folder, path))}`);
    else if (stats.isFile()) {
      const hash = createHash('sha256').update(await readFile(join(folder, path)));
      lines.push(`${path} ${mode} ${hash.digest('hex')}`);
    } else if (stats.isDirectory()) {
      lines.push(`${path}/`);
      for (const name of (await readdir(join(folder, path))).sort())
        if (!skip.includes(path === '.' ? name : `${path}/${name}`))
          await walk(path === '.' ? name : `${path}/${name}`);
    }
  };
  await walk('.');
  return lines;
}
