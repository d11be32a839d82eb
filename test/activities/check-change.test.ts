import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { checkChange } from '../../src/activities/change.js';
import type { Deps } from '../../src/activities/deps.js';
import type { Task } from '../../src/activities/task.js';
import { Fence, RunFolder } from '../../src/adapters/run-folder.js';
import type { Change } from '../../src/change/change.js';
import type { Edit } from '../../src/core/contracts.js';
import { effectiveSettings } from '../../src/core/settings.js';
import type { GatePlan } from '../../src/gate/gate.js';
import { manifest } from '../core/samples.js';
import { commitFiles, makeFolder, runGit } from '../helpers/git-repo.js';

const prettier = new URL('../../node_modules/prettier', import.meta.url).pathname;
const FILES = {
  '.gitignore': 'node_modules\n',
  '.prettierrc': '{ "singleQuote": true }\n',
  'src/a.js': "export const a = () => 'a';\n",
  'src/plain.js': 'export const p = ( ) => 1\n',
};

let folder: RunFolder;
let task: Task;
let plan: string;
let baseline: string;

beforeEach(async () => {
  folder = new RunFolder(await makeFolder(), '20260101-0123456789ab');
  const { workspace, store } = folder;
  await mkdir(join(workspace, 'node_modules/.bin'), { recursive: true });
  await symlink(join(prettier, 'bin/prettier.cjs'), join(workspace, 'node_modules/.bin/prettier'));
  await runGit(workspace, 'init', '--quiet', '--initial-branch=main');
  await commitFiles(workspace, FILES);
  const settings = effectiveSettings({ repo: workspace });
  task = {
    deps: {} as Deps,
    folder,
    signal: new AbortController().signal,
    fence: await Fence.claim(folder.fenceFile, 1, 1),
    sequence: 1,
    settings: () => Promise.resolve(settings),
    elapsed: () => 0,
    tell: () => undefined,
  };
  const argv = ['node_modules/.bin/prettier', '--check', 'src/a.js'];
  plan = await store.put({
    ...{ tests: [], setup: null, build: [], timeoutSeconds: null, notes: [] },
    ...{ allowFailing: [], allowFlaky: [] },
    checks: [{ name: 'format', kind: 'format', argv, cwd: '', source: 'test' }],
  } satisfies GatePlan);
  baseline = await store.put({
    ...{ testFiles: [], home: 'own', checks: { format: { code: 0, diagnostics: [] } } },
  });
});

async function checked(edits: Edit[]) {
  const proposal = await folder.store.put(manifest({ edits }));
  const call = { run: '20260101-0123456789ab', sequence: 1, settings: '' };
  return checkChange({ ...call, proposal, plan, baseline }, task);
}

async function newText(hash: string, path: string): Promise<string | undefined> {
  const { files } = await folder.store.get<Change>(hash);
  const after = files.find((file) => file.path === path)?.after;
  return after == null ? undefined : Buffer.from(after, 'base64').toString();
}

const edit = (text: string): Edit => ({ path: 'src/a.js', old: "=> 'a';", new: text });

describe('checkChange', () => {
  it('gives a change the form that the repository enforces, and says so', async () => {
    const result = await checked([edit('=>   "b"')]);
    if (result.kind !== 'ok') throw new Error(result.message);
    expect(await newText(result.change, 'src/a.js')).toBe("export const a = () => 'b';\n");
    expect(result.notes).toEqual(['src/a.js was formatted with prettier']);
    const source = await readFile(join(folder.workspace, 'src/a.js'), 'utf8');
    expect(source).toBe(FILES['src/a.js']);
    expect(await runGit(folder.workspace, 'status', '--porcelain')).toBe('');
  });

  it('is the same change as one that was proposed in this form, and the same when run again', async () => {
    const result = await checked([edit('=>   "b"')]);
    expect(await checked([edit('=>   "b"')])).toEqual(result);
    const inForm = await checked([edit("=> 'b';")]);
    expect(inForm).toEqual({ ...result, notes: [] });
  });

  it('leaves a file alone that was not in this form before', async () => {
    const result = await checked([{ path: 'src/plain.js', old: '=> 1', new: '=>  2' }]);
    if (result.kind !== 'ok') throw new Error(result.message);
    expect(await newText(result.change, 'src/plain.js')).toBe('export const p = ( ) =>  2\n');
    expect(result.notes).toEqual([]);
  });

  it('refuses a change of which the form leaves nothing, and says why', async () => {
    const result = await checked([edit('=>   "a"')]);
    expect(result).toMatchObject({ kind: 'needs-repair', reason: 'no-change' });
    expect(result.kind === 'ok' ? '' : result.message).toMatch(/was formatted with prettier/);
  });

  it('lets a change through as it is when the formatter cannot read it', async () => {
    const result = await checked([edit("=> ('b'")]);
    if (result.kind !== 'ok') throw new Error(result.message);
    expect(await newText(result.change, 'src/a.js')).toBe("export const a = () => ('b'\n");
    expect(result.notes).toEqual([
      expect.stringMatching(/^src\/a\.js is not formatted: prettier exited with 2/),
    ]);
  });
});
