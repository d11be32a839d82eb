import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { formatTexts, type ChangedText } from '../../../src/gate/format/index.js';
import type { Baseline, CheckResult, GatePlan } from '../../../src/gate/gate.js';
import { makeFolder, makeRepo, type Files } from '../../helpers/git-repo.js';

const root = new URL('../../../node_modules', import.meta.url).pathname;
const prettier = ['node', join(root, 'prettier/bin/prettier.cjs'), '--check', '.'];
const CLEAN: CheckResult = { code: 0, diagnostics: [] };

const text = (path: string, before: string | null, after: string): ChangedText => ({
  ...{ path, after: Buffer.from(after) },
  before: before === null ? null : Buffer.from(before),
});

/** What the formatters of a check make of texts; `{}` where they leave them as they are. */
async function formatted(
  argv: string[],
  texts: ChangedText[],
  more: { files?: Files; cwd?: string; check?: CheckResult | null; timeoutMs?: number } = {},
) {
  const { files = {}, cwd = '', check = CLEAN, timeoutMs = 60_000 } = more;
  const workspace = await makeRepo({ '.gitignore': 'node_modules\n', ...files });
  const ctx = { workspace, outDir: await makeFolder(), signal: new AbortController().signal };
  const plan = {
    ...{ tests: [], setup: null, build: [], timeoutSeconds: null, notes: [] },
    ...{ allowFailing: [], allowFlaky: [] },
    checks: [{ name: 'format', kind: 'format', argv, cwd, source: 'test' }],
  } satisfies GatePlan;
  const baseline = { checks: { format: check }, home: 'own' } as unknown as Baseline;
  const result = await formatTexts({ ...ctx, timeoutMs }, plan, baseline, texts);
  const made = [...result.texts].map(([path, bytes]) => [path, bytes.toString()]);
  return { made: Object.fromEntries(made) as Record<string, string>, notes: result.notes };
}

describe('formatTexts', () => {
  it('formats what the repository keeps formatted, and what is created', async () => {
    const files = { '.prettierrc': '{"semi":false}', 'src/a.js': 'a()\n' };
    const texts = [text('src/a.js', 'a()\n', 'a( );\nb()'), text('src/b.js', null, 'b( )')];
    expect(await formatted(prettier, texts, { files })).toEqual({
      made: { 'src/a.js': 'a()\nb()\n', 'src/b.js': 'b()\n' },
      notes: ['src/a.js was formatted with prettier', 'src/b.js was formatted with prettier'],
    });
  });

  it('leaves alone what was not formatted before, is ignored, or has the form already', async () => {
    const files = { '.prettierignore': 'ignored.js\n' };
    const texts = [
      text('old.js', 'a( )\n', 'b( )\n'),
      text('ignored.js', 'a( )\n', 'b( )\n'),
      text('good.js', 'a();\n', 'b();\n'),
      text('other.unknown', null, 'b( )\n'),
      { path: 'latin.js', before: null, after: Buffer.from([0x62, 0x28, 0xe9, 0x29]) },
    ];
    expect(await formatted(prettier, texts, { files })).toEqual({ made: {}, notes: [] });
  });

  it('leaves a text as it is that the formatter cannot read, and says why', async () => {
    const { made, notes } = await formatted(prettier, [text('a.js', 'a();\n', 'a(\n')]);
    expect(made).toEqual({});
    expect(notes).toEqual([
      expect.stringMatching(/^a\.js is not formatted: prettier exited with 2: .*SyntaxError/s),
    ]);
  });

  it('formats only below the folder of the check', async () => {
    const texts = [text('a.js', null, 'b( )'), text('sub/a.js', null, 'b( )')];
    const files = { 'sub/package.json': '{}\n' };
    const { made } = await formatted(prettier, texts, { files, cwd: 'sub' });
    expect(made).toEqual({ 'sub/a.js': 'b();\n' });
  });

  it('enforces no form that the base commit does not keep, or that cannot be checked', async () => {
    const texts = [text('a.js', null, 'b( )')];
    const red = { code: 1, diagnostics: ['x.js: error format is not formatted'] };
    expect((await formatted(prettier, texts, { check: red })).made).toEqual({});
    expect((await formatted(prettier, texts, { check: null })).made).toEqual({});
    expect((await formatted(['eslint', '.'], texts)).made).toEqual({});
  });

  it('gives up on a formatter that does not end, or that gives nothing back', async () => {
    const files = {
      'slow/prettier': { exec: '#!/bin/sh\nsleep 60\n' },
      'empty/prettier': { exec: '#!/bin/sh\nexit 0\n' },
    };
    const texts = [text('a.js', null, 'b( )')];
    const run = (argv: string[]) => formatted(argv, texts, { files, timeoutMs: 1_000 });
    expect(await run(['./slow/prettier', '--check', '.'])).toEqual({
      made: {},
      notes: [expect.stringMatching(/^a\.js is not formatted: prettier timeout/)],
    });
    expect(await run(['./empty/prettier', '--check', '.'])).toEqual({
      made: {},
      notes: ['a.js is not formatted: prettier gave nothing back'],
    });
  });
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, program === 'gofmt' ? ['-h'] : ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as { status?: number | null }).status === 2;
  }
}

describe('the formatters of other languages', () => {
  const cargo = { 'Cargo.toml': '[package]\nname = "m"\nedition = "2021"\n' };
  const cases: [string, string[], ChangedText, string, Files][] = [
    [
      'gofmt',
      ['-l', '.'],
      text('a.go', null, 'package m\nfunc  A() {}'),
      'package m\n\nfunc A() {}\n',
      {},
    ],
    [
      'rustfmt',
      ['--check'],
      text('src/lib.rs', null, 'async fn f( ){}'),
      'async fn f() {}\n',
      cargo,
    ],
    ['ruff', ['format', '--check'], text('a.py', null, 'x  = 1'), 'x = 1\n', {}],
    ['black', ['--check', '.'], text('a.py', null, 'x  = 1'), 'x = 1\n', {}],
    ['biome', ['format'], text('a.js', null, 'b( )'), 'b();\n', { 'biome.json': '{}' }],
  ];
  for (const [program, args, change, expected, files] of cases) {
    const test = isThere(program) ? it : it.skip;
    test(`gives a text the form of ${program}`, async () => {
      const { made, notes } = await formatted([program, ...args], [change], { files });
      expect([made, notes]).toEqual([{ [change.path]: expected }, [expect.any(String)]]);
    });
  }
});
