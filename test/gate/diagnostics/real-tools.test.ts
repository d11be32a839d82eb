import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { uncovered } from '../../../src/gate/diagnostics/index.js';
import type { Check, GatePlan } from '../../../src/gate/gate.js';
import { runChecks, type CheckedStep } from '../../../src/gate/run-oracle.js';
import { freshPlace } from '../../../src/gate/run-step.js';
import { makeFolder, makeRepo, type Files } from '../../helpers/git-repo.js';

const modules = new URL('../../../node_modules', import.meta.url).pathname;
const eslint = ['node', join(modules, 'eslint/bin/eslint.js')];
const prettier = ['node', join(modules, 'prettier/bin/prettier.cjs')];
const tsc = ['node', join(modules, 'typescript/bin/tsc')];

async function placed(files: Files) {
  const workspace = await makeRepo({ '.gitignore': 'node_modules\n', ...files });
  const ctx = { workspace, outDir: await makeFolder(), signal: new AbortController().signal };
  await freshPlace(ctx);
  return ctx;
}

const checkOf = (argv: string[], cwd = ''): Check => ({
  ...{ name: 'lint', kind: 'lint', argv, cwd, source: 'test' },
});

async function checked(files: Files, argv: string[], cwd = ''): Promise<CheckedStep | undefined> {
  const plan: GatePlan = {
    ...{ tests: [], checks: [checkOf(argv, cwd)], setup: null, build: [], timeoutSeconds: null },
    ...{ allowFailing: [], allowFlaky: [], notes: [] },
  };
  const options = { network: 'off', home: 'own', limitOf: () => 60_000 } as const;
  return (await runChecks(await placed(files), plan, options)).lint;
}

describe('a check', () => {
  const config = { 'sub/eslint.config.cjs': `module.exports = [{ rules: { eqeqeq: 'warn' } }];` };

  it('runs eslint in its folder and reads its report', async () => {
    const files = { ...config, 'sub/src/a.js': '\n\nx1 == 1;\n' };
    const run = await checked(files, [...eslint, '.', '--format', 'stylish'], 'sub');
    expect(run?.check).toEqual({
      code: 0,
      diagnostics: ["sub/src/a.js: warning eqeqeq Expected '===' and instead saw '=='."],
    });
  });

  it('is nothing when eslint itself fails, and says why', async () => {
    const broken = { 'eslint.config.cjs': `module.exports = [{ rules: { nope: 'error' } }];` };
    const run = await checked({ ...broken, 'a.js': '' }, [...eslint, '.']);
    expect(run).toMatchObject({ check: null, why: 'it exited with 2 without a usable report' });
  });

  it('tells bulk suppressions that a fix made stale', async () => {
    const bulk = { 'a.js': { 'no-debugger': { count: 1 }, eqeqeq: { count: 1 } } };
    const files = {
      'eslint.config.cjs': `module.exports = [{ rules: { eqeqeq: 2, 'no-debugger': 2 } }];`,
      'eslint-suppressions.json': JSON.stringify(bulk),
      'a.js': 'debugger;\n',
    };
    const run = await checked(files, [...eslint, '.']);
    expect(run?.check?.diagnostics).toEqual([
      expect.stringMatching(/^\.: error unused-suppressions /),
    ]);
  });

  it('lists what prettier would write otherwise', async () => {
    const run = await checked({ 'a.js': 'a  = 1', 'b.js': 'b = 1;\n' }, [
      ...prettier,
      '-l',
      '*.js',
    ]);
    expect(run?.check).toEqual({
      code: 1,
      diagnostics: ['a.js: error format is not formatted'],
    });
  });

  it('names file, code and message of tsc, and not the place', async () => {
    const files = {
      'tsconfig.json': '{"compilerOptions":{"types":[],"noLib":true},"files":["a.ts"]}',
      'a.ts':
        '\ninterface Array<T>{} interface Boolean{} interface Function{} interface IArguments{} interface Number{} interface Object{} interface RegExp{} interface String{} interface CallableFunction{} interface NewableFunction{}\nconst n: number = "x";\n',
    };
    const run = await checked(files, [...tsc, '-p', '.', '--noEmit']);
    expect(run?.check?.diagnostics).toEqual([
      "a.ts: error TS2322 Type 'string' is not assignable to type 'number'.",
    ]);
    expect(run?.why).toBeUndefined();
  });
});

describe('uncovered', () => {
  const project = '{"compilerOptions":{"types":[],"noLib":true,"composite":true}}';
  const files = {
    'tsconfig.json': '{"files":[],"references":[{"path":"./a"}]}',
    'a/tsconfig.json': project,
    'a/x.ts': 'export const x = 1;\n',
    'b/y.ts': 'export const y = 1;\n',
    'c.py': 'x = 1\n',
  };
  const scope = ['a/x.ts', 'b/y.ts', 'c.py'];

  it('names what a solution without files never looks at, though it passes', async () => {
    const ctx = await placed(files);
    const types = (args: string[]) => uncovered(ctx, checkOf([...tsc, ...args]), scope);
    expect(await types(['-p', '.', '--noEmit'])).toEqual(['a/x.ts', 'b/y.ts']);
    expect(await types(['-b', '--noEmit', '--pretty', 'false'])).toEqual(['b/y.ts']);
  });

  it('says nothing of checks that do not tell, or fail', async () => {
    const ctx = await placed(files);
    expect(await uncovered(ctx, checkOf(['mypy', '.']), scope)).toBeNull();
    expect(await uncovered(ctx, checkOf([...tsc, '-p', 'nowhere']), scope)).toBeNull();
  });
});
