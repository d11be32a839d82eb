import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { git, records, tryGit, type GitOptions } from './git.js';

const SERVE_ANY_COMMIT = 'git -c uploadpack.allowAnySHA1InWant=true upload-pack';

export interface CloneRequest {
  /** Common git directory of the source. */
  commonDir: string;
  /** Commit to check out; it need not be reachable from any ref. */
  base: string;
  /** Short name of the only branch that the clone has. */
  branch: string;
  /** Absolute path of the clone, which does not exist yet. */
  target: string;
  signal?: AbortSignal;
}

/**
 * Clones a local repository with its own objects, no remote and one branch, and checks the commit
 * out as committed: no hooks, no filters, no submodules. Throws a GitError when git refuses.
 */
export async function cloneAt(request: CloneRequest): Promise<void> {
  const options = request.signal === undefined ? {} : { signal: request.signal };
  await clone(request, options);
  await checkOut(request, options);
}

async function clone(request: CloneRequest, options: GitOptions): Promise<void> {
  const { commonDir, base, target } = request;
  const parent = dirname(target);
  const args = (local: string) => [
    ...['-c', 'clone.rejectShallow=false', '-c', 'advice.detachedHead=false', 'clone', '--quiet'],
    ...[local, '--no-hardlinks', '--no-checkout', '--no-tags', '--origin=origin', '--template='],
    ...['--no-recurse-submodules', '--', commonDir, target],
  ];
  const local = await tryGit(parent, args('--local'), options);
  // git refuses a local clone when it distrusts the layout, e.g. links among the objects.
  if (local.code !== 0) {
    await rm(target, { recursive: true, force: true });
    await git(parent, args('--no-local'), options);
  }
  const here = await tryGit(target, ['cat-file', '-e', `${base}^{commit}`]);
  if (here.code !== 0) {
    const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'];
    await git(target, [...fetch, `--upload-pack=${SERVE_ANY_COMMIT}`, 'origin', base], options);
  }
  await git(target, ['remote', 'remove', 'origin']);
}

async function checkOut(request: CloneRequest, options: GitOptions): Promise<void> {
  const { target, branch, base } = request;
  // Only the run's branch may exist: another could block its name, and nobody needs it.
  await git(target, ['update-ref', '--no-deref', 'HEAD', base]);
  const refs = (await git(target, ['for-each-ref', '--format=delete %(refname)'])).trim();
  if (refs !== '')
    await git(target, ['update-ref', '--no-deref', '--stdin'], { input: `${refs}\n` });
  await silenceFilters(target);
  const checkout = [
    '-c',
    'submodule.recurse=false',
    'checkout',
    '--quiet',
    '--force',
    '-B',
    branch,
  ];
  await git(target, [...checkout, base], options);
}

/** Filters such as git-lfs run programs and may use the network: the committed bytes are kept. */
async function silenceFilters(target: string): Promise<void> {
  const configured = await tryGit(target, [
    'config',
    '-z',
    '--name-only',
    '--get-regexp',
    '^filter\\.',
  ]);
  const names = records(configured.stdout).map((key) =>
    key.slice('filter.'.length, key.lastIndexOf('.')),
  );
  for (const name of new Set(['lfs', ...names])) {
    for (const key of ['clean', 'smudge', 'process']) {
      await git(target, ['config', `filter.${name}.${key}`, '']);
    }
    await git(target, ['config', `filter.${name}.required`, 'false']);
  }
}
