import { describe, expect, it } from '@jest/globals';
import type { Files } from '../../helpers/git-repo.js';
import { environment, installed, manifest, planIn, shown, type Asked } from './support.js';

interface Repository extends Asked {
  files: Files;
  tests: string[];
  checks?: string[];
  build?: string[];
}

const workflow = (steps: object[], more: object = {}): string =>
  JSON.stringify({ on: ['push'], jobs: { test: { steps, ...more } } });

const CI = '.github/workflows/ci.yml';
const vitest = installed('vitest');
const jest = installed('jest');
const mocha = installed('mocha');
const nodeTest = "require('node:test')";
const pom = (...modules: string[]): string =>
  `<project><modules>${modules.map((m) => `<module>${m}</module>`).join('')}</modules></project>`;
const member = (name: string, more: object = {}): string =>
  JSON.stringify({ name, scripts: { test: 'vitest run' }, ...more });

const REPOSITORIES: Record<string, Repository> = {
  'a script with one runner': {
    files: { ...mocha, 'package.json': manifest({ test: 'mocha --ui tdd' }) },
    tests: ['mocha --ui tdd (mocha, package.json script "test")'],
  },
  'scripts that would pass without a test, without the flag that says so': {
    files: {
      ...installed('jest', 'mocha'),
      'package.json': manifest({
        test: 'jest --passWithNoTests=true --runInBand && mocha --pass-with-no-tests',
      }),
    },
    tests: [
      'jest --runInBand (jest, package.json script "test")',
      'mocha (mocha, package.json script "test")',
    ],
  },
  'variables, quotes and globs in a script': {
    files: {
      ...mocha,
      'test/a.js': '',
      'test/b.js': '',
      'package.json': manifest({ test: "NODE_ENV=test mocha --require 'a b' test/*.js" }),
    },
    tests: [
      'env NODE_ENV=test mocha --require a b test/a.js test/b.js (mocha, package.json script "test")',
    ],
  },
  'a bare vitest, which the runner starts in run mode': {
    files: { ...vitest, 'package.json': manifest({ test: 'vitest' }) },
    tests: ['vitest (vitest, package.json script "test")'],
  },
  'a compound script: what it builds, what it checks, what it tests': {
    files: {
      ...installed('jest', 'tsd', 'rimraf'),
      'package.json': manifest({
        pretest: 'npm run build',
        build: 'rimraf lib && node build.js',
        test: 'c8 jest --runInBand && npm run check:api -- --strict && c8 report',
        'check:api': 'tsd',
      }),
    },
    tests: ['jest --runInBand (jest, package.json script "test")'],
    checks: ['script tsd --strict'],
    build: ['rimraf lib', 'node build.js'],
  },
  'what nyc loads before the tests, by its configuration and by flags': {
    files: {
      ...installed('mocha', 'eslint'),
      'package.json': manifest(
        { test: 'nyc -r esm npm run unit', unit: 'eslint . && NODE_ENV=test mocha' },
        { nyc: { require: ['@babel/register'] } },
      ),
    },
    tests: [
      'env NODE_OPTIONS=--require @babel/register --require esm NODE_ENV=test mocha (mocha, package.json script "test")',
    ],
    checks: ['lint eslint .'],
  },
  'what nyc loads by a file, and nothing where the tests run without nyc': {
    files: {
      ...installed('mocha', 'ava'),
      '.nycrc.yml': 'require: ts-node/register\n',
      'package.json': manifest({ test: 'ava && nyc --silent mocha' }),
    },
    tests: [
      'ava (ava, package.json script "test")',
      'env NODE_OPTIONS=--require ts-node/register mocha (mocha, package.json script "test")',
    ],
  },
  'two runners in one script, both read': {
    files: {
      ...installed('jest', 'mocha'),
      'package.json': manifest({ test: 'jest unit && mocha spec' }),
    },
    tests: [
      'jest unit (jest, package.json script "test")',
      'mocha spec (mocha, package.json script "test")',
    ],
  },
  'the usual script before a special one': {
    files: {
      ...vitest,
      'package.json': manifest({ 'test:ci': 'vitest run --coverage', 'test:unit': 'vitest run' }),
    },
    tests: ['vitest run (vitest, package.json script "test:unit")'],
  },
  'scripts in sequence': {
    files: {
      ...installed('ava', 'xo'),
      'package.json': manifest({ test: 'run-s test:*', 'test:lint': 'xo', 'test:unit': 'ava' }),
    },
    tests: ['ava (ava, package.json script "test")'],
    checks: ['lint xo'],
  },
  'scripts side by side': {
    files: {
      ...installed('tap', 'eslint'),
      'package.json': manifest({ test: 'concurrently "npm:t:*"', 't:a': 'tap', 't:b': 'eslint .' }),
    },
    tests: ['tap (tap, package.json script "test")'],
    checks: ['lint eslint .'],
  },
  'pnpm, without needing it': {
    files: {
      ...vitest,
      'pnpm-lock.yaml': '',
      'package.json': manifest({ test: 'pnpm run unit --silent', unit: 'vitest run' }),
    },
    tests: ['vitest run --silent (vitest, package.json script "test")'],
  },
  'yarn calling a program by its name': {
    files: { ...jest, 'yarn.lock': '', 'package.json': manifest({ test: 'yarn jest --ci' }) },
    tests: ['jest --ci (jest, package.json script "test")'],
  },
  'bun running a script': {
    files: {
      ...vitest,
      'bun.lock': '',
      'package.json': manifest({ test: 'bun run u', u: 'vitest' }),
    },
    tests: ['vitest (vitest, package.json script "test")'],
  },
  'node running a script': {
    files: { ...mocha, 'package.json': manifest({ test: 'node --run unit', unit: 'mocha' }) },
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'vitest by its configuration': {
    files: { ...vitest, 'vitest.config.ts': '' },
    tests: ['vitest (vitest, vitest.config.ts)'],
  },
  'vitest by the configuration of vite': {
    files: { ...vitest, 'vite.config.ts': 'export default { test: {} };' },
    tests: ['vitest (vitest, vite.config.ts)'],
  },
  'jest by a key of package.json': {
    files: { ...jest, 'package.json': manifest({}, { jest: {} }) },
    tests: ['jest (jest, package.json key "jest")'],
  },
  'mocha, ava, tap and playwright by their files: only what is installed': {
    files: { ...mocha, '.mocharc.yml': '', 'ava.config.js': '', '.taprc': '' },
    tests: ['mocha (mocha, .mocharc.yml)'],
  },
  'unit tests before end-to-end tests': {
    files: {
      ...installed('vitest', 'playwright'),
      'vitest.config.ts': '',
      'playwright.config.ts': '',
    },
    tests: ['vitest (vitest, vitest.config.ts)'],
  },
  'node:test by its tests': {
    files: { 'test/a.js': nodeTest },
    tests: ['node --test (node:test, node:test in test/a.js)'],
  },
  'a runner by a dependency': {
    files: { ...jest, 'package.json': manifest({}, { devDependencies: { jest: '^30' } }) },
    tests: ['jest (jest, package.json devDependency "jest")'],
  },
  'instructions before CI files before scripts': {
    files: {
      ...installed('vitest', 'jest', 'mocha'),
      'CLAUDE.md': '# Tests\n\nRun `npx vitest run` before you commit.\n',
      [CI]: workflow([{ run: 'npx jest' }]),
      'package.json': manifest({ test: 'mocha' }),
    },
    tests: ['vitest run (vitest, CLAUDE.md line 3)'],
  },
  'a fence in AGENTS.md': {
    files: {
      ...vitest,
      'AGENTS.md': 'Commands:\n\n```bash\n$ pnpm install\n$ pnpm vitest run # all\n```\n',
    },
    tests: ['vitest run (vitest, AGENTS.md line 5)'],
  },
  'instructions that show one file, a filter, a warning or another language': {
    files: {
      ...vitest,
      'CLAUDE.md':
        'One file: `npx vitest run src/a.test.ts`. One test: `npx vitest run -t name`.\n' +
        'Never run `npx vitest run --bail`.\n```ts\nnpx vitest run\n```\n`npm test | tail`\n',
      'package.json': manifest({ test: 'vitest run' }),
    },
    tests: ['vitest run (vitest, package.json script "test")'],
  },
  'the instructions of the nearest folder': {
    files: {
      ...vitest,
      'package.json': manifest({}, { workspaces: ['packages/*'] }),
      'CLAUDE.md': '`npm test`',
      'packages/a/CLAUDE.md': '`npx vitest run --pool forks`',
      'packages/a/package.json': member('a'),
      'packages/a/src/a.ts': '',
    },
    scope: ['packages/a/src/a.ts'],
    tests: ['packages/a: ../../vitest run --pool forks (vitest, packages/a/CLAUDE.md line 1)'],
  },
  'a CI file that calls a script': {
    files: {
      ...mocha,
      [CI]: workflow([{ uses: 'actions/checkout@v4' }, { run: 'npm ci' }, { run: 'npm test' }]),
      'package.json': manifest({ test: 'mocha' }),
    },
    tests: [`mocha (mocha, ${CI} job test step 3)`],
  },
  'a CI step of several lines in a folder': {
    files: {
      ...mocha,
      [CI]: workflow([{ run: 'npm ci\nnpx mocha \\\n  --ui tdd\n', 'working-directory': 'lib' }]),
      'lib/package.json': manifest({ test: 'mocha' }, { name: 'lib' }),
      'lib/a.js': '',
    },
    scope: ['lib/a.js'],
    tests: [`lib: ../mocha --ui tdd (mocha, ${CI} job test step 1)`],
  },
  'CI lines of a matrix, of tolerated failures and of other events': {
    files: {
      ...mocha,
      [CI]: workflow([
        { run: 'npm run test:${{ matrix.kind }}' },
        { run: 'npx mocha --ui tdd', 'continue-on-error': true },
        { run: 'npx mocha --ui qunit || true' },
        { run: 'if true; then\nnpx mocha --ui exports\nfi' },
      ]),
      '.github/workflows/nightly.yml': JSON.stringify({
        on: { schedule: [] },
        jobs: { test: { steps: [{ run: 'npx mocha --ui night' }] } },
      }),
      'package.json': manifest({ test: 'mocha' }),
    },
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'the unit tests of CI before its special jobs': {
    files: {
      ...installed('vitest', 'playwright'),
      [CI]: JSON.stringify({
        on: { pull_request: {} },
        jobs: {
          e2e: { steps: [{ run: 'npx playwright test' }] },
          unit: { steps: [{ run: 'npx vitest run' }] },
        },
      }),
    },
    tests: [`vitest run (vitest, ${CI} job unit step 1)`],
  },
  GitLab: {
    files: {
      ...mocha,
      '.gitlab-ci.yml': 'stages: [test]\nunit:\n  script:\n    - npm ci\n    - npx mocha\n',
    },
    tests: ['mocha (mocha, .gitlab-ci.yml job unit)'],
  },
  CircleCI: {
    files: {
      ...mocha,
      '.circleci/config.yml':
        'jobs:\n  build:\n    steps:\n      - checkout\n      - run: {name: unit, command: npx mocha}\n',
    },
    tests: ['mocha (mocha, .circleci/config.yml job build step 2)'],
  },
  'a Makefile with variables and prerequisites': {
    files: {
      ...mocha,
      Makefile:
        'BIN = node_modules/.bin\n.PHONY: test\ntest: build\n\t@$(BIN)/mocha -R spec\nbuild:\n\tnode b.js\n',
    },
    tests: ['mocha -R spec (mocha, Makefile target test)'],
    build: ['node b.js'],
  },
  'a justfile': {
    files: { ...mocha, justfile: 'default: test\n\ntest *args:\n    npx mocha\n' },
    tests: ['mocha (mocha, justfile target test)'],
  },
  'a Taskfile': {
    files: { ...mocha, 'Taskfile.yml': 'tasks:\n  test:\n    cmds: [npx mocha]\n' },
    tests: ['mocha (mocha, Taskfile.yml target test)'],
  },
  'a script that calls make': {
    files: {
      ...mocha,
      'package.json': manifest({ test: 'make unit' }),
      Makefile: 'unit:\n\tnpx mocha\n',
    },
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'npm workspaces: the owner and what depends on it, dependencies first': {
    files: {
      ...vitest,
      'package.json': manifest({ test: 'npm test --workspaces' }, { workspaces: ['packages/*'] }),
      'packages/a/package.json': member('a'),
      'packages/a/src/i.ts': '',
      'packages/b/package.json': member('b', { dependencies: { c: '*' } }),
      'packages/c/package.json': member('c', {
        scripts: { test: 'vitest run --passWithNoTests' },
        devDependencies: { a: '*' },
      }),
      'packages/d/package.json': member('d'),
    },
    scope: ['packages/a/src/i.ts'],
    tests: ['a', 'c', 'b'].map(
      (name) =>
        `packages/${name}: ../../vitest run (vitest, packages/${name}/package.json script "test")`,
    ),
  },
  'a pnpm workspace with turbo': {
    files: {
      ...vitest,
      'pnpm-workspace.yaml': 'packages: ["packages/*", "!packages/x"]\n',
      'package.json': manifest({ test: 'turbo run test --filter=./packages/*' }),
      'packages/a/package.json': member('@s/a'),
      'packages/a/i.ts': '',
      'packages/x/package.json': member('x', { dependencies: { '@s/a': 'workspace:*' } }),
    },
    scope: ['packages/a/i.ts'],
    tests: ['packages/a: ../../vitest run (vitest, packages/a/package.json script "test")'],
  },
  lerna: {
    files: {
      ...jest,
      'lerna.json': '{"packages":["modules/*"]}',
      'package.json': manifest({ test: 'lerna run test' }),
      'modules/a/package.json': manifest({ test: 'jest' }, { name: 'a' }),
      'modules/a/i.js': '',
    },
    scope: ['modules/a/i.js'],
    tests: ['modules/a: ../../jest (jest, modules/a/package.json script "test")'],
  },
  'one runner at the root for all packages': {
    files: {
      ...vitest,
      'package.json': manifest({ test: 'vitest run' }, { workspaces: ['packages/*'] }),
      'vitest.config.ts': "export default { test: { projects: ['packages/*'] } };",
      'packages/a/package.json': member('a'),
      'packages/a/i.ts': '',
    },
    scope: ['packages/a/i.ts'],
    tests: ['vitest run (vitest, package.json script "test")'],
  },
  'packages without tests of their own, tested by the root': {
    files: {
      ...jest,
      'package.json': manifest({ test: 'jest' }, { workspaces: { packages: ['packages/*'] } }),
      'packages/a/package.json': '{"name":"a"}',
      'packages/a/i.js': '',
    },
    scope: ['packages/a/i.js'],
    tests: ['jest (jest, package.json script "test")'],
  },
  'a package that enters the root': {
    files: {
      ...vitest,
      'package.json': manifest({}, { workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest(
        { test: 'cd ../.. && vitest run packages/a' },
        { name: 'a' },
      ),
      'packages/a/i.ts': '',
    },
    scope: ['packages/a/i.ts'],
    tests: ['vitest run packages/a (vitest, packages/a/package.json script "test")'],
  },
  'a build that the tests import': {
    files: {
      ...installed('mocha', 'rollup'),
      'package.json': manifest({ test: 'mocha', build: 'rollup -c' }),
      'src/i.js': '',
      'test/a.js': "import { a } from '../dist/index.js';",
    },
    tests: ['mocha (mocha, package.json script "test")'],
    build: ['rollup -c'],
  },
  'a build that the tests import by the name of the package': {
    files: {
      ...installed('jest', 'tsc'),
      'package.json': manifest({ test: 'jest', build: 'tsc' }, { exports: { '.': './dist/i.js' } }),
      '__tests__/a.js': "const { a } = require('root');",
    },
    tests: ['jest (jest, package.json script "test")'],
    build: ['tsc'],
  },
  'what the test script builds after the tests, for the check behind it': {
    files: {
      ...installed('ava', 'rimraf', 'tsc', 'tsd', 'rollup'),
      'package.json': manifest({ test: 'ava && rimraf dist && tsc && tsd && rollup -c' }),
    },
    tests: ['ava (ava, package.json script "test")'],
    checks: ['script tsd'],
    build: ['rimraf dist', 'tsc'],
  },
  'the build of a package that a check looks at as it is published': {
    files: {
      ...installed('ava', 'rimraf', 'unbuild', 'publint'),
      'package.json': manifest(
        { prepare: 'unbuild', test: 'rimraf coverage && publint && ava' },
        { types: './dist/index.d.ts' },
      ),
    },
    tests: ['ava (ava, package.json script "test")'],
    checks: ['script publint'],
    build: ['unbuild', 'rimraf coverage'],
  },
  'no build for a check of a package that needs none': {
    files: {
      ...installed('ava', 'unbuild', 'tsd'),
      'index.d.ts': '',
      'package.json': manifest({ prepare: 'unbuild', test: 'ava && tsd' }, { types: 'index.d.ts' }),
    },
    tests: ['ava (ava, package.json script "test")'],
    checks: ['script tsd'],
  },
  'the built packages of a workspace, dependencies first': {
    files: {
      ...installed('vitest', 'unbuild'),
      'pnpm-workspace.yaml': 'packages: [packages/*]\n',
      'package.json': manifest({ build: 'pnpm -r build', test: 'pnpm -r test' }),
      'packages/core/package.json': manifest(
        { build: 'unbuild', test: 'vitest run' },
        { name: 'core', main: './dist/index.mjs' },
      ),
      'packages/mid/package.json': manifest(
        { build: 'unbuild --mid' },
        { name: 'mid', exports: './dist/i.mjs', dependencies: { core: 'workspace:*' } },
      ),
      'packages/top/package.json': member('top', { dependencies: { mid: 'workspace:*' } }),
      'packages/top/i.ts': '',
    },
    scope: ['packages/top/i.ts'],
    tests: ['packages/top: ../../vitest run (vitest, packages/top/package.json script "test")'],
    build: ['packages/core: ../../unbuild', 'packages/mid: ../../unbuild --mid'],
  },
  'a lint script, turned where it writes': {
    files: {
      ...installed('mocha', 'eslint', 'prettier'),
      'package.json': manifest({
        test: 'mocha',
        lint: 'eslint . --fix',
        format: 'prettier --write -- .',
      }),
    },
    tests: ['mocha (mocha, package.json script "test")'],
    checks: ['format prettier --check -- .', 'lint eslint .'],
  },
  'globs of a linter, which match other files after a change': {
    files: {
      ...installed('mocha', 'eslint'),
      'src/a.js': '',
      'package.json': manifest({ test: 'mocha src/*.js', lint: 'eslint src/*.js' }),
    },
    tests: ['mocha src/a.js (mocha, package.json script "test")'],
    checks: ['lint eslint src/*.js'],
  },
  'a script of node that imports node:test': {
    files: {
      'package.json': manifest({ test: 'npm run api', api: 'node -C dev test/index.js' }),
      'test/index.js': "import './core.js'",
      'test/core.js': "import test from 'node:test'",
    },
    tests: ['node -C dev --test test/index.js (node:test, package.json script "test")'],
  },
  'a repository that ignores nothing': {
    files: {
      ...mocha,
      '.gitignore': '',
      'node_modules/x/package.json': manifest({ test: 'jest' }),
      'node_modules/x/a.js': '',
      'package.json': manifest({ test: 'mocha' }),
    },
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'pnpm running a program in one package': {
    files: {
      ...vitest,
      'pnpm-workspace.yaml': 'packages: [packages/*]\n',
      'CLAUDE.md': '`pnpm --filter a exec vitest run`',
      'packages/a/package.json': member('a', { scripts: {} }),
      'packages/a/i.ts': '',
    },
    scope: ['packages/a/i.ts'],
    tests: ['packages/a: ../../vitest run (vitest, CLAUDE.md line 1)'],
  },
  'a lint script that only looks before one that must be turned': {
    files: {
      ...installed('mocha', 'eslint'),
      'package.json': manifest({ test: 'mocha', lint: 'eslint src --fix', 'lint:ci': 'eslint .' }),
    },
    tests: ['mocha (mocha, package.json script "test")'],
    checks: ['lint eslint .'],
  },
  'a test script that formats and lints': {
    files: {
      ...installed('mocha', 'prettier', 'xo'),
      'package.json': manifest({ test: 'prettier . --write && xo --fix && mocha' }),
    },
    tests: ['mocha (mocha, package.json script "test")'],
    checks: ['format prettier . --check', 'lint xo'],
  },
  'linters by their configuration': {
    files: {
      ...installed('mocha', 'eslint', 'biome', 'oxlint', 'prettier'),
      'package.json': manifest({ test: 'mocha' }),
      'eslint.config.js': '',
      'biome.json': '{}',
      '.oxlintrc.json': '{}',
      '.prettierrc': '',
    },
    tests: ['mocha (mocha, package.json script "test")'],
    checks: ['format prettier --check .', 'lint eslint .', 'lint biome check .', 'lint oxlint'],
  },
  'the linter of the root, not again in the package': {
    files: {
      ...installed('vitest', 'eslint'),
      'package.json': manifest({ lint: 'eslint .' }, { workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest(
        { test: 'vitest run', lint: 'eslint src' },
        { name: 'a' },
      ),
      'packages/a/i.ts': '',
    },
    scope: ['packages/a/i.ts'],
    tests: ['packages/a: ../../vitest run (vitest, packages/a/package.json script "test")'],
    checks: ['lint eslint .'],
  },
  'pytest by pyproject.toml, with the interpreter of the project': {
    files: {
      ...environment('.venv', 'ruff', 'mypy'),
      'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\nfiles = "pkg"\n',
      'pkg/__init__.py': '',
    },
    tests: ['.venv/bin/python -m pytest (pytest, pyproject.toml)'],
    checks: ['lint .venv/bin/python -m ruff check --no-fix .', 'types .venv/bin/python -m mypy'],
  },
  'pytest by a CI file, with the interpreter of the project': {
    files: {
      ...environment('venv'),
      [CI]: workflow([{ run: 'pip install -e .' }, { run: 'uv run pytest -q tests' }]),
      'setup.py': '',
      'tests/test_a.py': 'import pytest\n',
    },
    tests: [`venv/bin/python -m pytest -q tests (pytest, ${CI} job test step 2)`],
  },
  'pytest under coverage in a Makefile': {
    files: {
      ...environment('.venv'),
      Makefile: 'PYTHON ?= python3\ntest:\n\t$(PYTHON) -m coverage run -m pytest tests\n',
      'lib.py': '',
    },
    tests: ['.venv/bin/python -m pytest tests (pytest, Makefile target test)'],
  },
  'tox environments': {
    files: {
      ...environment('.tox/py311'),
      ...environment('.tox/lint'),
      'tox.ini': '[tox]\nenvlist = py311\n[pytest]\ntestpaths = tests\n',
      'pkg/__init__.py': '',
    },
    tests: ['.tox/py311/bin/python -m pytest (pytest, tox.ini)'],
  },
  'unittest, where pytest is not there': {
    files: {
      '.venv/bin/python': { exec: '#!/bin/sh\ncase "$*" in *pytest*) exit 3;; esac\n' },
      'tests/test_a.py': 'import unittest\n',
      'a.py': '',
    },
    tests: ['.venv/bin/python -m unittest discover -s tests (unittest, tests/test_a.py)'],
  },
  'a uv workspace': {
    files: {
      ...environment('.venv'),
      'pyproject.toml': '[project]\nname = "root"\n[tool.uv.workspace]\nmembers = ["libs/*"]\n',
      'libs/a/pyproject.toml': '[project]\nname = "lib-a"\n[tool.pytest.ini_options]\n',
      'libs/a/a.py': '',
      'libs/b/pyproject.toml':
        '[project]\nname = "b"\ndependencies = ["lib_a>=1"]\n[tool.pytest.ini_options]\n',
      'libs/c/pyproject.toml': '[project]\nname = "c"\n[tool.pytest.ini_options]\n',
    },
    scope: ['libs/a/a.py'],
    tests: [
      'libs/a: ../../.venv/bin/python -m pytest (pytest, libs/a/pyproject.toml)',
      'libs/b: ../../.venv/bin/python -m pytest (pytest, libs/b/pyproject.toml)',
    ],
  },
  Go: {
    files: {
      ...installed('go', 'gofmt', 'golangci-lint'),
      'go.mod': 'module example.org/a\n',
      '.golangci.yml': '',
      'a.go': '',
      'a_test.go': '',
    },
    tests: ['go test ./... (go, go.mod)'],
    checks: ['format gofmt -l .', 'lint go vet ./...', 'lint golangci-lint run'],
  },
  'Go with the flags of CI': {
    files: {
      ...installed('go', 'gofmt'),
      [CI]: workflow([{ run: 'go test -run One ./...' }, { run: 'go test -race ./...' }]),
      'go.mod': 'module example.org/a\n',
      'a.go': '',
    },
    tests: [`go test -race ./... (go, ${CI} job test step 2)`],
    checks: ['format gofmt -l .', 'lint go vet ./...'],
  },
  'Go with a linter that an action runs': {
    files: {
      ...installed('go', 'gofmt', 'golangci-lint'),
      [CI]: workflow([
        { uses: 'golangci/golangci-lint-action@1e7e51e', with: { args: '--timeout=5m' } },
      ]),
      'go.mod': 'module example.org/a\n',
      'a_test.go': '',
    },
    tests: ['go test ./... (go, go.mod)'],
    checks: [...['format gofmt -l .', 'lint golangci-lint run --timeout=5m', 'lint go vet ./...']],
  },
  'a workspace of Go modules': {
    files: {
      ...installed('go', 'gofmt'),
      'go.work': 'go 1.22\nuse (\n\t./a\n\t./b\n\t./c\n)\n',
      'a/go.mod': 'module example.org/a\n',
      'a/a.go': '',
      'a/a_test.go': '',
      'b/go.mod': 'module example.org/b\nrequire example.org/a v0.1.0\n',
      'b/b_test.go': '',
      'c/go.mod': 'module example.org/c\n',
      'c/c_test.go': '',
    },
    scope: ['a/a.go'],
    tests: ['a: go test ./... (go, a/go.mod)', 'b: go test ./... (go, b/go.mod)'],
    checks: [
      ...['format a: gofmt -l .', 'format b: gofmt -l .'],
      ...['lint a: go vet ./...', 'lint b: go vet ./...'],
    ],
  },
  'Rust with doc tests': {
    files: {
      ...installed('cargo', 'cargo-fmt', 'cargo-clippy'),
      'Cargo.toml': '[package]\nname = "a"\n',
      'Cargo.lock': '',
      'src/lib.rs':
        '/// ```\n/// a();\n/// ```\npub fn a() {}\n#[cfg(test)]\nmod t { #[test] fn b() {} }\n',
    },
    tests: ['cargo test --workspace --no-fail-fast --locked --offline (cargo, Cargo.toml)'],
    checks: [
      'format cargo fmt --all --check',
      'lint cargo clippy --workspace --all-targets --offline',
    ],
  },
  'Rust as CI runs it on the stable toolchain, not for another one or another platform': {
    files: {
      ...installed('cargo', 'cargo-fmt'),
      [CI]: workflow([
        ...['+1.45 test', 'test --target wasm32-wasip1', '+stable test --all-features'].map(
          (args) => ({ run: `cargo ${args}` }),
        ),
        { uses: 'actions-rs/cargo@v1', with: { command: 'clippy', args: '-- -D warnings' } },
      ]),
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '#[test]\nfn a() {}\n',
    },
    tests: [`cargo test --all-features --no-fail-fast --offline (cargo, ${CI} job test step 3)`],
    checks: ['format cargo fmt --all --check', 'lint cargo clippy --offline -- -D warnings'],
  },
  'a Makefile that installs a tool first, and hides what that prints': {
    files: {
      ...installed('cargo', 'cargo-fmt'),
      [CI]: workflow([{ run: 'make test 2>&1' }, { run: 'make lint' }]),
      Makefile:
        'test: tools\n\t@cargo test\n\t@cargo check --no-default-features\n' +
        'lint: tools\n\t@cargo clippy\n' +
        'tools:\n\t@rustup component add clippy >/dev/null 2> /dev/null\n',
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '#[test]\nfn a() {}\n',
    },
    tests: [`cargo test --no-fail-fast --offline (cargo, ${CI} job test step 1)`],
    checks: [
      ...['format cargo fmt --all --check', 'lint cargo clippy --offline'],
      'script cargo check --no-default-features',
    ],
  },
  'a Rust workspace with nextest': {
    files: {
      ...installed('cargo', 'cargo-nextest', 'cargo-fmt', 'cargo-clippy'),
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      '.config/nextest.toml': '',
      'crates/a/Cargo.toml': '[package]\nname = "a"\n',
      'crates/a/src/lib.rs': '#[tokio::test]\nasync fn a() {}\n',
    },
    scope: ['crates/a/src/lib.rs'],
    tests: [
      'cargo nextest run --workspace --all-targets --no-fail-fast --offline (nextest, .config/nextest.toml)',
    ],
    checks: [
      'format cargo fmt --all --check',
      'lint cargo clippy --workspace --all-targets --offline',
    ],
  },
  'Maven: the modules in scope with what they need and what needs them': {
    files: {
      ...installed('mvn'),
      'pom.xml': pom('core', 'web'),
      'core/pom.xml': pom(),
      'core/src/main/java/A.java': '',
      'core/src/test/java/ATest.java': '',
      'web/pom.xml': pom(),
    },
    scope: ['core/src/main/java/A.java'],
    tests: ['mvn test -pl core -am -amd (surefire, pom.xml)'],
  },
  'Maven with the profile of CI and checkstyle': {
    files: {
      ...installed('mvn'),
      [CI]: workflow([{ run: 'mvn -B -Pfull clean verify' }]),
      'pom.xml': '<project><build>maven-checkstyle-plugin</build></project>',
      'src/main/java/A.java': '',
    },
    tests: [`mvn test -Pfull (surefire, ${CI} job test step 1)`],
    checks: ['lint mvn checkstyle:check'],
  },
  Gradle: {
    files: {
      ...installed('gradle'),
      'settings.gradle.kts': '',
      'build.gradle.kts': 'plugins { checkstyle }',
      'src/main/java/A.java': '',
      'src/test/java/ATest.java': '',
    },
    tests: ['gradle test (gradle, build.gradle.kts)'],
    checks: ['lint gradle checkstyleMain'],
  },
  'a JavaScript repository with a script in Python': {
    files: {
      ...mocha,
      'package.json': manifest({ test: 'mocha' }),
      'src/a.js': '',
      'tools/gen.py': '',
    },
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'a Python script alone in scope, left to the tests around it': {
    files: { ...mocha, 'package.json': manifest({ test: 'mocha' }), 'tools/gen.py': '' },
    scope: ['tools/gen.py'],
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'two languages in scope, both tested': {
    files: {
      ...mocha,
      ...environment('.venv'),
      'package.json': manifest({ test: 'mocha' }),
      'src/a.js': '',
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      'pkg/a.py': '',
    },
    scope: ['src/a.js', 'pkg/a.py'],
    tests: [
      'mocha (mocha, package.json script "test")',
      '.venv/bin/python -m pytest (pytest, pyproject.toml)',
    ],
  },
  'one language of two in scope': {
    files: {
      ...mocha,
      'package.json': manifest({ test: 'mocha' }),
      'src/a.js': '',
      'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n',
      'pkg/a.py': '',
    },
    scope: ['src/a.js'],
    tests: ['mocha (mocha, package.json script "test")'],
  },
  'the project’s config file before all others': {
    files: {
      ...installed('jest', 'vitest'),
      'refactor-loop.json': '{"gate":{"test":["npx","jest"],"build":["make"],"lint":["make","l"]}}',
      'CLAUDE.md': '`npx vitest run`',
    },
    tests: ['jest (jest, refactor-loop.json key gate.test)'],
    checks: ['lint make l'],
    build: ['make'],
  },
  'the input before the config file': {
    files: { ...installed('jest', 'vitest'), 'refactor-loop.json': '{"gate":{"test":["jest"]}}' },
    input: { test: ['npx', 'vitest', 'run'] },
    tests: ['vitest run (vitest, input)'],
  },
  'any command that writes a report of its own': {
    files: { 'a.js': '' },
    input: { test: ['make', 'test'], report: { format: 'junit', path: 'out/*.xml' } },
    tests: ['make test (report, input)'],
  },
};

describe('detectGate finds the tests, checks and builds of', () => {
  it.each(Object.entries(REPOSITORIES))('%s', async (_, { files, input, scope, ...expected }) => {
    const plan = await planIn(files, { ...(input && { input }), ...(scope && { scope }) });
    expect(shown(plan)).toEqual({ checks: [], build: [], ...expected });
  });
});
