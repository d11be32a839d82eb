import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { suiteEnvironment } from '../../src/gate/environment.js';
import { makeFolder } from '../helpers/git-repo.js';

const place = { workspace: '/work space/clone', outDir: '/state/run/gate' };

describe('suiteEnvironment', () => {
  it.each([
    ...['NODE_TEST_CONTEXT', 'NODE_OPTIONS', 'NODE_ENV', 'NODE_V8_COVERAGE', 'NODE_PATH'],
    ...['VITEST', 'VITEST_POOL_ID', 'JEST_WORKER_ID', 'INIT_CWD', 'FORCE_COLOR', 'NO_COLOR'],
    ...['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_AUTHOR_NAME', 'GIT_CONFIG_GLOBAL', 'MAKEFLAGS', 'MFLAGS'],
    ...['npm_config_script_shell', 'npm_lifecycle_event', 'npm_config_registry'],
    ...[
      'PYTEST_ADDOPTS',
      'PYTEST_PLUGINS',
      'PYTHONPATH',
      'PYTHONSTARTUP',
      'COVERAGE_PROCESS_START',
    ],
    ...['GOFLAGS', 'GOENV', 'RUSTFLAGS', 'RUSTC_WRAPPER', 'CARGO_TARGET_X86_RUNNER'],
    ...['MAVEN_OPTS', 'MAVEN_ARGS', 'GRADLE_OPTS', 'JAVA_TOOL_OPTIONS', 'JAVA_OPTS'],
    ...['TESTINGPLATFORM_EXITCODE_IGNORE', 'UPDATE_SNAPSHOT', 'UPDATE_SNAPSHOTS', 'UPDATE_EXPECT'],
    ...['SNAPSHOT_UPDATE', 'TRYBUILD', 'INSTA_FORCE_PASS', 'INSTA_FORCE_UPDATE'],
    ...[
      'TERM',
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'DYLD_INSERT_LIBRARIES',
      'BASH_ENV',
      'ENV',
      'LC_ALL',
    ],
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'ALL_PROXY'],
    ...['SSH_AUTH_SOCK', 'DOCKER_HOST', 'KUBECONFIG', 'DATABASE_URL', 'XDG_RUNTIME_DIR'],
    ...['GITHUB_TOKEN', 'NPM_TOKEN', 'API_KEY', 'CLIENT_SECRET', 'DB_PASSWORD', 'APP_CREDENTIALS'],
    ...[
      'AWS_SECRET_ACCESS_KEY',
      'AWS_PROFILE',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'AZURE_TENANT_ID',
    ],
    ...['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_API_KEY', 'CLAUDE_CODE'],
    ...['TEMPORAL_ADDRESS', 'TEMPORAL_API_KEY', 'CARGO_REGISTRY_TOKEN', 'UV_INDEX_URL'],
  ])('never passes %s', (name) => {
    const env = suiteEnvironment(place, { [name]: 'leaked', PATH: '/bin', HOME: '/nowhere' });
    expect(env).not.toHaveProperty(name);
    expect(Object.values(env).join('\n')).not.toContain('leaked');
  });

  it('passes nothing but known names, whatever the parent has', () => {
    const names = Object.keys(suiteEnvironment(place, { HOME: '/nowhere' }));
    const odd = { SOME_VARIABLE: 'a', gitlab_pat: 'b', Cookie: 'c', HOME: '/nowhere' };
    expect(Object.keys(suiteEnvironment(place, odd))).toEqual(names);
    expect(names.filter((name) => /token|secret|passw|credential|_key$/i.test(name))).toEqual([]);
  });

  it('leaves out of PATH what npm puts before it for the script that it runs', () => {
    const npm = '/a/node_modules/.bin:/node_modules/.bin:/n/node_modules/npm/node-gyp-bin';
    const { PATH } = suiteEnvironment(place, { PATH: `${npm}:./node_modules/.bin:/bin` });
    expect(PATH?.endsWith('/venv/bin:./node_modules/.bin:/bin')).toBe(true);
  });

  it('gives a HOME and a TMPDIR of its own and keeps PATH after the local programs', () => {
    const env = suiteEnvironment(place, { PATH: '/opt/node/bin:/bin', HOME: '/home/ada' });
    expect(env).toMatchObject({
      HOME: '/state/run/gate/home',
      TMPDIR: '/state/run/gate/tmp',
      GRADLE_USER_HOME: '/state/run/gate/home/.gradle',
      CI: '1',
      TZ: 'UTC',
      GIT_CEILING_DIRECTORIES: '/work space:/state/run',
    });
    expect(env.PATH?.startsWith('/work space/clone/node_modules/.bin:')).toBe(true);
    expect(env.PATH?.endsWith(':/opt/node/bin:/bin')).toBe(true);
  });

  it('finds the programs of a package before those of the workspace', () => {
    const { PATH = '' } = suiteEnvironment({ ...place, cwd: 'packages/a' }, { PATH: '/bin' });
    const [first, , , fourth] = PATH.split(':');
    expect(first).toBe('/work space/clone/packages/a/node_modules/.bin');
    expect(fourth).toBe('/work space/clone/node_modules/.bin');
  });

  it('lets tools say that they are offline, unless they have the network', () => {
    const offline = { GOPROXY: 'off', CARGO_NET_OFFLINE: 'true' };
    expect(suiteEnvironment(place, {})).toMatchObject({ ...offline, GOTOOLCHAIN: 'local' });
    const online = suiteEnvironment(place, {}, { network: 'on' });
    for (const name of Object.keys(offline)) expect(online).not.toHaveProperty(name);
  });

  it('gives the real HOME when told so, with caches that can be written', () => {
    const env = suiteEnvironment(place, { HOME: '/home/ada' }, { home: 'real' });
    expect(env).toMatchObject({
      HOME: '/home/ada',
      XDG_CACHE_HOME: '/state/run/gate/home/.cache',
      npm_config_cache: '/state/run/gate/home/.npm',
    });
    expect(env).not.toHaveProperty('XDG_CONFIG_HOME');
  });

  it.each(['PYENV_ROOT', 'CARGO_HOME', 'RUSTUP_HOME', 'JAVA_HOME', 'GOROOT', 'BUN_INSTALL'])(
    'passes the home of a tool that %s names',
    (name) => {
      expect(suiteEnvironment(place, { [name]: '/opt/tool' })).toMatchObject({
        [name]: '/opt/tool',
      });
      expect(suiteEnvironment(place, { HOME: '/nowhere' })).not.toHaveProperty(name);
    },
  );

  it('names the homes of tools that an empty HOME would lose', async () => {
    const home = await makeFolder();
    const folders = ['.cargo', '.rustup', 'go/pkg/mod', '.m2', '.gradle/caches/modules-2'];
    for (const folder of folders) await mkdir(join(home, folder), { recursive: true });
    expect(suiteEnvironment(place, { HOME: home })).toMatchObject({
      CARGO_HOME: join(home, '.cargo'),
      RUSTUP_HOME: join(home, '.rustup'),
      GOPATH: join(home, 'go'),
      GOMODCACHE: join(home, 'go/pkg/mod'),
      MAVEN_USER_HOME: join(home, '.m2'),
      GRADLE_RO_DEP_CACHE: join(home, '.gradle/caches'),
    });
  });

  it('finds the module cache where `go env -w` put it, and no flag from there', async () => {
    const home = await makeFolder();
    const modules = join(home, 'elsewhere');
    await mkdir(modules);
    await mkdir(join(home, '.config/go'), { recursive: true });
    await writeFile(join(home, '.config/go/env'), `GOFLAGS=-run=zzz\nGOMODCACHE=${modules}\n`);
    const env = suiteEnvironment(place, { HOME: home });
    expect(env.GOMODCACHE).toBe(modules);
    expect(env).not.toHaveProperty('GOFLAGS');
  });

  it('keeps what Go builds in a cache of ours, which outlives the suite', () => {
    const env = suiteEnvironment(place, {
      REFACTOR_LOOP_HOME: '/state',
      GOCACHE: '/home/ada/cache',
    });
    expect(env.GOCACHE).toBe('/state/caches/go-build');
  });

  it('takes nothing from the options of Maven but its local repository', () => {
    const options = '-Xmx1g -Dmaven.repo.local=/opt/repository -DskipTests';
    expect(suiteEnvironment(place, { MAVEN_OPTS: options })).toMatchObject({
      MAVEN_OPTS: '-Dmaven.repo.local=/opt/repository',
    });
  });
});
