import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { measureBaseline } from '../../src/gate/baseline.js';
import { breakModule, negativeControl } from '../../src/gate/control.js';
import { runGit, type Files } from '../helpers/git-repo.js';
import { SUM } from './fixtures.js';
import { planned } from './support.js';

async function controlled(files: Files, scope: string[]) {
  const { ctx, plan, workspace } = await planned(files);
  const measured = await measureBaseline(ctx, plan);
  if (measured.kind !== 'ok') throw new Error(measured.message);
  const result = await negativeControl(ctx, plan, measured.baseline, scope);
  return { result, workspace, ctx };
}

describe('negativeControl', () => {
  it('proves that a suite can go red, in a copy that is gone afterwards', async () => {
    const { result, workspace, ctx } = await controlled(SUM, ['src/unused.js', 'src/sum.js']);
    expect(result).toEqual({ kind: 'ok', broken: 'src/sum.js' });
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
        'test/sum.test.js': String(SUM['test/sum.test.js']).replace('../src', '../lib'),
      },
      ['src/sum.js'],
    );
    expect(result).toMatchObject({ kind: 'refused', reason: 'gate-cannot-fail' });
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
