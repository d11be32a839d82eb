import { beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from '../../../src/adapters/git.js';
import { listApi } from '../../../src/gate/api/index.js';
import { compiled } from '../compiled.js';
import { writeWorkspace } from './workspace.js';
import { waitFor } from '../../helpers/wait-for.js';

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
  const outDir = join(build, 'out', basename(workspace));
  const { stdout } = await execa('node', ['driver.js', workspace, outDir, ...more], { cwd: build });
  return JSON.parse(stdout);
}

const childPids = async (parent: number): Promise<string[]> =>
  (
    await execa('pgrep', ['-P', String(parent), '-f', 'gate/api/child.js'], { reject: false })
  ).stdout
    .split('\n')
    .filter((pid) => pid !== '');

const isRunning = async (program: string): Promise<boolean> =>
  (await execa('pgrep', ['-f', program], { reject: false })).exitCode === 0;

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

  it('lists all languages of a workspace, and says why it lists none', async () => {
    const both = writeWorkspace({
      'package.json': { name: 'app' },
      'a.ts': 'export const a = 1;',
      'shop.py': 'x = 1\n',
    });
    const none = writeWorkspace({ 'shop.rb': 'x = 1' });
    const damaged = writeWorkspace({ 'package.json': '{"name": ', 'a.js': 'exports.a = 1;' });
    for (const folder of [both, none, damaged]) await git(folder, ['init', '-q']);
    const answers = await Promise.all([both, none, damaged].map((folder) => list(folder)));
    expect(answers).toEqual([
      { kind: 'listed', symbols: ['a.ts const a: 1', 'python:shop const x: -'] },
      {
        kind: 'manifest-only',
        why: 'no sources of TypeScript, JavaScript, Python, Go, Rust or Java',
      },
      { kind: 'manifest-only', why: expect.stringMatching(/^typescript: SyntaxError/) },
    ]);
    for (const folder of [both, none, damaged]) rmSync(folder, { recursive: true });
  });

  it('keeps its process for the next listing, and takes another when that one is gone', async () => {
    const workspace = writeWorkspace({ 'package.json': { name: 'app' }, 'a.js': 'exports.a = 1;' });
    const { signal } = new AbortController();
    const listing = () =>
      listApi({ workspace, outDir: `${workspace}-out`, signal, files: ['package.json', 'a.js'] });
    const others = await childPids(process.pid);
    const own = async () => (await childPids(process.pid)).filter((pid) => !others.includes(pid));
    const listed = await listing();
    const [first] = await own();
    writeFileSync(join(workspace, 'a.js'), 'exports.b = 1;');
    expect(await listing()).not.toEqual(listed);
    expect(await own()).toEqual([first]);
    process.kill(Number(first), 'SIGKILL');
    await waitFor(async () => (await own()).length === 0);
    writeFileSync(join(workspace, 'a.js'), 'exports.a = 1;');
    expect(await listing()).toEqual(listed);
    for (const folder of [workspace, `${workspace}-out`]) rmSync(folder, { recursive: true });
  });

  it('does not outlive its parent, nor keeps it alive', async () => {
    const workspace = writeWorkspace({ 'package.json': { name: 'app' }, 'a.js': 'exports.a = 1;' });
    await git(workspace, ['init', '-q']);
    expect(await list(workspace)).toMatchObject({ kind: 'listed' });
    await waitFor(async () => !(await isRunning(join(build, 'dist/gate/api/child.js'))));
    rmSync(workspace, { recursive: true });
  });

  it('ends with the reason of the abort', async () => {
    const workspace = writeWorkspace({ 'package.json': { name: 'app' }, 'a.ts': 'export {};' });
    expect(await list(workspace, 'a.ts')).toEqual({ kind: 'stopped' });
    rmSync(workspace, { recursive: true });
  });
});
