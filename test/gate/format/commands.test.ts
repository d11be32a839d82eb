import { describe, expect, it } from '@jest/globals';
import { biome } from '../../../src/gate/format/biome.js';
import type { Formatter } from '../../../src/gate/format/formatter.js';
import { gofmt } from '../../../src/gate/format/gofmt.js';
import { prettier } from '../../../src/gate/format/prettier.js';
import { black, ruff } from '../../../src/gate/format/python.js';
import { rustfmt } from '../../../src/gate/format/rustfmt.js';
import { readInvocation } from '../../../src/gate/invocation.js';
import { makeFolder, writeFiles } from '../../helpers/git-repo.js';

async function commandOf(formatter: Formatter, check: string, path: string, workspace = '/repo') {
  const target = { path, workspace, cwd: 'sub' };
  const step = await formatter.command(readInvocation(check.split(' ')), target);
  return [step.cwd, step.argv.join(' ')];
}

describe('the command that formats one text', () => {
  it.each<[Formatter, string, string, string]>([
    [
      prettier,
      'node_modules/.bin/prettier --check . --config x.json --cache -u --no-semi',
      'a.js',
      'node_modules/.bin/prettier --config x.json --no-semi --stdin-filepath a.js',
    ],
    [prettier, 'prettier -l **/*.ts', 'a.ts', 'prettier --stdin-filepath a.ts'],
    [
      biome,
      'biome ci --config-path cfg --linter-enabled=false src',
      'a.js',
      'biome format --config-path cfg --colors=off --stdin-file-path=a.js',
    ],
    [
      ruff,
      'ruff format --check --diff --line-length 100 src',
      'a.py',
      'ruff format --line-length 100 --no-cache --force-exclude --stdin-filename a.py -',
    ],
    [
      black,
      'python -m black --check -l 100 -S src tests',
      'a.py',
      'python -m black -l 100 -S -q --stdin-filename a.py -',
    ],
    [gofmt, 'gofmt -s -l .', 'a.go', 'gofmt -s'],
  ])(
    'keeps the options of the check and drops what it looks at',
    async (formatter, check, file, line) => {
      expect(formatter.isAskedForBy(readInvocation(check.split(' ')))).toBe(true);
      expect(await commandOf(formatter, check, `sub/${file}`)).toEqual(['sub', line]);
    },
  );

  it('gives rustfmt the edition and the folder that cargo would give it', async () => {
    const workspace = await makeFolder();
    await writeFiles(workspace, {
      'Cargo.toml': '[workspace]\nmembers=["m"]\n[workspace.package]\nedition = "2021"\n',
      'm/Cargo.toml': '[package]\nname = "m"\nedition.workspace = true\n',
      'old/Cargo.toml': '[package]\nname = "old"\n',
    });
    const check = 'cargo +nightly fmt --all -- --check --config max_width=80';
    expect(await commandOf(rustfmt, check, 'm/src/new/lib.rs', workspace)).toEqual([
      'm',
      'rustfmt +nightly --edition 2021 --config max_width=80 --emit stdout --quiet',
    ]);
    expect(await commandOf(rustfmt, 'cargo fmt --check', 'old/a.rs', workspace)).toEqual([
      'old',
      'rustfmt --edition 2015 --emit stdout --quiet',
    ]);
    const named = 'rustfmt --check --edition 2024 a.rs';
    expect(await commandOf(rustfmt, named, 'a.rs', workspace)).toEqual([
      '',
      'rustfmt --edition 2024 --emit stdout --quiet',
    ]);
  });

  it.each<[Formatter, string]>([
    [prettier, 'prettier --write .'],
    [biome, 'biome lint .'],
    [ruff, 'ruff check .'],
    [black, 'black .'],
    [gofmt, 'goimports -l .'],
    [gofmt, 'gofmt -l -w .'],
    [rustfmt, 'cargo fmt'],
  ])('is not made of a command that asks for no form', (formatter, check) => {
    expect(formatter.isAskedForBy(readInvocation(check.split(' ')))).toBe(false);
  });
});
