import { describe, expect, it } from '@jest/globals';
import { expandWords } from '../../src/gate/detect/expand.js';
import { splitCommands } from '../../src/gate/detect/shell-words.js';
import { readInvocation, withoutOptions } from '../../src/gate/invocation.js';
import { runnerOf } from '../../src/gate/runners/index.js';
import { testFiles } from '../../src/gate/test-files.js';
import { makeRepo } from '../helpers/git-repo.js';
import { suiteOf } from './runners/suite.js';

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
    [
      'uv run -p 3.12 --with x -m pytest -m slow',
      'pytest',
      ['python', '-m', 'pytest'],
      ['-m', 'slow'],
      [],
    ],
    ['uv run pytest -m slow', 'pytest', ['pytest'], ['-m', 'slow'], []],
    ['poetry run -- pytest', 'pytest', ['pytest'], [], []],
    ['hatch -e test run unit:pytest -q', 'pytest', ['pytest'], ['-q'], []],
    ['pdm run python -m unittest', 'unittest', ['python', '-m', 'unittest'], [], []],
    [
      'python -W error -X dev -m pytest -m slow',
      'pytest',
      ['python', '-W', 'error', '-X', 'dev', '-m', 'pytest'],
      ['-m', 'slow'],
      [],
    ],
    ['python tests/run.py -m pytest', 'python', ['python'], ['tests/run.py', '-m', 'pytest'], []],
    ['npx -p jest@30 -- jest --ci', 'jest', ['jest'], ['--ci'], []],
    ['bunx ava', 'ava', ['ava'], [], []],
    ['npm exec -- vitest', 'vitest', ['vitest'], [], []],
    ['yarn jest', 'yarn', ['yarn'], ['jest'], []],
    [
      'node node_modules/ava/entrypoints/cli.mjs -s',
      'ava',
      ['node', 'node_modules/ava/entrypoints/cli.mjs'],
      ['-s'],
      [],
    ],
    [
      'node node_modules/@playwright/test/cli.js test',
      'playwright',
      ['node', 'node_modules/@playwright/test/cli.js'],
      ['test'],
      [],
    ],
    ['cargo +nightly test -p a', 'cargo', ['cargo', '+nightly'], ['test', '-p', 'a'], []],
    ['gotestsum --format dots', 'go', ['go'], ['test', './...'], []],
    [
      'go run gotest.tools/gotestsum@v1.12.0 --junitfile x.xml -- -race ./a',
      'go',
      ['go'],
      ['test', '-race', './a'],
      [],
    ],
    ['make test', 'make', ['make'], ['test'], []],
  ])('takes %j apart', (line, tool, launcher, args, env) => {
    expect(readInvocation(line.split(' '))).toEqual({ tool, launcher, args, env });
  });
});

describe('runnerOf', () => {
  it.each([
    ['node --test', 'node:test'],
    ['npx tsx --test a.ts', 'node:test'],
    ['npx jest', 'jest'],
    ['c8 ava', 'ava'],
    ['tap test/*.js', 'tap'],
    ['playwright test', 'playwright'],
    ['playwright install', undefined],
    ['uv run pytest', 'pytest'],
    ['python3 -m unittest discover', 'unittest'],
    ['go test ./...', 'go'],
    ['go vet ./...', undefined],
    ['cargo t --workspace', 'cargo'],
    ['cargo nextest run', 'nextest'],
    ['cargo nextest list', undefined],
    ['cargo build', undefined],
    ['./mvnw -B verify', 'surefire'],
    ['mvn package', 'surefire'],
    ['mvn compile', undefined],
    ['./gradlew :core:test', 'gradle'],
    ['gradle testDebugUnitTest', 'gradle'],
    ['gradle assemble', undefined],
    ['make test', undefined],
  ])('%j: %s', (line, runner) => {
    expect(runnerOf(line.split(' '))?.id).toBe(runner);
  });
});

describe('withoutOptions', () => {
  it('drops flags with their values, in both ways to write them', () => {
    const args = ['--reporter', 'spec', '-R=dot', '--coverage.enabled', '--keep', 'file'];
    expect(withoutOptions(args, ['--reporter=', '-R=', '--coverage*'])).toEqual(['--keep', 'file']);
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
    const files = await testFiles(
      { tests: [suiteOf('node:test', [])] },
      repo,
      new AbortController().signal,
    );
    expect(files).toEqual(['src/a.test.js', 'test/deep/b.js']);
  });
});
