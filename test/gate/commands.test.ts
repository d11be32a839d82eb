import { describe, expect, it } from '@jest/globals';
import { expandWords } from '../../src/gate/detect/expand.js';
import { isWriting } from '../../src/gate/detect/red-flags.js';
import { splitCommands } from '../../src/gate/detect/shell-words.js';
import { readInvocation, withoutOptions } from '../../src/gate/invocation.js';
import { newSuppressions } from '../../src/gate/suppressions.js';
import { testFiles } from '../../src/gate/test-files.js';
import { makeRepo, writeFiles } from '../helpers/git-repo.js';

const words = (line: string) => {
  const split = splitCommands(line);
  return split.kind === 'ok' ? split.commands.map((c) => c.map((w) => w.text)) : split.found;
};

describe('splitCommands', () => {
  it.each([
    ['jest', [['jest']]],
    ['a&&b  c', [['a'], ['b', 'c']]],
    [`mocha 'a b' "c \\"d\\"" e\\ f`, [['mocha', 'a b', 'c "d"', 'e f']]],
    [`node -e "a && b; c | d"`, [['node', '-e', 'a && b; c | d']]],
    [`x 'it''s' ""`, [['x', 'its', '']]],
    ['mocha test/{a,b}.js', [['mocha', 'test/{a,b}.js']]],
  ])('reads %j', (line, commands) => {
    expect(words(line)).toEqual(commands);
  });

  it.each([
    'a || b',
    'a; b',
    'a | b',
    'a &',
    'a > f',
    'a < f',
    '$(a)',
    '`a`',
    '"$(a)"',
    'a $B',
    "'a",
  ])('refuses %j', (line) => {
    expect(splitCommands(line).kind).toBe('refused');
  });
});

describe('expandWords', () => {
  it('expands unquoted globs as a shell does', async () => {
    const repo = await makeRepo({
      'test/b.js': '',
      'test/a.js': '',
      'test/.h.js': '',
      'test/x/c.js': '',
    });
    const split = splitCommands("mocha test/*.js 'test/*.js' no/*.js test/**/*.js --x=*");
    if (split.kind !== 'ok') throw new Error('refused');
    expect(await expandWords(split.commands[0] ?? [], repo)).toEqual([
      ...['mocha', 'test/a.js', 'test/b.js', 'test/*.js', 'no/*.js', 'test/x/c.js', '--x=*'],
    ]);
  });
});

describe('readInvocation', () => {
  it.each([
    ['npx --no-install jest --ci', 'jest', ['jest'], ['--ci'], []],
    ['NODE_ENV=test cross-env A=1 jest', 'jest', ['jest'], [], ['NODE_ENV=test', 'A=1']],
    ['node --import tsx --test a.ts', 'node', ['node'], ['--import', 'tsx', '--test', 'a.ts'], []],
    [
      'node -r x node_modules/.bin/mocha t',
      'mocha',
      ['node', '-r', 'x', 'node_modules/.bin/mocha'],
      ['t'],
      [],
    ],
    [
      'node node_modules/typescript/bin/tsc -b',
      'tsc',
      ['node', 'node_modules/typescript/bin/tsc'],
      ['-b'],
      [],
    ],
    ['nyc --exclude test mocha t', 'mocha', ['mocha'], ['t'], []],
    ['pnpm exec vitest run', 'vitest', ['vitest'], ['run'], []],
    ['uv run --frozen pytest -q', 'pytest', ['pytest'], ['-q'], []],
    ['python3.11 -m pytest -q', 'pytest', ['python3.11', '-m', 'pytest'], ['-q'], []],
    ['make test', 'make', ['make'], ['test'], []],
  ])('takes %j apart', (line, tool, launcher, args, env) => {
    expect(readInvocation(line.split(' '))).toEqual({ tool, launcher, args, env });
  });
});

describe('withoutOptions', () => {
  it('drops flags with their values, in both ways to write them', () => {
    const args = ['--reporter', 'spec', '-R=dot', '--coverage.enabled', '--keep', 'file'];
    expect(withoutOptions(args, ['--reporter=', '-R=', '--coverage*'])).toEqual(['--keep', 'file']);
  });
});

describe('isWriting', () => {
  it.each([
    ['eslint . --fix', true],
    ['prettier -w .', true],
    ['prettier --write .', true],
    ['prettier --check .', false],
    ['eslint . --fix-dry-run', false],
    ['mocha -w', false],
  ])('%j: %s', (line, writes) => {
    expect(isWriting(line.split(' '))).toBe(writes);
  });
});

describe('newSuppressions', () => {
  it('counts over all files, so that one may move but none may be added', async () => {
    const repo = await makeRepo({ 'a.ts': '// @ts-ignore\nx;\n', 'b.ts': 'y;\n' });
    await writeFiles(repo, { 'a.ts': 'x;\n', 'b.ts': '// @ts-ignore\ny;\n' });
    expect(await newSuppressions(repo, ['a.ts', 'b.ts', 'gone.ts'])).toEqual([]);
    await writeFiles(repo, { 'a.ts': '// @ts-ignore\nconst z = x as any;\n' });
    const added = await newSuppressions(repo, ['a.ts', 'b.ts']);
    expect(added.sort()).toEqual(['@ts-ignore', 'as any']);
    await writeFiles(repo, { 'a.ts': '//nolint\n#  nosec\n@ts-nocheck\nit.skip(f);\n' });
    expect((await newSuppressions(repo, ['a.ts', 'b.ts'])).sort()).toEqual(
      ['#  nosec', '//nolint', '@ts-nocheck', 'it.skip'].sort(),
    );
  });
});

describe('testFiles', () => {
  it('lists what the runner takes for tests, ignored files left out', async () => {
    const repo = await makeRepo({
      '.gitignore': 'node_modules/\n',
      'src/a.js': '',
      'src/a.test.js': '',
      'test/deep/b.js': '',
      'node_modules/x/x.test.js': '',
    });
    const files = await testFiles({ runner: 'node:test' }, repo, new AbortController().signal);
    expect(files).toEqual(['src/a.test.js', 'test/deep/b.js']);
  });
});
