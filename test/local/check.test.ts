import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { checkManifest, type CheckOutcome } from '../../src/local/check.js';
import { bytesBelow } from '../e2e/repository-state.js';
import { makeFolder, makeRepo, writeFiles } from '../helpers/git-repo.js';

const OLD = 'export const one = 1;\nexport const two = 2;\n';
const LINE = 'export const two = 2;';
const NEW_LINE = 'export const two = 1 + 1;';
const HASH = createHash('sha256').update(OLD).digest('hex');

const MANIFEST = {
  node_id: 'R001',
  named_refactoring: 'Inline Variable',
  target_span: 'src/a.js:1-2',
  stated_intent: 'Say where two comes from',
  public_api_touched: false,
};

let repo: string;

beforeAll(async () => {
  repo = await makeRepo({ 'src/a.js': OLD, 'test/a.test.js': 'x\n', 'legacy/b.js': OLD });
});

type Lockbox = { add: string[]; except: string[] };

async function check(
  text: string,
  lockbox: Lockbox = { add: [], except: [] },
): Promise<CheckOutcome> {
  return checkManifest({ file: '-', stdin: Readable.from([Buffer.from(text)]), repo, lockbox });
}

const manifest = (edit: object): string => JSON.stringify({ ...MANIFEST, ...edit });

describe('checkManifest', () => {
  it.each<[string, object]>([
    ['edits', { edits: [{ path: 'src/a.js', old: LINE, new: NEW_LINE }] }],
    [
      'a whole file in edits',
      { edits: [{ path: 'src/a.js', content: OLD.replace(LINE, NEW_LINE), sha256: HASH }] },
    ],
    [
      'a unified diff',
      {
        diff: `--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n export const one = 1;\n-${LINE}\n+${NEW_LINE}\n`,
      },
    ],
    [
      'a fenced diff with prose',
      {
        diff: `Here it is:\n\n\`\`\`diff\n--- a/src/a.js\n+++ b/src/a.js\n@@\n-${LINE}\n+${NEW_LINE}\n\`\`\`\n`,
      },
    ],
    [
      'search/replace blocks',
      { diff: `src/a.js\n<<<<<<< SEARCH\n${LINE}\n=======\n${NEW_LINE}\n>>>>>>> REPLACE\n` },
    ],
    [
      'a Begin Patch envelope',
      {
        diff: `*** Begin Patch\n*** Update File: src/a.js\n@@\n-${LINE}\n+${NEW_LINE}\n*** End Patch\n`,
      },
    ],
    [
      'a whole file',
      {
        diff: `src/a.js sha256:${HASH.slice(0, 12)}\n\`\`\`js\n${OLD.replace(LINE, NEW_LINE)}\`\`\`\n`,
      },
    ],
    ['a path with backslashes', { edits: [{ path: 'src\\a.js', old: LINE, new: NEW_LINE }] }],
  ])('says ok to %s and shows the canonical diff', async (_, edit) => {
    const checked = await check(manifest(edit));
    expect(checked).toMatchObject({ outcome: 'ok', reason: 'ok', files: ['src/a.js'] });
    expect(JSON.stringify(checked)).toContain(
      JSON.stringify(`-${LINE}\n+${NEW_LINE}\n`).slice(1, -1),
    );
  });

  it('locks and opens what it is told to, as a run does', async () => {
    const edit = (path: string) => manifest({ edits: [{ path, old: 'x', new: 'y' }] });
    const legacy = manifest({ edits: [{ path: 'legacy/b.js', old: LINE, new: NEW_LINE }] });
    expect(await check(legacy)).toMatchObject({ outcome: 'ok' });
    expect(await check(legacy, { add: ['legacy/**'], except: [] })).toMatchObject({
      outcome: 'refused',
      reason: 'protected-path',
      diff: '',
    });
    expect(await check(edit('test/a.test.js'))).toMatchObject({ reason: 'protected-path' });
    const open = { add: [], except: ['test/**'] };
    expect(await check(edit('test/a.test.js'), open)).toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['{"node_id": ', 'is not JSON: '],
    ['', 'is not JSON: '],
    ['"text"', 'is refused: '],
    ['{"node_id": "R001"}', 'named_refactoring'],
    [manifest({ edits: [], diff: 'x' }), 'edits'],
    [manifest({ edits: [{ path: 'src/a.js' }] }), '{path, old, new}'],
  ])('says what is wrong with %s', async (text, told) => {
    const checked = await check(text);
    expect(checked).toMatchObject({ outcome: 'needs-repair', reason: 'malformed', diff: '' });
    expect(checked.message).toContain('the manifest on standard input');
    expect(checked.message).toContain(told);
  });

  it('reads a file, names it, and writes nothing to the repository', async () => {
    const folder = await makeFolder();
    await writeFiles(folder, { 'bad.json': '{', 'good.json': manifest({ diff: 'no change' }) });
    const before = await bytesBelow(repo);
    const request = { stdin: Readable.from([]), repo, lockbox: { add: [], except: [] } };
    const bad = await checkManifest({ ...request, file: join(folder, 'bad.json') });
    expect(bad.message).toContain(`bad.json" is not JSON`);
    const good = await checkManifest({ ...request, file: join(folder, 'good.json') });
    expect(good).toMatchObject({ outcome: 'needs-repair', reason: 'unknown-text' });
    const none = await checkManifest({ ...request, file: join(folder, 'none.json') });
    expect(none).toMatchObject({ outcome: 'bad-input' });
    expect(await bytesBelow(repo)).toEqual(before);
  });
});
