import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { git } from '../../../src/adapters/git.js';
import { writeWorkspace } from './workspace.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
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

/** Compiles the lister as the build does, so that the child that is forked is the code under test. */
function compile(): string {
  const folder = writeWorkspace({ 'package.json': { type: 'module' }, 'driver.js': DRIVER });
  const sources = readdirSync(join(ROOT, 'src/gate/api'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join('gate/api', path));
  for (const source of [...sources, 'adapters/git.ts']) {
    const text = readFileSync(join(ROOT, 'src', source), 'utf8');
    const target = join(folder, 'dist', source.replace(/ts$/, 'js'));
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function list(workspace: string, ...more: string[]): Promise<unknown> {
  const outDir = join(build, 'out');
  const { stdout } = await execa('node', ['driver.js', workspace, outDir, ...more], { cwd: build });
  return JSON.parse(stdout);
}

beforeAll(() => {
  build = compile();
});

afterAll(() => rmSync(build, { recursive: true }));

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
