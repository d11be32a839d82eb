import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawChange } from '../../src/change/change.js';
import { Sandbox, snapshot } from './repository.js';

const SHOP = `export function total(items) {\n  let sum = 0;\n  for (const item of items) sum += item.price;\n  return sum;\n}\n`;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.create('a "quoted"\n répo');
  await sandbox.commit({
    'src/shop.js': SHOP,
    'src/it’s ñ "x".js': 'export const one = 1;\n',
    'src/util.js': 'export const two = 2;\n',
    'src/gap.js': 'a = 1;\n\nb = 2;\n',
    'latin.js': Buffer.from('// caf\u00e9\nexport const a = 1;\n', 'latin1'),
    'bom.js': '\ufeffa = 1;\n',
    'stub.py': 'def f():\n    return 1\n',
  });
});

afterAll(async () => sandbox.remove());

async function said(raw: RawChange): Promise<string> {
  const before = await snapshot(sandbox.repo);
  const result = await sandbox.prepare(raw);
  expect(await snapshot(sandbox.repo)).toEqual(before);
  return result.kind === 'ok'
    ? result.change.diff
    : `${result.kind} ${result.reason}: ${result.message}`;
}

const replace = (path: string, old: string, fresh: string): RawChange => ({
  edits: [{ path, old, new: fresh }],
});

describe('the canonical form', () => {
  it('is the same for edits and for a diff of the same change, whatever the user configured', async () => {
    const byEdits = await sandbox.change(replace('src/shop.js', 'let sum', 'let amount'));
    await sandbox.git('config', 'diff.noprefix', 'true');
    await sandbox.git('config', 'diff.context', '0');
    const diff = `--- src/shop.js\n+++ src/shop.js\n@@ -90,2 +90,2 @@\n-  let sum = 0;\n+  let amount = 0;\n   for (const item of items) sum += item.price;\n`;
    const byDiff = await sandbox.change({ diff });
    expect(byDiff).toEqual(byEdits);
    expect(byEdits.id).toMatch(/^[0-9a-f]{64}$/);
    expect(byEdits.diff).toMatch(
      /^diff --git a\/src\/shop\.js b\/src\/shop\.js\nindex [0-9a-f]{40}/,
    );
    expect(byEdits.diff).not.toContain('old mode');
  });

  it('does not depend on the configuration in the home folder', async () => {
    const edit = replace('src/gap.js', 'b = 2', 'b = 3');
    const plain = await sandbox.change(edit);
    const home = process.env['HOME'];
    process.env['HOME'] = sandbox.top;
    await writeFile(join(sandbox.top, '.gitconfig'), '[diff]\n\tsuppressBlankEmpty = true\n');
    expect(await sandbox.change(edit)).toEqual(plain);
    process.env['HOME'] = home;
  });

  it('counts changed lines without their context, in old and new text', async () => {
    const { touched } = await sandbox.change({
      edits: [
        {
          path: 'src/shop.js',
          old: '  let sum = 0;\n',
          new: '  // one\n  let sum = 0;\n  // two\n',
        },
        { path: 'src/shop.js', old: '  return sum;\n', new: '' },
        { path: 'src/new.js', create: 'a\nb\n' },
      ],
    });
    expect(touched).toEqual([
      { path: 'src/new.js', before: [], after: [[1, 2]] },
      {
        path: 'src/shop.js',
        before: [[4, 4]],
        after: [
          [2, 2],
          [4, 4],
        ],
      },
    ]);
  });

  it('moves a file with edits that name the old or the new path', async () => {
    const { files } = await sandbox.change({
      edits: [
        { path: 'src/util.js', old: 'two', new: 'deux' },
        { from: 'src/util.js', to: 'src/lib/numbers.js' },
        { path: 'src/lib/numbers.js', old: '= 2', new: '= 1 + 1' },
      ],
    });
    expect(files.map(({ path, kind }) => [kind, path])).toEqual([
      ['create', 'src/lib/numbers.js'],
      ['delete', 'src/util.js'],
    ]);
    expect(Buffer.from(files[0]?.after ?? '', 'base64').toString()).toBe(
      'export const deux = 1 + 1;\n',
    );
  });

  it('takes paths with quotes and letters beyond ASCII', async () => {
    const change = await sandbox.change(replace('src/it’s ñ "x".js', 'one', 'eins'));
    expect(change.files).toHaveLength(1);
    expect(change.diff).toContain('+export const eins = 1;');
  });

  it('leaves no scratch files behind', async () => {
    await sandbox.change(replace('src/shop.js', 'let sum', 'let amount'));
    expect((await snapshot(sandbox.state)).filter((line) => line.includes('scratch'))).toEqual([]);
  });
});

