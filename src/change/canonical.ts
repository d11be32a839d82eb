import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../adapters/content-store.js';
import { git, gitBytes } from '../adapters/git.js';
import type { Change, FileChange } from './change.js';
import type { Draft, FileState } from './draft.js';
import { touchedLines } from './touched.js';

/** No configuration, attribute or hook of anybody reaches the scratch repository. */
const ALONE = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' };
const PLAIN = ['-c', 'core.attributesFile=/dev/null'];
const SCRATCH = 'scratch-';
/** One file of objects, which need not outlive the call. */
const FLEETING = ['-c', 'fastimport.unpackLimit=0', '-c', 'core.fsync=none'];

/** A path as git reads it between quotes, every byte of it in octal. */
function quote(path: string): string {
  const octal = [...Buffer.from(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"${octal.join('')}"`;
}

function commit(branch: string, files: [string, FileState][]): Buffer[] {
  return [
    Buffer.from(`commit refs/heads/${branch}\ncommitter c <c> 0 +0000\ndata 0\n`),
    ...files.flatMap(([path, { mode, bytes }]) => [
      Buffer.from(`M ${mode} inline ${quote(path)}\ndata ${bytes.length}\n`),
      bytes,
      Buffer.from('\n'),
    ]),
  ];
}

function side(drafts: Draft[], name: 'before' | 'after'): [string, FileState][] {
  return drafts.flatMap((draft): [string, FileState][] => {
    const state = draft[name];
    return state === null ? [] : [[draft.path, state]];
  });
}

/** All that git asks of a repository; to have git make one takes as long as the diff itself. */
async function makeRepository(folder: string): Promise<void> {
  await Promise.all(['objects', 'refs'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/after\n');
}

async function writeDiff(drafts: Draft[], scratch: string): Promise<Buffer> {
  const env = { ...ALONE, GIT_DIR: scratch };
  await makeRepository(scratch);
  const input = Buffer.concat([
    ...commit('before', side(drafts, 'before')),
    ...commit('after', side(drafts, 'after')),
  ]);
  await git(scratch, [...PLAIN, ...FLEETING, 'fast-import', '--quiet'], { env, input });
  const options = [
    '-r',
    '-p',
    '--full-index',
    '--text',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '-U3',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--inter-hunk-context=0',
    '--diff-algorithm=myers',
    '--indent-heuristic',
  ];
  const refs = ['refs/heads/before', 'refs/heads/after'];
  return gitBytes(scratch, [...PLAIN, 'diff-tree', ...options, ...refs], { env });
}

function fileChange({ path, before, after }: Draft): FileChange {
  return {
    path,
    kind: before === null ? 'create' : after === null ? 'delete' : 'modify',
    before: before?.bytes.toString('base64') ?? null,
    after: after?.bytes.toString('base64') ?? null,
    mode: after?.mode ?? before?.mode ?? '100644',
  };
}

/**
 * Canonical form of drafts in path order: git writes the diff between old and new bytes in a scratch
 * repository below `stateDir`, which is gone afterwards; the workspace's own git is not used.
 */
export async function canonicalChange(drafts: Draft[], stateDir: string): Promise<Change> {
  await mkdir(stateDir, { recursive: true });
  // What an attempt left that was killed.
  for (const name of await readdir(stateDir))
    if (name.startsWith(SCRATCH)) await rm(join(stateDir, name), { recursive: true, force: true });
  const scratch = await mkdtemp(join(stateDir, SCRATCH));
  try {
    const diff = await writeDiff(drafts, scratch);
    const files = drafts.map(fileChange);
    const touched = touchedLines(
      diff.toString('latin1'),
      files.map((file) => file.path),
    );
    return { id: sha256(diff), files, diff: diff.toString('utf8'), touched };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
