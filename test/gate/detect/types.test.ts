import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { Files } from '../../helpers/git-repo.js';
import { installed, manifest, planIn, shown } from './support.js';

const typescript: Files = {
  'node_modules/typescript': {
    link: fileURLToPath(new URL('../../../node_modules/typescript', import.meta.url)),
  },
  'node_modules/.bin/tsc': { link: '../typescript/bin/tsc' },
};

async function typesIn(files: Files, scripts: Record<string, string> = {}): Promise<string[]> {
  const plan = await planIn({
    ...installed('mocha'),
    ...typescript,
    'a.ts': 'export {};\n',
    'package.json': manifest({ test: 'mocha', ...scripts }),
    ...files,
  });
  return shown(plan).checks.filter((check) => check.startsWith('types '));
}

describe('detectGate on types', () => {
  it('runs tsc without writing, and without the state of earlier builds', async () => {
    expect(await typesIn({ 'tsconfig.json': '{}' })).toEqual([
      'types tsc -p tsconfig.json --noEmit --incremental false --pretty false',
    ]);
  });

  it('leaves a composite project its state, which it cannot do without', async () => {
    expect(await typesIn({ 'tsconfig.json': '{"compilerOptions":{"composite":true}}' })).toEqual([
      'types tsc -p tsconfig.json --noEmit --pretty false',
    ]);
  });

  it('builds where the configuration only refers to projects, as nothing is checked otherwise', async () => {
    const solution = {
      'lib/tsconfig.json': '{"compilerOptions":{"composite":true}}',
      'tsconfig.json': '// a solution\n{"files":[],"references":[{"path":"./lib"}]}',
    };
    const built = ['types tsc -b --noEmit --pretty false'];
    expect(await typesIn(solution)).toEqual(built);
    expect(await typesIn(solution, { typecheck: 'tsc --noEmit' })).toEqual(built);
  });

  it('takes all projects that a script names, with its own options', async () => {
    const found = await typesIn(
      { 'tsconfig.json': '{}', 'test/tsconfig.json': '{"include":["../a.ts"]}' },
      { typecheck: 'tsc --noEmit --skipLibCheck && tsc -p test/tsconfig.json' },
    );
    expect(found).toEqual([
      'types tsc -p tsconfig.json --noEmit --skipLibCheck --incremental false --pretty false',
      'types tsc -p test/tsconfig.json --noEmit --incremental false --pretty false',
    ]);
  });

  it('takes no build for a type check', async () => {
    const files = { 'tsconfig.json': '{}', 'tsconfig.build.json': '{}' };
    const scripts = { check: 'npm run build', build: 'tsc -p tsconfig.build.json' };
    expect(await typesIn(files, scripts)).toEqual([
      'types tsc -p tsconfig.json --noEmit --incremental false --pretty false',
    ]);
  });

  it('checks with the compiler of the framework', async () => {
    const dependencies = { devDependencies: { 'vue-tsc': '*' } };
    const found = await typesIn({
      ...installed('vue-tsc', 'mocha'),
      'tsconfig.json': '{}',
      'package.json': manifest({ test: 'mocha' }, dependencies),
    });
    expect(found).toEqual(['types vue-tsc --noEmit']);
  });

  it('says why a configuration without files is not checked', async () => {
    const plan = await planIn({
      ...installed('mocha'),
      ...typescript,
      'package.json': manifest({ test: 'mocha' }),
      'tsconfig.json': '{"files":[]}',
    });
    expect(plan.notes).toEqual([
      'types are not checked (tsconfig.json): tsc finds no project in tsconfig.json',
    ]);
  });

  it('says which files in scope no type check looks at', async () => {
    const files = {
      ...installed('mocha'),
      ...typescript,
      'package.json': manifest({ test: 'mocha' }),
      'tsconfig.json': '{"include":["src"]}',
      'src/a.ts': 'export {};\n',
      'tools/b.ts': 'export {};\n',
    };
    const note = 'no type check looks at tools/b.ts';
    expect((await planIn(files, { scope: ['src/a.ts', 'tools/b.ts'] })).notes).toContain(note);
    expect((await planIn(files, { scope: ['src/a.ts'] })).notes).toEqual([]);
  });

  it('leaves the kinds that are given to those who give them', async () => {
    const plan = await planIn(
      {
        ...installed('mocha', 'eslint'),
        ...typescript,
        'package.json': manifest({ test: 'mocha', lint: 'eslint .' }),
        'tsconfig.json': '{}',
      },
      { input: { lint: ['make', 'lint'], types: ['make', 'types'], timeoutSeconds: 9 } },
    );
    expect(plan).toMatchObject({
      timeoutSeconds: 9,
      checks: [
        { name: 'lint', argv: ['make', 'lint'], source: 'input' },
        { name: 'types', argv: ['make', 'types'], source: 'input' },
      ],
    });
  });
});
