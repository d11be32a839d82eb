import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { git } from '../../../../src/adapters/git.js';
import { applyPatch } from '../../../../src/brains/rules/critic/patch.js';

async function diffOf(file: string, before: string, after: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'patch-'));
  try {
    await git(root, ['init', '-q']);
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), before);
    await git(root, ['add', '-A']);
    await writeFile(path.join(root, file), after);
    return await git(root, ['diff', '--no-ext-diff']);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

describe('a canonical diff', () => {
  it.each([
    ['a changed line', 'a.js', TEN, TEN.replace('line 4', 'other')],
    ['a deletion at the end', 'a.js', TEN, TEN.replace('line 9\n', '')],
    ['an insertion at the beginning', 'a.js', TEN, `new\n${TEN}`],
    ['changes far apart', 'a.js', TEN.repeat(4), `x\n${TEN.repeat(4)}y\n`],
    ['a missing newline before', 'a.js', 'a\nb', 'a\nb\nc\n'],
    ['a missing newline after', 'a.js', 'a\nb\n', 'a\nc'],
    ['Windows line ends', 'a.js', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['lines that look like a header', 'a.js', '-- a/x\n++ b\n', '-- a/y\n++ b\n'],
    ['a path with a space, quote and letters', 'src dir/q"ü.js', 'a\n', 'b\n'],
    ['a path with a newline', 'src/a\nb.js', 'a\n', 'b\n'],
    ['an emptied file', 'a.js', 'a\n', ''],
  ])('gives the new text back: %s', async (_, file, before, after) => {
    const diff = await diffOf(file, before, after);
    const outcome = applyPatch(diff, [{ path: file, text: before }]);
    expect(outcome).toMatchObject({ kind: 'ok', files: [{ path: file, before, after }] });
  });

  it('names the lines of each changed block in the new text', async () => {
    const after = TEN.replace('line 2\nline 3\n', 'two\n').replace('line 6\n', '');
    const outcome = applyPatch(await diffOf('a.js', TEN, after), [{ path: 'a.js', text: TEN }]);
    expect(outcome.kind === 'ok' && outcome.files[0]?.blocks).toEqual([
      { startLine: 3, endLine: 3, added: ['two'], removed: ['line 2', 'line 3'] },
      { startLine: 6, endLine: 6, added: [], removed: ['line 6'] },
    ]);
  });

  it('is refused when one line of the original differs', async () => {
    const diff = await diffOf('a.js', TEN, TEN.replace('line 4', 'other'));
    const text = TEN.replace('line 3', 'line three');
    expect(applyPatch(diff, [{ path: 'a.js', text }])).toEqual({
      kind: 'cannot',
      why: 'line 4 of the original is not the one in the diff',
    });
  });

  it('is refused without its original, when it is empty, and when it creates a file', async () => {
    const diff = await diffOf('a.js', 'a\n', 'b\n');
    expect(applyPatch(diff, [])).toMatchObject({ kind: 'cannot' });
    expect(applyPatch('', [])).toMatchObject({ kind: 'cannot' });
    const created = diff.replace('--- a/a.js', '--- /dev/null');
    expect(applyPatch(created, [{ path: 'a.js', text: '' }])).toMatchObject({
      kind: 'cannot',
      why: 'the diff creates, deletes or moves a file',
    });
  });

  it('is refused when a hunk was cut', async () => {
    const diff = await diffOf('a.js', TEN, TEN.replace('line 4', 'other'));
    const cut = diff.split('\n').slice(0, -3).join('\n');
    expect(applyPatch(cut, [{ path: 'a.js', text: TEN }])).toEqual({
      kind: 'cannot',
      why: 'a hunk is shorter than its header says',
    });
  });
});
