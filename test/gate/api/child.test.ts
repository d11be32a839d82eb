import { beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../../src/adapters/git.js';
import { compiled } from '../compiled.js';
import { writeWorkspace } from './workspace.js';

const DRIVER = `
import { listApi } from './dist/gate/api/index.js';
const [workspace, outDir, ...abortWithFiles] = process.argv.slice(2);
const files = abortWithFiles.length > 0 ? abortWithFiles : undefined;
const controller = new AbortController();
const listing = listApi({ workspace, outDir, signal: controller.signal, files });
if (files) controller.abort(new Error('stopped'));
const answer = await listing.catch((error) => ({ kind: error.message }));
process.stdout.write(JSON.stringify(answer));
`;

let build: string;

async function list(workspace: string, ...more: string[]): Promise<unknown> {
  const outDir = join(build, 'out');
  const { stdout } = await execa('node', ['driver.js', workspace, outDir, ...more], { cwd: build });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  build = await compiled(['gate/api', 'adapters/git.ts'], DRIVER);
});

describe('the listing in a child process', () => {
  it('takes the files that git lists, new ones too, and leaves the workspace as it was', async () => {
    const workspace = writeWorkspace({
      'package.json': { name: 'app' },
      'src/a.ts': 'export const a = 1;',
      'src/new.ts': 'export const b = 2;',
      '.gitignore': 'ignored.ts',
      'ignored.ts': 'export const c = 3;',
    });
    await git(workspace, ['init', '-q']);
    await git(workspace, ['add', 'src/a.ts', 'package.json', '.gitignore']);
    const before = await git(workspace, ['status', '--porcelain', '--ignored']);
    expect(await list(workspace)).toEqual({
      kind: 'listed',
      symbols: ['src/a.ts const a: 1', 'src/new.ts const b: 2'],
    });
    expect(await git(workspace, ['status', '--porcelain', '--ignored'])).toBe(before);
    rmSync(workspace, { recursive: true });
  });

  it('says why there is no listing', async () => {
    const python = writeWorkspace({ 'shop.py': 'x = 1' });
    const damaged = writeWorkspace({ 'package.json': '{"name": ', 'a.js': 'exports.a = 1;' });
    for (const folder of [python, damaged]) await git(folder, ['init', '-q']);
    expect(await list(python)).toEqual({
      kind: 'manifest-only',
      why: 'no JavaScript or TypeScript sources',
    });
    expect(await list(damaged)).toMatchObject({
      kind: 'manifest-only',
      why: expect.stringMatching(/^listing failed: SyntaxError/),
    });
    for (const folder of [python, damaged]) rmSync(folder, { recursive: true });
  });

  it('ends with the reason of the abort', async () => {
    const workspace = writeWorkspace({ 'package.json': { name: 'app' }, 'a.ts': 'export {};' });
    expect(await list(workspace, 'a.ts')).toEqual({ kind: 'stopped' });
    rmSync(workspace, { recursive: true });
  });
});
