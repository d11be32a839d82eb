import { describe, expect, it } from '@jest/globals';
import { detected, planned } from './support.js';
import type { Files } from '../helpers/git-repo.js';

const scripts = (entries: Record<string, string>, more: object = {}) =>
  JSON.stringify({ scripts: entries, ...more });
const bin = (name: string): Files => ({
  [`node_modules/.bin/${name}`]: { exec: '#!/bin/sh\nexit 0\n' },
});
const mocha = bin('mocha');

describe('detectGate on scripts', () => {
  it('calls the local runner with the arguments of the script', async () => {
    const { plan } = await planned({
      ...mocha,
      'test/a.js': '',
      'test/b.js': '',
      'package.json': scripts({ test: "NODE_ENV=test mocha --require 'test/a b' test/*.js" }),
    });
    expect(plan).toMatchObject({
      runner: 'mocha',
      test: {
        argv: [
          ...['env', 'NODE_ENV=test', 'node_modules/.bin/mocha'],
          ...['--require', 'test/a b', 'test/a.js', 'test/b.js'],
        ],
      },
      source: 'package.json script "test"',
    });
  });

  it('takes a compound script apart: build before, the other commands as checks', async () => {
    const { plan } = await planned({
      ...bin('jest'),
      'package.json': scripts({
        pretest: 'npm run build',
        build: 'node build.js',
        test: 'c8 jest --runInBand && npm run check:type -- --strict',
        'check:type': 'tsd',
      }),
    });
    expect(plan.test.argv).toEqual(['node_modules/.bin/jest', '--runInBand']);
    expect(plan.build).toEqual([{ argv: ['node', 'build.js'] }]);
    expect(plan.checks).toEqual([{ argv: ['tsd', '--strict'], from: 'test' }]);
  });

  it('follows other package managers without needing them', async () => {
    const { plan } = await planned({
      ...bin('vitest'),
      ...bin('eslint'),
      ...bin('prettier'),
      'package.json': scripts(
        { lint: 'eslint . && prettier -c src', test: 'pnpm lint && vitest run --typecheck' },
        { packageManager: 'pnpm@10.0.0' },
      ),
    });
    expect(plan).toMatchObject({
      runner: 'vitest',
      test: { argv: ['node_modules/.bin/vitest', 'run', '--typecheck'] },
      lint: { argv: ['eslint', '.'] },
      checks: [{ argv: ['prettier', '-c', 'src'], from: 'lint' }],
    });
  });

  it.each([
    ['node --test || true', '||'],
    ['node --test; true', ';'],
    ['node --test | tee log', '|'],
    ['node --test & wait', '&'],
    ['node --test > log', '>'],
    ['jest $ARGS', '$A'],
    ['jest --passWithNoTests', 'passes when no test ran'],
    ['jest -u', 'rewrites snapshots'],
    ['jest --forceExit', 'hides'],
    ['mocha --exit', 'hides'],
    ['vitest --watch', 'never ends'],
    ['vitest run --retry=2', 'retries'],
    ['ava', 'node:test, jest, vitest, mocha, pytest'],
  ])('refuses the script %j and names the way out', async (test, why) => {
    const { result } = await detected({ ...mocha, 'package.json': scripts({ test }) });
    expect(result).toMatchObject({
      kind: 'refused',
      reason: 'gate-broken',
      message: expect.stringContaining(why),
    });
    expect(result).toMatchObject({ message: expect.stringContaining('--test') });
  });

  it('says no-tests for the placeholder of npm and for an empty repository', async () => {
    const test = 'echo "Error: no test specified" && exit 1';
    for (const files of [{ 'package.json': scripts({ test }) }, { 'a.txt': '' }]) {
      const { result } = await detected(files);
      expect(result).toMatchObject({ kind: 'refused', reason: 'no-tests' });
      expect(result).toMatchObject({
        message: expect.stringMatching(/package\.json.*gate\.test/s),
      });
    }
  });

  it('says that a runner is not installed', async () => {
    const { result } = await detected(
      { 'package.json': scripts({ test: 'no-mocha' }) },
      {
        test: ['mocha'],
      },
    );
    expect(result).toMatchObject({ message: expect.stringContaining('mocha is not installed') });
  });
});

