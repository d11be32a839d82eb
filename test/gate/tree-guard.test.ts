import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { rememberTree, restoreTree, treeNow, writesBetween } from '../../src/gate/tree-guard.js';
import { makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

async function guarded() {
  const repo = await makeRepo({
    '.gitignore': 'dist/\n',
    '.gitattributes': '*.bat text eol=crlf\n',
    'a.js': 'a\n',
    'run.sh': { exec: '#!/bin/sh\n' },
    'ä b\n.txt': 'odd name',
  });
  await writeFiles(repo, { 'a.js': 'changed\n', 'new.js': 'new\n', 'dist/out.js': 'built\n' });
  const before = await rememberTree(repo, await makeFolder());
  return { repo, before, status: await runGit(repo, 'status', '--porcelain', '--ignored') };
}

describe('restoreTree', () => {
  it('finds nothing when nothing was written, and leaves the index alone', async () => {
    const { repo, before, status } = await guarded();
    expect(await restoreTree(repo, before)).toEqual({});
    expect(await runGit(repo, 'status', '--porcelain', '--ignored')).toBe(status);
    expect(await runGit(repo, 'diff', '--cached')).toBe('');
  });

  it('brings back contents, modes and deleted files, also of files that were changed before', async () => {
    const { repo, before, status } = await guarded();
    await writeFiles(repo, { 'a.js': 'spoiled\n', 'new.js': null, 'ä b\n.txt': 'spoiled' });
    await chmod(join(repo, 'run.sh'), 0o644);
    const written = Object.keys(await restoreTree(repo, before));
    expect(written).toEqual(['a.js', 'new.js', 'run.sh', 'ä b\n.txt']);
    expect(await readFile(join(repo, 'a.js'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(repo, 'new.js'), 'utf8')).toBe('new\n');
    expect((await stat(join(repo, 'run.sh'))).mode & 0o111).not.toBe(0);
    expect(await runGit(repo, 'status', '--porcelain', '--ignored')).toBe(status);
  });

  it('removes new files with their empty folders, and no ignored ones', async () => {
    const { repo, before, status } = await guarded();
    await writeFiles(repo, { 'coverage/deep/x.txt': 'x', 'dist/more.js': 'x', 'b.js': 'b' });
    await symlink('a.js', join(repo, 'link.js'));
    const written = Object.keys(await restoreTree(repo, before));
    expect(written).toEqual(['b.js', 'coverage/deep/x.txt', 'link.js']);
    expect(await stat(join(repo, 'coverage')).catch(() => null)).toBeNull();
    expect(await readFile(join(repo, 'dist/more.js'), 'utf8')).toBe('x');
    expect(await runGit(repo, 'status', '--porcelain', '--ignored')).toBe(status);
  });

  it('brings back a file whose line ends git converts', async () => {
    const { repo } = await guarded();
    await writeFile(join(repo, 'x.bat'), 'one\r\ntwo\r\n');
    const before = await rememberTree(repo, await makeFolder());
    await writeFile(join(repo, 'x.bat'), 'spoiled\r\n');
    await restoreTree(repo, before);
    expect(await readFile(join(repo, 'x.bat'), 'utf8')).toBe('one\r\ntwo\r\n');
  });
});

describe('writesBetween', () => {
  it('tells what each of two steps wrote, and takes nothing from the later restoring', async () => {
    const { repo, before, status } = await guarded();
    await writeFiles(repo, { 'a.js': 'first\n', 'made.js': 'made' });
    const between = await treeNow(repo, before);
    expect(await writesBetween(repo, before.tree, between)).toEqual({
      added: ['made.js'],
      changed: ['a.js'],
      contents: {
        'a.js': `100644 ${await runGit(repo, 'hash-object', 'a.js')}`,
        'made.js': `100644 ${await runGit(repo, 'hash-object', 'made.js')}`,
      },
    });
    await writeFiles(repo, { 'made.js': 'again', 'run.sh': null, 'dist/more.js': 'ignored' });
    expect(await writesBetween(repo, between, await treeNow(repo, before))).toEqual({
      added: [],
      changed: ['made.js', 'run.sh'],
      contents: {
        'made.js': `100644 ${await runGit(repo, 'hash-object', 'made.js')}`,
        'run.sh': `000000 ${'0'.repeat(40)}`,
      },
    });
    const restored = Object.keys(await restoreTree(repo, before));
    expect(restored).toEqual(['a.js', 'made.js', 'run.sh']);
    expect(await runGit(repo, 'status', '--porcelain', '--ignored')).toBe(status);
  });
});