describe('text that is no whole change', () => {
  it('sends back elided code, but not what was there before or what Python means by it', async () => {
    expect(
      await said(replace('src/shop.js', '  return sum;', '  // ... rest of the code ...')),
    ).toContain('elision');
    expect(
      await said(replace('src/shop.js', '  return sum;', '  /* existing code … */')),
    ).toContain('elision');
    expect(await said(replace('src/shop.js', '  return sum;', '  // rest unchanged'))).toContain(
      'elision',
    );
    expect(await said(replace('src/shop.js', '  return sum;', '  …'))).toContain('elision');
    expect(await said(replace('stub.py', '    return 1', '    ...'))).toContain('+    ...');
    expect(
      await said(replace('src/shop.js', '  return sum;', '  return +sum; // spread ...items')),
    ).toContain('+  return');
    expect(
      await said(replace('src/shop.js', '  return sum;', '  // the remaining sum\n  return +sum;')),
    ).toContain('+  // the remaining');
  });

  it('sends back conflict markers, but not a line of equal signs', async () => {
    expect(
      await said(replace('src/shop.js', '  return sum;', '<<<<<<< ours\n  return sum;')),
    ).toContain('conflict-markers');
    expect(
      await said(replace('src/shop.js', '  return sum;', '/*\nTitle\n=======\n*/\n  return +sum;')),
    ).toContain('+=======');
  });

  it('sends back letters that a Latin-1 file cannot hold, and lost characters anywhere', async () => {
    expect(await said(replace('latin.js', 'a = 1', "a = 'ü'"))).toContain('needs-repair encoding');
    expect(await said(replace('latin.js', 'a = 1', 'b = 1'))).toContain('+export const b = 1;');
    expect(await said(replace('src/util.js', '2', "'\ufffd'"))).toContain('needs-repair encoding');
  });

  it('sends back a file left empty, and operations that contradict each other', async () => {
    expect(await said(replace('src/util.js', 'export const two = 2;\n', ''))).toContain(
      'file-emptied',
    );
    const twice: RawChange = {
      edits: [
        { path: 'a.js', create: 'a\n' },
        { path: 'a.js', create: 'b\n' },
      ],
    };
    expect(await said(twice)).toContain('conflicting-operations');
    const both: RawChange = {
      edits: [
        { path: 'src/util.js', delete: true },
        { path: 'src/util.js', create: 'b\n' },
      ],
    };
    expect(await said(both)).toContain('conflicting-operations');
  });

  it('locates edits of a file on it as it is, under whatever spellings of its path', async () => {
    const edits = ['./src/util.js', 'src\\util.js'].map((path) => ({
      path,
      old: 'export const two = 2;\n',
      new: 'export const two = 2;\nexport const three = 3;\n',
    }));
    expect(await said({ edits })).toContain(
      'needs-repair overlap: edits[0] and edits[1] of src/util',
    );
  });

  it('sends back a file left empty that had a byte order mark', async () => {
    expect(await said(replace('bom.js', 'a = 1;\n', ''))).toContain('file-emptied');
  });

  it('refuses a change that only formats or only comments, and says which', async () => {
    expect(await said(replace('src/shop.js', '  return sum;', '  return  sum;'))).toContain(
      'refused whitespace-only: Only blanks and line breaks differ in src/shop.js.',
    );
    expect(await said(replace('src/shop.js', '  return sum;', '  return sum; // it'))).toContain(
      'refused comments-only',
    );
    expect(
      await said(replace('src/shop.js', '  return sum;', '  return sum; // eslint-disable-line')),
    ).toContain('refused suppression');
  });

  it('takes a whole file for a new or a known one, and sends back one that is untracked', async () => {
    const bytes = await sandbox.bytes('src/util.js');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content = 'export const two = 1 + 1;\n';
    expect(await said({ edits: [{ path: 'src/util.js', content, sha256 }] })).toContain('+export');
    expect(await said({ diff: `src/fresh.js\n\`\`\`js\n${content}\`\`\`\n` })).toContain(
      'new file mode 100644',
    );
    expect(await said({ diff: `src/util.js\n\`\`\`js\n${content}\`\`\`\n` })).toContain(
      'needs-repair no-base-hash',
    );
    await sandbox.write({ 'src/mine.js': 'mine\n' });
    expect(await said({ diff: `src/mine.js\n\`\`\`js\n${content}\`\`\`\n` })).toContain(
      'untracked-path',
    );
    await rm(join(sandbox.repo, 'src/mine.js'));
  });

  it('sends back a deletion that does not show the whole file', async () => {
    const diff =
      '--- a/src/shop.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-export function total(items) {\n';
    expect(await said({ diff })).toContain('does not show all of its lines');
  });

  it('names tracked files with the same end when a path does not exist', async () => {
    expect(await said(replace('shop.js', 'a', 'b'))).toContain('Tracked are: src/shop.js');
    expect(await said(replace('SRC/Shop.js', 'let', 'var'))).toContain('Tracked are: src/shop.js');
  });

  it('refuses what is larger than the caps', async () => {
    const edits = Array.from({ length: 41 }, (_, index) => ({
      path: `src/n${index}.js`,
      create: 'x\n',
    }));
    expect(await said({ edits })).toContain('refused too-large: The change names 41 files');
    const create = 'const value = 1;\n'.repeat(5000);
    expect(await said({ edits: [{ path: 'src/big.js', create }] })).toContain(
      'refused too-large: The diff has',
    );
  });
});

describe('line ends that git converts', () => {
  it('refuses a file whose committed line ends contradict its attribute', async () => {
    const other = await Sandbox.create();
    try {
      await other.commit({ 'a.js': 'one\r\ntwo\r\n' });
      await other.commit({ '.gitattributes': '' });
      await writeFile(join(other.repo, '.gitattributes'), '*.js text\n');
      const result = await other.prepare(replace('a.js', 'one', 'eins'));
      expect(result).toMatchObject({ kind: 'refused', reason: 'filtered-path' });
      await rm(join(other.repo, '.gitattributes'));
      expect((await other.prepare(replace('a.js', 'one', 'eins'))).kind).toBe('ok');
    } finally {
      await other.remove();
    }
  });
});
