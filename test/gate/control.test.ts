import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { measureBaseline } from '../../src/gate/baseline.js';
import { breakModule } from '../../src/gate/break-module.js';
import { negativeControl } from '../../src/gate/control.js';
import type { GateContext } from '../../src/gate/gate.js';
import { runGit, type Files } from '../helpers/git-repo.js';
import { SUM, withTest } from './fixtures.js';
import { planned } from './support.js';

async function controlled(files: Files, scope: string[], more: Partial<GateContext> = {}) {
  const { ctx, plan, workspace } = await planned(files);
  const measured = await measureBaseline(ctx, plan);
  if (measured.kind !== 'ok') throw new Error(measured.message);
  const steps: string[] = [];
  const watched = { ...ctx, ...more, onProgress: (step: string) => void steps.push(step) };
  const result = await negativeControl(watched, plan, measured.baseline, scope);
  return { result, workspace, ctx, steps };
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
    expect(result).toEqual({ kind: 'ok', broken: 'src/sum.js' });
    expect(steps).toEqual(['tests']);
    expect(await runGit(workspace, 'status', '--porcelain')).toBe('');
    expect(await readdir(ctx.outDir)).not.toContain('control');
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
    expect(result).toEqual({ kind: 'ok', broken: 'src/sum.js' });
    expect(steps).toEqual(['tests', 'tests']);
  });

  it('does not take a suite that only fails in another folder for one that fails', async () => {
    const files = withTest(
      `it('stays', () => { if (process.cwd().endsWith('control')) throw new Error('moved'); });`,
    );
    const { result } = await controlled(files, ['src/unused.js']);
    expect(result).toMatchObject({
      reason: 'gate-cannot-fail',
      message: expect.stringMatching(/nothing broken too, tests-failed: .*stays/),
    });
    const loaded = await controlled(files, ['src/unused.js', 'src/sum.js']);
    expect(loaded.result).toEqual({ kind: 'ok', broken: 'src/sum.js' });
  });
});

describe('breakModule', () => {
  it('throws first, after a shebang, in every known language', () => {
    expect(breakModule('a.ts', '#!/usr/bin/env node\nimport x;')).toBe(
      "#!/usr/bin/env node\nif (globalThis) throw new Error('refactor-loop negative control');\nimport x;",
    );
    expect(breakModule('a.py', 'import x\n')).toMatch(/^raise RuntimeError\(.*\)\nimport x\n$/);
    expect(breakModule('a.d.ts', '')).toBeNull();
    expect(breakModule('a.json', '{}')).toBeNull();
  });
});
