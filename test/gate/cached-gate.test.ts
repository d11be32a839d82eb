import { chmod, readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GateCache } from '../../src/gate/cache.js';
import {
  confirmOnce,
  controlOnce,
  measurementKey,
  measureOnce,
} from '../../src/gate/cached-gate.js';
import type { GateContext } from '../../src/gate/gate.js';
import { makeFolder, makeRepo, writeFiles } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { baselineOf, contextOf, planOf } from './support.js';

const PLAN = planOf('node:test', ['node', '--test']);
const PROJECT = {
  ...SUM,
  '.gitignore': 'node_modules/\n.venv/\nsecret.txt\n',
  'node_modules/.package-lock.json': '{}',
  'node_modules/dep/package.json': '{"version":"1.0.0"}',
  '.venv/pyvenv.cfg': 'version = 3.12',
  '.venv/lib/python3.12/site-packages/dep-1.0.dist-info/RECORD': '',
};

async function project(): Promise<{ workspace: string; ctx: GateContext }> {
  const workspace = await makeRepo(SUM);
  await writeFiles(workspace, PROJECT);
  return { workspace, ctx: await contextOf(workspace) };
}

describe('measureOnce', () => {
  it('measures once for all processes, and the second time only says how long ago that was', async () => {
    const { workspace, ctx } = await project();
    const cache = new GateCache(await makeFolder());
    const first = await measureOnce(ctx, PLAN, cache);
    if (first.kind !== 'ok') throw new Error(first.message);
    expect(first.isConfirmed).toBe(false);
    const confirmed = await confirmOnce(ctx, PLAN, first, cache);
    if (confirmed.kind !== 'ok') throw new Error(confirmed.message);
    const ran: string[] = [];
    const setup = { argv: ['node', '-e', ''], cwd: '' };
    const elsewhere = await contextOf(workspace, { onProgress: (text) => void ran.push(text) });
    const again = await measureOnce(elsewhere, PLAN, cache);
    expect(again).toMatchObject({
      isConfirmed: true,
      key: first.key,
      baseline: {
        ...confirmed.baseline,
        notes: [...confirmed.baseline.notes, expect.stringMatching(/measured \d+ s ago/)],
      },
    });
    expect(ran).toEqual([]);
    await cache.write(await measurementKey(elsewhere, { ...PLAN, setup }), confirmed.baseline);
    await measureOnce(elsewhere, { ...PLAN, setup }, cache);
    expect(ran).toEqual(['setup']);
  });

  it('never keeps a refusal', async () => {
    const workspace = await makeRepo(withTest("it('fails', () => { throw new Error(); });"));
    const ctx = await contextOf(workspace);
    const folder = await makeFolder();
    const cache = new GateCache(folder);
    expect(await measureOnce(ctx, PLAN, cache)).toMatchObject({ reason: 'baseline-red' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('measurementKey', () => {
  it('is the same for a copy of the workspace, and for the same commands in it', async () => {
    const one = await project();
    const two = await project();
    for (const { workspace } of [one, two])
      for (const path of [
        'node_modules/dep',
        '.venv/lib/python3.12/site-packages/dep-1.0.dist-info',
      ])
        await utimes(join(workspace, path), 1_000, 1_000);
    for (const { workspace } of [one, two])
      for (const path of Object.keys(PROJECT)) await utimes(join(workspace, path), 1_000, 1_000);
    const plan = ({ workspace }: typeof one) =>
      planOf('pytest', [join(workspace, '.venv/bin/python'), '-m', 'pytest']);
    expect(await measurementKey(one.ctx, plan(one))).toBe(await measurementKey(two.ctx, plan(two)));
  });

  it.each([
    ['a tracked file', { 'src/sum.js': 'exports.sum = 1;' }],
    ['a new file', { 'src/new.js': '' }],
    ['what npm installed', { 'node_modules/.package-lock.json': '{"a":1}' }],
    ['a package that came', { 'node_modules/other/index.js': '' }],
    ['a package inside one', { 'node_modules/dep/node_modules/in.js': '' }],
    ['the virtual environment', { '.venv/pyvenv.cfg': 'version = 3.13' }],
    ['a Python package', { '.venv/lib/python3.12/site-packages/dep-2.0.dist-info/RECORD': '' }],
    ['a copied file', { 'secret.txt': 'x' }],
  ])('changes with %s', async (_, files) => {
    const { workspace, ctx } = await project();
    const before = await measurementKey(ctx, PLAN);
    expect(await measurementKey(ctx, PLAN)).toBe(before);
    await writeFiles(workspace, files);
    expect(await measurementKey(ctx, PLAN)).not.toBe(before);
  });

  it('changes with commands, accepted ids and limits, but not with caches of tools', async () => {
    const { workspace, ctx } = await project();
    const before = await measurementKey(ctx, PLAN);
    await writeFiles(workspace, {
      'node_modules/.cache/tool': 'x',
      '.venv/lib/python3.12/site-packages/__pycache__/a.pyc': '',
    });
    expect(await measurementKey(ctx, PLAN)).toBe(before);
    const keys = [
      before,
      await measurementKey(ctx, planOf('node:test', ['node', '--test', 'x'])),
      await measurementKey(ctx, { ...PLAN, allowFlaky: ['x'] }),
      await measurementKey({ ...ctx, timeoutMs: 1 }, PLAN),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('measurementKey outside the workspace', () => {
  const VARIABLES = ['PATH', 'JAVA_HOME', 'RUSTUP_HOME', 'GOROOT'];
  let before: (string | undefined)[] = [];
  beforeEach(() => {
    before = VARIABLES.map((name) => process.env[name]);
  });
  afterEach(() => {
    for (const [index, name] of VARIABLES.entries())
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
  });

  it('changes with the home of each tool', async () => {
    const { ctx } = await project();
    const keys = [await measurementKey(ctx, PLAN)];
    for (const name of ['JAVA_HOME', 'RUSTUP_HOME', 'GOROOT']) {
      process.env[name] = '/opt/other';
      keys.push(await measurementKey(ctx, PLAN));
    }
    expect(new Set(keys).size).toBe(4);
  });

  it('changes with the program of a step, and with the version that a manager has chosen', async () => {
    const { ctx } = await project();
    const tools = await makeFolder();
    process.env['PATH'] = `${tools}:${process.env['PATH'] ?? ''}`;
    process.env['RUSTUP_HOME'] = tools;
    const plan = planOf('pytest', ['rl-tool']);
    const keys: string[] = [];
    const steps = [{ 'rl-tool': '1' }, { 'rl-tool': '22' }, { 'settings.toml': 'nightly' }];
    for (const files of steps) {
      await writeFiles(tools, files);
      await chmod(join(tools, 'rl-tool'), 0o755);
      keys.push(await measurementKey(ctx, plan));
    }
    expect(new Set(keys).size).toBe(3);
  });

  it('changes with packages that nothing ignores', async () => {
    const workspace = await makeRepo(SUM);
    const ctx = await contextOf(workspace);
    await writeFiles(workspace, { 'node_modules/.package-lock.json': '{}' });
    const key = await measurementKey(ctx, PLAN);
    await writeFiles(workspace, { 'node_modules/.package-lock.json': '{"a":1}' });
    expect(await measurementKey(ctx, PLAN)).not.toBe(key);
  });

  it('counts what setup installs, however often it ran before', async () => {
    const { workspace, ctx } = await project();
    const installs = "require('fs').appendFileSync('secret.txt', 'x')";
    const plan = planOf('node:test', ['node', '-e', ''], {
      setup: { argv: ['node', '-e', installs], cwd: '' },
    });
    const cache = new GateCache(await makeFolder());
    await cache.write(await measurementKey(ctx, plan), 'measured before what setup installs now');
    expect(await measureOnce(ctx, plan, cache)).toMatchObject({ kind: 'refused' });
    expect(await readFile(join(workspace, 'secret.txt'), 'utf8')).toBe('x');
  });
});

describe('controlOnce', () => {
  it('proves a gate once for the same baseline and scope', async () => {
    const { ctx } = await project();
    const cache = new GateCache(await makeFolder());
    let opened = 0;
    const open = (): Promise<GateContext> => {
      opened += 1;
      return Promise.resolve(ctx);
    };
    const baseline = baselineOf({
      passed: ['test/sum.test.js › sum › adds', 'test/sum.test.js › sum › adds negatives'],
      skipped: ['test/sum.test.js › sum › later'],
      empty: [],
      testFiles: ['test/sum.test.js'],
    });
    const prove = (scope: string[]) =>
      controlOnce(open, PLAN, { baseline, key: 'key', scope }, cache);
    const first = await prove(['src/sum.js']);
    expect(first).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(await prove(['src/sum.js'])).toEqual(first);
    expect(opened).toBe(1);
    expect(await prove(['src/unused.js'])).toMatchObject({ kind: 'refused' });
    await prove(['src/unused.js']);
    expect(opened).toBe(3);
  });
});
