import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { hostSandbox } from '../../src/adapters/sandbox.js';
import { breakModule, CONTROL_MESSAGE, isBreakable } from '../../src/gate/break-module.js';
import { controlModules } from '../../src/gate/control-modules.js';
import { negativeControl } from '../../src/gate/control.js';
import type { GateContext, GatePlan } from '../../src/gate/gate.js';
import { makeFolder, runGit, writeFiles, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { measured, NODE_TEST, type Measured } from './gated.js';
import { planOf, suiteOf } from './plans.js';

const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

async function control(on: Measured, scope: string[], more: Partial<GateContext> = {}) {
  const steps: string[] = [];
  const watched = { ...on.ctx, ...more, onProgress: (step: string) => void steps.push(step) };
  return { result: await negativeControl(watched, on.plan, on.baseline, scope), steps };
}

async function controlled(
  files: Files,
  scope: string[],
  { plan = NODE_TEST, ...more }: Partial<GateContext> & { plan?: GatePlan } = {},
) {
  const on = await measured(files, plan);
  return { ...on, ...(await control(on, scope, more)) };
}

/** {@link SUM} with a test that does `otherwise` when the module cannot be loaded. */
function catching(otherwise: string, more = ''): Files {
  const load = `try { require('../src/sum.js'); } catch { ${otherwise} }`;
  return {
    ...withTest(`it('loads', async () => { ${load} });\n${more}`),
    'test/sum.test.js': null,
  };
}

describe('negativeControl', () => {
  it('proves that a suite can go red, in a copy that is gone afterwards', async () => {
    const { result, workspace, ctx, steps } = await controlled(SUM, [
      'src/unused.js',
      'src/sum.js',
    ]);
    expect(result).toEqual({ kind: 'ok', broken: 'src/sum.js', relatedFirst: false });
    expect(steps).toEqual(['tests']);
    expect(await runGit(workspace, 'status', '--porcelain')).toBe('');
    expect(await readdir(ctx.outDir)).not.toContain('control-copy');
  });

  it('runs the copy where the workspace is, as far as the sandbox can', async () => {
    const on = await measured(SUM);
    const home = JSON.stringify(on.workspace);
    const test = withTest(
      `it('is at home', () => { if (process.cwd() !== ${home}) throw new Error('moved'); });`,
    );
    await writeFiles(on.workspace, { 'test/more.test.js': test['test/more.test.js'] ?? null });
    const { result } = await control(on, ['src/unused.js']);
    const isMounted = (await hostSandbox()).tier === 'bwrap';
    const told = isMounted ? 'stays green' : 'nothing broken too';
    expect(result).toMatchObject({ message: expect.stringContaining(told) });
  });

  it('uses a copy that is there, and leaves it as it was', async () => {
    const on = await measured(SUM);
    const mounted = join(await makeFolder(), 'copy');
    await runGit(on.workspace, 'clone', '--quiet', '.', mounted);
    const { result } = await control(on, ['src/sum.js'], { mounted });
    expect(result).toMatchObject({ kind: 'ok' });
    expect(await runGit(mounted, 'status', '--porcelain')).toBe('');
  });

  it('refuses a suite that stays green on each broken module, and names them', async () => {
    const { result } = await controlled(SUM, ['src/unused.js', 'test/sum.test.js', 'readme.md']);
    expect(result).toMatchObject({
      kind: 'refused',
      reason: 'gate-cannot-fail',
      message: expect.stringContaining('src/unused.js'),
    });
    expect(result).toMatchObject({ message: expect.not.stringContaining('test/sum.test.js') });
  });

  it('refuses a suite that tests something built from the sources without building it', async () => {
    const { result } = await controlled(
      {
        ...SUM,
        'lib/sum.js': 'exports.sum = (a, b) => a + b;\n',
        'test/sum.test.js': SUM['test/sum.test.js'].replace('../src', '../lib'),
      },
      ['src/sum.js'],
    );
    expect(result).toMatchObject({ kind: 'refused', reason: 'gate-cannot-fail' });
  });

  it('refuses a suite that tests another copy through a link in node_modules', async () => {
    const files = {
      ...SUM,
      'checkout/index.js': 'exports.sum = (a, b) => a + b;\n',
      'test/sum.test.js': SUM['test/sum.test.js'].replace('../src/sum.js', 'sum'),
    };
    const on = await measured(files, NODE_TEST, async (workspace) => {
      await mkdir(join(workspace, 'node_modules'));
      await symlink('../checkout', join(workspace, 'node_modules/sum'));
    });
    expect(on.baseline.counts.passed).toBe(2);
    const { result } = await control(on, ['src/sum.js']);
    expect(result).toMatchObject({ kind: 'refused', reason: 'gate-cannot-fail' });
  });

  it('does not take a suite that hangs for one that fails', async () => {
    const files = catching('await new Promise(() => setInterval(() => {}, 9));');
    const { result } = await controlled(files, ['src/sum.js'], { timeoutMs: 2_000 });
    expect(result).toMatchObject({
      reason: 'gate-cannot-fail',
      message: expect.stringContaining('with src/sum.js broken: tests-timeout'),
    });
  });

  it('takes a failure that does not name the cause when the suite is green with nothing broken', async () => {
    const files = catching(
      "fs.writeFileSync('left.txt', ''); throw new Error('no');",
      "it('is clean', () => { if (fs.existsSync('left.txt')) throw new Error('left'); });",
    );
    const { result, steps } = await controlled(files, ['src/sum.js']);
    expect(result).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(steps).toEqual(['tests', 'tests']);
  });

  it('does not take a suite that is red anyway for one that fails', async () => {
    const files = withTest(`it('was here', () => {
      fs.mkdirSync('node_modules', { recursive: true });
      if (fs.existsSync('node_modules/ran')) throw new Error('again');
      fs.writeFileSync('node_modules/ran', '');
    });`);
    const { result } = await controlled(files, ['src/unused.js']);
    expect(result).toMatchObject({
      reason: 'gate-cannot-fail',
      message: expect.stringMatching(/nothing broken too, tests-failed: .*was here/),
    });
  });

  it('proves each suite of a package, by a module outside the scope where none inside reaches it', async () => {
    const files = {
      ...SUM,
      'src/other.js': 'exports.other = 1;\n',
      'spec/other.js': "require('node:test').it('other', () => require('../src/other.js'));\n",
    };
    const second = suiteOf('node:test', ['node', '--test', 'spec/other.js'], { name: 'tests-2' });
    const first = suiteOf('node:test', ['node', '--test', 'test/']);
    const plan = planOf('node:test', [], { tests: [first, second] });
    const { result, steps } = await controlled(files, ['src/sum.js'], { plan });
    expect(result).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(new Set(steps)).toEqual(new Set(['tests', 'tests-2']));
  });

  it('refuses a plan in which one of two suites cannot fail, and names it', async () => {
    const files = { ...SUM, 'spec/nothing.js': "require('node:test').it('nothing', () => {});\n" };
    const second = suiteOf('node:test', ['node', '--test', 'spec/nothing.js'], { name: 'tests-2' });
    const first = suiteOf('node:test', ['node', '--test', 'test/']);
    const plan = planOf('node:test', [], { tests: [first, second] });
    const { result } = await controlled(files, ['src/sum.js'], { plan });
    expect(result).toMatchObject({
      reason: 'gate-cannot-fail',
      message: expect.stringMatching(
        /spec\/nothing\.js" \(tests-2\).*src\/sum\.js, src\/unused\.js/,
      ),
    });
  });

  it('asks only the suites of the innermost package for a proof, in its language', async () => {
    const files = {
      ...SUM,
      'packages/p/p.js': 'exports.p = 1;\n',
      'packages/p/p.test.js': "require('node:test').it('p', () => require('./p.js'));\n",
    };
    const first = suiteOf('node:test', ['node', '--test', 'test/']);
    const other = { name: 'tests-2', cwd: 'packages/p' };
    const second = suiteOf('node:test', ['node', '--test'], other);
    const on = await measured(files, planOf('node:test', [], { tests: [first, second] }));
    const inner = await control(on, ['packages/p/p.js']);
    expect(inner.result).toMatchObject({ kind: 'ok', broken: 'packages/p/p.js' });
    expect(inner.steps).toEqual(['tests-2']);
    const outer = await control(on, ['src/sum.js']);
    expect(outer.result).toMatchObject({ kind: 'ok', broken: 'src/sum.js' });
    expect(outer.steps).toEqual(['tests']);
    const python = { tests: [suiteOf('pytest', ['pytest']), second] };
    const { required } = await controlModules(on.workspace, python, on.baseline, ['src/sum.js']);
    expect(required).toEqual([]);
  });

  it('measures whether related tests are red much sooner than the whole suite ends', async () => {
    const files = {
      'package.json': '{"name":"one"}',
      'src/sum.js': 'exports.sum = 1;\n',
      'test/sum.test.js': "test('sum', () => expect(require('../src/sum.js').sum).toBe(1));\n",
    };
    const on = await measured(files, planOf('jest', ['node', JEST]));
    for (const [ms, relatedFirst] of [
      [600_000, true],
      [1, false],
    ] as const) {
      const baseline = { ...on.baseline, usualMs: { tests: ms } };
      const { result } = await control({ ...on, baseline }, ['src/sum.js']);
      expect(result).toEqual({ kind: 'ok', broken: 'src/sum.js', relatedFirst });
    }
  });
});

describe('breakModule', () => {
  it('makes loading fail first in JavaScript, after a shebang', () => {
    expect(breakModule('a.ts', '#!/usr/bin/env node\nimport x;')).toBe(
      "#!/usr/bin/env node\nif (globalThis) throw new Error('refactor-loop negative control');\nimport x;",
    );
  });

  it.each([
    ['a.py', 'from __future__ import annotations\n', /^from __future__[^]*\nraise RuntimeError\(/],
    ['a.go', 'package a\n', /^package a\n\nfunc init\(\) \{ panic\(/],
    ['a.rs', '//! docs\n', /^\/\/! docs\n\ncompile_error!\(/],
    [
      'A.java',
      '// class B {\n@X\npublic final class A<T> extends B {\n}',
      /\n@X\npublic final class A<T> extends B \{ static \{/,
    ],
    ['A.java', 'record A(int x) {\n}', /^record A\(int x\) \{ static \{/],
  ])('breaks %s by what its language has', (path, text, broken) => {
    expect(breakModule(path, text)).toMatch(broken);
    expect(breakModule(path, text)).toContain(CONTROL_MESSAGE);
  });

  it('leaves alone what cannot be broken', () => {
    expect(breakModule('A.java', 'interface A { int x(); }')).toBeNull();
    for (const path of ['a.d.ts', 'a.json', 'README.md']) {
      expect(breakModule(path, '')).toBeNull();
      expect(isBreakable(path)).toBe(false);
    }
  });
});
