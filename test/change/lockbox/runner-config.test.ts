import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Index } from '../../../src/change/lockbox/entries.js';
import { runnerLocks } from '../../../src/change/lockbox/runner-config.js';

const RULES = { add: [], except: [], testFiles: [] };

let top: string;

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'runner-config-'));
});

afterAll(async () => rm(top, { recursive: true, force: true }));

/** Paths among these that the configurations name; `tracked` are further files of the repository. */
async function named(
  configs: Record<string, string>,
  paths: string[],
  tracked: string[] = [],
): Promise<string[]> {
  const workspace = await mkdtemp(join(top, 'w-'));
  for (const [path, text] of Object.entries(configs)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const known = [...Object.keys(configs), ...paths, ...tracked];
  const entry = { mode: '100644', blob: '', sparse: false };
  const index: Index = {
    entries: new Map(known.map((path) => [path, entry])),
    spellings: new Map(),
  };
  const locked = await runnerLocks(workspace, index, RULES);
  return paths.filter((path) => locked(path) !== undefined);
}

const json = (value: unknown): string => JSON.stringify(value);

describe('files that jest names', () => {
  it.each(['jest.config.js', 'packages/a/jest.config.ts'])('in %s', async (config) => {
    const text = `
      const base = require('./config/base');
      const setup = ['./checks/start'];
      module.exports = {
        ...base,
        preset: 'ts-jest',
        setupFiles: setup,
        setupFilesAfterEnv: ['<rootDir>/support/matchers.ts', 'jest-extended/all'],
        globalSetup: path.join(__dirname, 'support', 'up.js'),
        testEnvironment: 'node',
        snapshotResolver: "./support/resolver",
        testMatch: ['**/checks/**/*.js', '!**/checks/no.js', '<rootDir>/src/**/?(*.)+(proof).[jt]s?(x)'],
        moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1', '\\\\.css$': '<rootDir>/support/styleMock.js', '^real$': '<rootDir>/src/real.js' },
        transform: { '^.+\\\\.x$': './support/transform.js' },
        collectCoverageFrom: ['src/**/*.js'],
        roots: ['<rootDir>/src'],
        reporters: ['default', ['./support/report.js', { file: 'src/out.js' }]],
      };`;
    const base = dirname(config) === '.' ? '' : `${dirname(config)}/`;
    const held = [
      ...['config/base.js', 'checks/start.ts', 'support/matchers.ts', 'support/up.js'],
      ...['support/resolver.js', 'checks/deep/a.js', 'src/a.proof.ts', 'src/proof.jsx'],
      ...['support/styleMock.js', 'support/transform.js', 'support/report.js'],
    ].map((path) => base + path);
    const free = [
      'src/a.js',
      'src/real.js',
      'src/out.js',
      'support/other.js',
      'node.js',
      'default.js',
    ].map((path) => base + path);
    expect(await named({ [config]: text }, [...held, ...free])).toEqual(held);
  });

  it('in package.json, by regular expression, from the root that it sets', async () => {
    const jest = {
      rootDir: 'web',
      testRegex: ['/proofs/.*\\.js$', '(((a+)+)+)$', '['],
      setupFiles: ['<rootDir>/start.js'],
    };
    const paths = ['web/proofs/a.js', 'web/start.js', 'web/src/a.js', 'web/aaaa'];
    expect(await named({ 'package.json': json({ files: ['lib'], jest }) }, paths)).toEqual([
      'web/proofs/a.js',
      'web/start.js',
    ]);
  });

  it.each([['**/*.js'], ['src/**/*.ts'], ['<rootDir>/**/*.[jt]s?(x)'], ['lib/**'], ['**/*']])(
    'but not by %s, which names the whole source',
    async (glob) => {
      const config = json({ testMatch: [glob], testRegex: '.*' });
      const paths = ['src/a.js', 'src/a.ts', 'lib/a.js'];
      expect(await named({ 'jest.config.json': config }, paths)).toEqual([]);
    },
  );
});

describe('files that other runners name', () => {
  it('vitest, below its own key', async () => {
    const text = `
      import { defineConfig } from 'vitest/config';
      import { plugin } from './tools/plugin.js';
      export default defineConfig({
        build: { include: ['src/**/*.ts'] },
        optimizeDeps: { include: ['src/b.ts'] },
        test: {
          include: ['src/**/*.proof.ts'],
          includeSource: ['src/**/*.ts'],
          setupFiles: [new URL('./support/start.ts', import.meta.url).pathname],
          globalSetup: \`\${here}/support/up.ts\`,
          environment: './support/env.ts',
          coverage: { include: ['src/c.ts'] },
          alias: { db: './support/fakeDb.ts', real: './src/real.ts' },
        },
      });`;
    const held = ['tools/plugin.ts', 'src/a.proof.ts', 'support/start.ts', 'support/up.ts'];
    const more = ['support/env.ts', 'support/fakeDb.ts'];
    const free = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/real.ts'];
    for (const file of ['vite.config.ts', 'vitest.workspace.ts', 'vitest.config.e2e.mts'])
      expect(await named({ [file]: text }, [...held, ...more, ...free])).toEqual([
        ...held,
        ...more,
      ]);
  });

  it.each([
    ['.mocharc.json', '{ /* x */ "spec": ["checks"], "require": "./support/start.js", }'],
    ['.mocharc.yml', '# x\nspec:\n  - checks/**/*.js\nrequire: ./support/start.js # y\n'],
    ['.mocharc.yaml', 'spec: ["checks/*.js", \'checks/more/*.js\']\nrequire:\n- support/start\n'],
    ['.mocharc.cjs', "module.exports = { spec: 'checks/**/*.js', require: ['support/start.js'] };"],
    ['package.json', json({ mocha: { spec: 'checks/*.js', require: 'support/start' } })],
    ['package.json', json({ ava: { files: ['checks/**/*'], require: ['./support/start.js'] } })],
    ['ava.config.js', "export default { files: ['checks/**'], require: ['./support/start.js'] };"],
    [
      'package.json',
      json({ scripts: { test: 'NODE_ENV=x node -r ./support/start.js --test checks/*.js' } }),
    ],
    ['.taprc', 'files:\n  - checks/*.js\nbefore: ./support/start.js\n'],
    [
      'playwright.config.ts',
      "export default { testDir: './checks', globalSetup: require.resolve('./support/start') };",
    ],
    [
      'cypress.config.js',
      "module.exports = { e2e: { specPattern: 'checks/**/*.js', supportFile: 'support/start.js' } };",
    ],
    ['cypress.json', json({ integrationFolder: 'checks', supportFile: 'support/start.js' })],
    ['deno.json', json({ test: { include: ['checks/', 'support/start.js'] } })],
    ['bunfig.toml', '[test]\nroot = "checks"\npreload = ["./support/start.js"]\n'],
  ])('%s: %s', async (config, text) => {
    const paths = ['checks/a.js', 'support/start.js', 'src/a.js', 'support/other.js'];
    expect(await named({ [config]: text }, paths)).toEqual(['checks/a.js', 'support/start.js']);
  });

  it.each([
    [
      'pytest.ini',
      '[pytest]\ntestpaths = checks proofs\npython_files =\n    check_*.py\n    *_proof.py\n',
    ],
    [
      'tox.ini',
      '[tox]\npython_files = *.py\n[pytest]\npython_files = check_*.py *_proof.py\ntestpaths =\n  checks\n  proofs\n',
    ],
    [
      'setup.cfg',
      '[metadata]\nname = x\n[tool:pytest]\ntestpaths = checks proofs\npython_files = check_*.py *_proof.py\n',
    ],
    [
      'pyproject.toml',
      '[project]\nname = "x"\n\n[tool.pytest.ini_options]\ntestpaths = [\n  "checks",\n  "proofs",\n]\npython_files = "check_*.py"\n[tool.pytest]\npython_files = ["*_proof.py"]\n',
    ],
  ])('pytest in %s', async (config, text) => {
    const paths = ['checks/check_a.py', 'checks/helper.py', 'src/x/b_proof.py', 'proofs/test_a.py'];
    const free = ['src/a.py', 'src/check.py', 'pkg/a.py'];
    expect(await named({ [config]: text }, [...paths, ...free])).toEqual(paths);
  });

  it.each(['.', 'src', 'pkg', 'src pkg'])(
    'but not a folder of source in which pytest looks for tests: %s',
    async (folders) => {
      const config = `[pytest]\ntestpaths = ${folders}\npython_files = *.py\n`;
      const paths = ['src/a.py', 'src/b.py', 'pkg/a.py', 'pkg/b.py', 'pkg/c.py', 'setup2.py'];
      expect(await named({ 'pytest.ini': config }, paths, ['pkg/test_a.py'])).toEqual([]);
    },
  );

  it('Cargo, for tests and benches outside their folders', async () => {
    const text =
      '[package]\nname = "x"\n[[bin]]\npath = "src/tool.rs"\n[[test]]\nname = "a"\npath = "checks/a.rs"\n';
    expect(await named({ 'Cargo.toml': text }, ['checks/a.rs', 'src/tool.rs'])).toEqual([
      'checks/a.rs',
    ]);
  });
});

describe('files that package scripts run', () => {
  it.each([
    ['test', 'node scripts/all.js --now'],
    ['test:unit', 'tsc && cross-env A=1 tsx --loader ts ./scripts/all.ts'],
    ['lint', 'eslint -c scripts/all.js src/a.js'],
    ['typecheck', 'tsc --project=scripts/all.json'],
    ['pretest', './scripts/all.sh src/a.js'],
    ['build', 'python3 scripts/all.py || exit 1'],
    ['coverage', 'bash "scripts/all.sh"'],
    ['test', 'npx mocha -r ./scripts/all.js checks'],
    ['test', 'nyc mocha checks --require=./scripts/all.js'],
    ['test', 'node --tsconfig x.json --import ./scripts/all.mjs src/other.js'],
    ['test', 'node node_modules/mocha/bin/mocha.js -r scripts/all.js'],
    ['test', 'bun test --preload ./scripts/all.ts'],
    ['lint', 'pylint --rcfile=scripts/all.toml src'],
    ['lint', 'A=1 ./scripts/all.sh'],
  ])('%s: %s', async (name, command) => {
    const config = { 'package.json': json({ scripts: { [name]: command } }) };
    const ending = /all\.(\w+)/.exec(command)?.[1] ?? '';
    const paths = [`scripts/all.${ending}`, 'src/a.js', 'src/index.ts'];
    expect(await named(config, paths)).toEqual([`scripts/all.${ending}`]);
  });

  it.each([
    ['start', 'node src/a.js'],
    ['build', 'esbuild src/a.js --bundle'],
    ['test', 'jest src'],
    ['test', 'node --test src/'],
    ['lint', 'eslint src/a.js .'],
    ['build', 'tsc -p ./src'],
    ['build', 'tsc -p packages/core/'],
    ['types', 'tsc -p ./src'],
    ['types', 'vue-tsc --noEmit --project packages/core/'],
    ['test', 'tsc -p src/ && jest'],
    ['test', 'cp -r ./src ./dist && mkdir -p ./src'],
    ['build', 'cp -r ./src ./dist'],
    ['test', 'cp -p ./src/a.json dist'],
    ['lint', 'sh -c ./src'],
    ['lint', 'grep -c a.js src/a.js'],
    ['lint', 'eslint -c ./src'],
    ['test', 'node scripts/run.js -r ./src -p ./src'],
  ])('but no source: %s: %s', async (name, command) => {
    const config = { 'package.json': json({ scripts: { [name]: command } }) };
    expect(
      await named(config, ['src/a.js', 'src/a.json', 'src/index.ts', 'packages/core/index.ts']),
    ).toEqual([]);
  });

  it.each(['tsc -p ./src', 'npx tsc --project src/', 'vue-tsc -p src'])(
    'and the configuration of a folder: %s',
    async (command) => {
      const config = { 'package.json': json({ scripts: { types: command } }) };
      const paths = ['src/tsconfig.json', 'src/index.ts'];
      expect(await named(config, paths)).toEqual(['src/tsconfig.json']);
    },
  );

  it('and source too, where it is what a script of the gate runs', async () => {
    const config = { 'package.json': json({ scripts: { test: 'node src/index.js' } }) };
    expect(await named(config, ['src/index.js', 'src/a.js'])).toEqual(['src/index.js']);
    const required = { 'package.json': json({ scripts: { test: 'mocha -r ./support' } }) };
    expect(await named(required, ['support/index.ts'])).toEqual(['support/index.ts']);
  });
});

describe('a configuration that cannot be read', () => {
  it.each([
    ['jest.config.js', 'module.exports = {{{ "'],
    ['jest.config.json', 'not json'],
    ['pyproject.toml', '[tool.pytest.ini_options\ntestpaths = ["'],
    ['.mocharc.yml', ':\n-\n- \n'],
    ['package.json', ''],
  ])('%s names nothing: %s', async (config, text) => {
    expect(await named({ [config]: text }, ['src/a.js', 'src/a.py'])).toEqual([]);
  });
});

it('reads what a configuration imports, but not the imports of source that is called like one', async () => {
  const text = "import { routes } from './routes';\nexport default { routes };\n";
  const configs = { 'src/app/app.config.ts': text, 'tool.config.ts': text };
  expect(await named(configs, ['src/app/routes.ts', 'routes.ts'])).toEqual(['routes.ts']);
});

describe('an alias', () => {
  const config = (target: string): Record<string, string> => ({
    'vitest.config.ts': `export default { test: { alias: { x: './src/${target}' } } };`,
  });

  it.each([
    ...['mock.ts', 'mocks/db.ts', '__mocks__/db.ts', 'db.mock.ts', 'db-stub.ts', 'fake_db.ts'],
    ...['fakeDb.ts', 'dbMock.ts', 'DbStubs.ts', 'DBMock.ts', 'testing/db.ts', 'test-env.ts'],
    ...['dummy.ts', 'fixtures/a.ts', 'dbSpec.ts', 'mock2.ts', 'test/setup.ts', 'MOCK.ts'],
  ])('to a stand-in is held: %s', async (target) => {
    expect(await named(config(target), [`src/${target}`])).toEqual([`src/${target}`]);
  });

  it.each([
    ...['latest.ts', 'latest/a.ts', 'inspect.ts', 'specification.ts', 'attestation.ts'],
    ...['mockingbird.ts', 'contestEntry.ts', 'specific.ts', 'stubborn.ts', 'AttestMode.ts'],
  ])('to source is not: %s', async (target) => {
    expect(await named(config(target), [`src/${target}`])).toEqual([]);
  });
});

it('reads no deeper than it can', async () => {
  const nest = (depth: number, value: string): string =>
    `export default { setupFiles: ${'['.repeat(depth)}${value}${']'.repeat(depth)} };`;
  expect(await named({ 'jest.config.ts': nest(9, "'./a.js'") }, ['a.js'])).toEqual(['a.js']);
  const text = nest(20_000, "'./a.js'");
  expect(await named({ 'jest.config.ts': text }, ['a.js'])).toEqual([]);
});

it('says which configuration and which key name a path, and lets the project open it', async () => {
  const workspace = await mkdtemp(join(top, 'w-'));
  await writeFile(join(workspace, 'jest.config.json'), json({ globalSetup: './up.js' }));
  const entries = new Map([['jest.config.json', { mode: '100644', blob: '', sparse: false }]]);
  const index = { entries, spellings: new Map<string, string>() };
  const locked = await runnerLocks(workspace, index, RULES);
  expect(locked('UP.js')).toMatchObject({ kind: 'refused', reason: 'test-file', files: ['UP.js'] });
  expect(locked('up.js')?.message).toContain('jest.config.json names it (globalSetup: "./up.js")');
  const open = await runnerLocks(workspace, index, { ...RULES, except: ['up.js'] });
  expect(open('up.js')).toBeUndefined();
});
