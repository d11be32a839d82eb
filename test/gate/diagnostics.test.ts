import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkCommand, newDiagnostics } from '../../src/gate/diagnostics.js';
import { runStatic } from '../../src/gate/run-oracle.js';
import { freshPlace } from '../../src/gate/run-step.js';
import { makeFolder, makeRepo, type Files } from '../helpers/git-repo.js';
import { contextOf, planOf } from './support.js';

const modules = new URL('../../node_modules', import.meta.url).pathname;
const options = { network: 'off', limitOf: () => 60_000 } as const;

async function checked(files: Files, step: 'lint' | 'types', argv: string[]) {
  const workspace = await makeRepo({ '.gitignore': 'node_modules\n', ...files });
  const ctx = await contextOf(workspace);
  await freshPlace(ctx);
  const run = await runStatic(ctx, { ...planOf('node:test', []), [step]: { argv } }, options);
  return run[step]?.check;
}

describe('the diagnostics of a linter', () => {
  const eslint = ['node', join(modules, 'eslint/bin/eslint.js'), '.', '--format', 'stylish'];
  const config = (rules: string) => ({
    'eslint.config.cjs': `module.exports = [{ rules: ${rules} }];`,
  });

  it('are read from the report of eslint, without line numbers', async () => {
    const files = {
      ...config("{ 'no-undef': 'error', eqeqeq: 'warn' }"),
      'src/a.js': '\n\nx1 == 1;\n',
    };
    expect(await checked(files, 'lint', eslint)).toEqual({
      code: 1,
      diagnostics: [
        "src/a.js: error no-undef 'x#' is not defined.",
        "src/a.js: warning eqeqeq Expected '===' and instead saw '=='.",
      ],
    });
  });

  it('are nothing when eslint itself fails', async () => {
    const files = { ...config("{ 'no-such-rule': 'error' }"), 'src/a.js': '' };
    expect(await checked(files, 'lint', eslint)).toBeNull();
  });

  it('are the lines of an unknown tool when it fails, masked and without terminal codes', async () => {
    const script =
      "console.log('\\u001b[31m12 errors in ' + process.cwd() + '/src/a.js:3\\u001b[0m');";
    const failing = ['node', '-e', `${script} process.exit(4)`];
    expect(await checked({}, 'lint', failing)).toEqual({
      code: 4,
      diagnostics: ['# errors in src/a.js:#'],
    });
    expect(await checked({}, 'lint', ['node', '-e', script])).toEqual({ code: 0, diagnostics: [] });
  });
});

describe('the diagnostics of tsc', () => {
  it('name file, code and message, and not the place', async () => {
    const files = {
      'tsconfig.json': '{"compilerOptions":{"types":[]}}',
      'a.ts': '\nconst n: number = "x";\n',
    };
    const tsc = [
      'node',
      join(modules, 'typescript/bin/tsc'),
      '-p',
      '.',
      '--noEmit',
      '--pretty',
      'false',
    ];
    expect(await checked(files, 'types', tsc)).toEqual({
      code: expect.any(Number),
      diagnostics: ["a.ts: error TS2322 Type 'string' is not assignable to type 'number'."],
    });
  });
});

describe('newDiagnostics', () => {
  const one = 'a.js: error no-undef x';

  it('compares as multisets', () => {
    expect(newDiagnostics([one], [one])).toEqual([]);
    expect(newDiagnostics([one], [one, one])).toEqual([one]);
    expect(newDiagnostics([one, one], [one])).toEqual([]);
  });

  it('does not call new what only moved to another file', () => {
    const moved = 'b.js: error no-undef x';
    expect(newDiagnostics([one], [moved])).toEqual([]);
    expect(newDiagnostics([one], [moved, moved])).toEqual([moved, moved]);
    expect(newDiagnostics([one], [one, moved])).toEqual([moved]);
  });
});

describe('checkCommand', () => {
  it('asks a plain eslint call for its JSON report', async () => {
    const report = join(await makeFolder(), 'lint.json');
    await writeFile(report, '[]');
    const { argv } = checkCommand({ argv: ['npx', 'eslint', '-f', 'stylish', 'src'] }, report);
    expect(argv).toEqual(['eslint', 'src', '-f', 'json', '-o', report]);
  });
});
