import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readLedgerFile, writeLedgerFile } from '../../src/adapters/ledger-file.js';
import { commitFiles, makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';

const LEDGER = '.refactor-loop-ledger.md';
const status = (repo: string) => runGit(repo, 'status', '--porcelain', '--untracked-files=all');

describe('writeLedgerFile', () => {
  it('writes and rewrites the ledger, which git status does not show, and leaves nothing else', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' }, { name: 'new\nline é' });
    expect(await readLedgerFile(repo)).toBeUndefined();
    expect(await writeLedgerFile(repo, 'first\n')).toEqual({ kind: 'written' });
    await writeLedgerFile(repo, 'second é\n');
    expect(await readLedgerFile(repo)).toBe('second é\n');
    expect(await status(repo)).toBe('');
    expect((await readdir(repo)).sort()).toEqual(['.git', LEDGER, 'a.js']);
    expect((await readdir(join(repo, '.git'))).join()).not.toContain('tmp');
  });

  it.each([
    ['# mine\n', `# mine\n/${LEDGER}\n`],
    ['no newline at end', `no newline at end\n/${LEDGER}\n`],
    ['crlf\r\n', `crlf\r\n/${LEDGER}\r\n`],
    ['', `/${LEDGER}\n`],
  ])('adds its line once to an exclude file that holds %j', async (existing, expected) => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const exclude = join(repo, '.git/info/exclude');
    await mkdir(join(repo, '.git/info'), { recursive: true });
    await writeFile(exclude, existing);
    await writeLedgerFile(repo, '1\n');
    await writeLedgerFile(repo, '2\n');
    expect(await readFile(exclude, 'utf8')).toBe(expected);
  });

  it('keeps an exclude file that is a link a link', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const mine = join(await makeFolder(), 'exclude');
    await writeFile(mine, '# mine\n');
    await writeFiles(repo, { '.git/info/exclude': null });
    await mkdir(join(repo, '.git/info'), { recursive: true });
    await symlink(mine, join(repo, '.git/info/exclude'));
    await writeLedgerFile(repo, '1\n');
    expect(await readlink(join(repo, '.git/info/exclude'))).toBe(mine);
    expect(await readFile(mine, 'utf8')).toContain(LEDGER);
  });

  it('changes no exclude file when the ledger is ignored already, or tracked', async () => {
    const ignoring = await makeRepo({ '.gitignore': '*.md\n' });
    const tracking = await makeRepo({ [LEDGER]: 'old\n' });
    for (const repo of [ignoring, tracking]) {
      await writeLedgerFile(repo, 'new\n');
      const exclude = await readFile(join(repo, '.git/info/exclude'), 'utf8').catch(() => '');
      expect(exclude).not.toContain(LEDGER);
    }
    expect(await status(tracking)).toContain(LEDGER);
  });

  it('hides the ledger of a linked worktree too', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    const worktree = join(await makeFolder(), 'side tree');
    await runGit(repo, 'worktree', 'add', '--quiet', '-b', 'side', worktree);
    await writeLedgerFile(worktree, '1\n');
    expect(await readLedgerFile(worktree)).toBe('1\n');
    expect(await readLedgerFile(repo)).toBeUndefined();
    expect(await status(worktree)).toBe('');
    await commitFiles(worktree, { 'b.js': '1\n' });
    expect(await runGit(worktree, 'ls-files')).not.toContain(LEDGER);
  });

  it.each([
    ['a folder at its place', LEDGER],
    ['a folder in place of the exclude file', '.git/info/exclude'],
  ])('says that it cannot be written over %s, and leaves nothing behind', async (_, path) => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await writeFiles(repo, { [path]: null, [`${path}/x`]: 'mine\n' });
    expect(await writeLedgerFile(repo, 'ledger\n')).toEqual({
      kind: 'unwritable',
      message: expect.stringContaining(
        `${JSON.stringify(join(repo, LEDGER))} could not be written`,
      ),
    });
    expect(await readFile(join(repo, path, 'x'), 'utf8')).toBe('mine\n');
    expect((await readdir(join(repo, '.git'))).join()).not.toContain('tmp');
  });

  it('replaces a link at its place instead of writing through it', async () => {
    const repo = await makeRepo({ 'a.js': '1\n' });
    await symlink('a.js', join(repo, LEDGER));
    await writeLedgerFile(repo, 'ledger\n');
    expect((await lstat(join(repo, LEDGER))).isFile()).toBe(true);
    expect(await readFile(join(repo, 'a.js'), 'utf8')).toBe('1\n');
  });
});