describe('detectGate on explicit input', () => {
  it.each([
    [['npx', 'jest', '--passWithNoTests'], 'jest'],
    [['npx', 'vitest', 'run'], 'vitest'],
    [['node', '--test', 'spec/'], 'node:test'],
    [['yarn', 'exec', 'mocha'], 'mocha'],
    [['npm', 'test'], 'mocha'],
    [['python3', '-m', 'pytest', '-q'], 'pytest'],
  ])('recognises the runner of %j', async (test, runner) => {
    const { result } = await detected(
      {
        ...mocha,
        ...bin('jest'),
        ...bin('vitest'),
        'package.json': scripts({ test: 'mocha --exit' }),
      },
      { test, setup: ['true'] },
    );
    expect(result).toMatchObject({ kind: 'ok', plan: { runner, setup: { argv: ['true'] } } });
  });

  it('refuses a command that starts no known runner', async () => {
    const { result } = await detected({}, { test: ['make', 'test'] });
    expect(result).toMatchObject({
      reason: 'gate-broken',
      message: expect.stringContaining('node:test, jest, vitest, mocha, pytest'),
    });
  });

  it('takes build, lint and types as they are given', async () => {
    const { plan } = await planned(
      { 'package.json': scripts({ test: 'node --test', lint: 'eslint .' }) },
      { build: ['make'], lint: ['make', 'lint'], types: ['make', 'types'] },
    );
    expect(plan).toMatchObject({
      build: [{ argv: ['make'] }],
      lint: { argv: ['make', 'lint'] },
      types: { argv: ['make', 'types'] },
      checks: [],
    });
  });
});

describe('detectGate on configuration', () => {
  it.each<[string, Files, string]>([
    ['vitest.config.ts', { ...bin('vitest'), 'vitest.config.ts': '' }, 'vitest'],
    ['jest.config.js', { ...bin('jest'), 'jest.config.js': '' }, 'jest'],
    ['package.json key "jest"', { ...bin('jest'), 'package.json': '{"jest":{}}' }, 'jest'],
    ['.mocharc.yml', { ...mocha, '.mocharc.yml': '' }, 'mocha'],
    ['node:test in test/a.js', { 'test/a.js': "require('node:test')" }, 'node:test'],
  ])('finds a runner by %s', async (source, files, runner) => {
    const { plan } = await planned(files);
    expect(plan).toMatchObject({ runner, source });
  });

  it.each<[string, Files]>([
    ['pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
    ['pytest.ini', { 'pytest.ini': '[pytest]\n' }],
    ['tests/test_a.py', { 'tests/test_a.py': '' }],
  ])('finds pytest by %s, with the interpreter of the workspace', async (source, files) => {
    const python: Files = { 'venv/bin/python': { exec: '#!/bin/sh\nexit 0\n' } };
    const { plan } = await planned({ ...python, ...files, '.gitignore': 'venv/\n' });
    expect(plan).toMatchObject({ runner: 'pytest', source });
    expect(plan.test.argv).toEqual(['venv/bin/python', '-m', 'pytest']);
  });

  it('says that pytest is not installed', async () => {
    const python: Files = { 'venv/bin/python': { exec: '#!/bin/sh\nexit 1\n' } };
    const { result } = await detected({ ...python, 'pytest.ini': '' });
    expect(result).toMatchObject({ message: expect.stringContaining('pytest is not installed') });
  });
});

describe('detectGate on lint and types', () => {
  const test = 'node --test';

  it('does not use a lint script that rewrites files, and says so', async () => {
    const { plan } = await planned({
      ...bin('eslint'),
      'package.json': scripts({ test, lint: 'eslint . --fix', 'lint:check': 'eslint .' }),
    });
    expect(plan.lint).toEqual({ argv: ['eslint', '.'] });
    expect(plan.notes).toEqual([expect.stringContaining('eslint . --fix rewrites files')]);
  });

  it('leaves a linter out that is not installed, and says so', async () => {
    const { plan } = await planned({ 'package.json': scripts({ test, lint: 'no-such-linter .' }) });
    expect(plan.lint).toBeNull();
    expect(plan.notes).toEqual([expect.stringContaining('no-such-linter')]);
  });

  it('says why types are not checked when typescript is not there', async () => {
    const { plan } = await planned({ 'package.json': scripts({ test }), 'tsconfig.json': '{}' });
    expect(plan.types).toBeNull();
    expect(plan.notes).toEqual([expect.stringContaining('typescript is not installed')]);
  });

  it.each([
    ['{}', ['-p', 'tsconfig.json', '--noEmit', '--incremental', 'false', '--pretty', 'false']],
    [
      '{"compilerOptions":{"composite":true}}',
      ['-p', 'tsconfig.json', '--noEmit', '--pretty', 'false'],
    ],
    [
      '// a solution\n{"files":[],"references":[{"path":"./lib"}]}',
      ['-b', '--noEmit', '--pretty', 'false'],
    ],
  ])('runs tsc as %j asks for', async (tsconfig, args) => {
    const typescript = new URL('../../node_modules/typescript', import.meta.url).pathname;
    const { plan } = await planned({
      'package.json': scripts({ test }),
      'a.ts': 'export {};\n',
      'lib/tsconfig.json': '{"compilerOptions":{"composite":true}}',
      'tsconfig.json': tsconfig,
      'node_modules/typescript': { link: typescript },
      'node_modules/.bin/tsc': { link: '../typescript/bin/tsc' },
    });
    expect(plan.types).toEqual({ argv: ['node_modules/.bin/tsc', ...args] });
  });
});
