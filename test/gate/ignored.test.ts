import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { rememberIgnored, removeLeftovers } from '../../src/gate/ignored.js';
import { makeFolder, makeRepo, runGit, writeFiles, type Files } from '../helpers/git-repo.js';

const IGNORED = 'node_modules/\ndist/\n.cache/\nlogs/\ntarget/\n.env\n*.pyc\n';

/** Every file that git does not track, once what `later` wrote is cleared away. */
async function leftIn(ready: Files, later: Files): Promise<string[]> {
  const repo = await makeRepo({ '.gitignore': IGNORED, 'src/a.js': 'a\n', 'Cargo.toml': '' });
  await writeFiles(repo, ready);
  await mkdir(join(repo, 'logs'));
  await rememberIgnored(repo);
  await writeFiles(repo, later);
  await removeLeftovers(repo);
  const left = await runGit(repo, 'ls-files', '--others');
  expect(await readdir(repo)).toContain('logs');
  return left === '' ? [] : left.split('\n');
}

describe('removeLeftovers', () => {
  it('leaves nothing of earlier runs that git ignores, and what git does not ignore alone', async () => {
    const later = {
      'dist/old.js': '',
      '.cache/memo': '',
      'src/a.pyc': '',
      'pkg/dist/x': '',
      new: '',
    };
    expect(await leftIn({}, { ...later, 'logs/run.log': '' })).toEqual(['new']);
  });

  it('keeps what was there before, and takes away what came beside it', async () => {
    const ready = { 'dist/tool.js': '', '.env': '', 'node_modules/a/index.js': '' };
    const later = { 'dist/a.js': '', 'dist/deep/b.js': '', 'node_modules/b/index.js': '' };
    expect(await leftIn(ready, later)).toEqual([
      '.env',
      'dist/tool.js',
      'node_modules/a/index.js',
      'node_modules/b/index.js',
    ]);
  });

  it('takes away what tools keep among the packages, but not what was installed there', async () => {
    const ready = { 'node_modules/.cache/binary/x': '', 'node_modules/a/i.js': '' };
    const later = { 'node_modules/.cache/babel/y': '', 'node_modules/.vite/deps/z': '' };
    expect(await leftIn(ready, later)).toEqual(Object.keys(ready));
  });

  it('takes away whole packages where none were', async () => {
    expect(await leftIn({}, { 'fixtures/node_modules/a/index.js': '' })).toEqual([]);
  });

  it('spares the build folder of cargo, and no other of that name', async () => {
    const later = { 'target/CACHEDIR.TAG': '', 'target/debug/a': '', 'java/target/a.class': '' };
    expect(await leftIn({}, later)).toEqual(['target/CACHEDIR.TAG', 'target/debug/a']);
  });

  it('works in a copy of the workspace too, and does nothing where nothing was remembered', async () => {
    const repo = await makeRepo({ '.gitignore': IGNORED, 'a.js': 'a\n' });
    await writeFiles(repo, { 'dist/a.js': '' });
    await removeLeftovers(repo);
    expect(await readdir(repo)).toContain('dist');
    await rememberIgnored(repo);
    const copy = join(await makeFolder(), 'copy');
    await cp(repo, copy, { recursive: true });
    await writeFiles(copy, { 'dist/b.js': '' });
    await removeLeftovers(copy);
    expect(await readdir(join(copy, 'dist'))).toEqual(['a.js']);
  });
});
