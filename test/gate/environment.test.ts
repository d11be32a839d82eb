import { describe, expect, it } from '@jest/globals';
import { suiteEnvironment } from '../../src/gate/environment.js';

const place = { workspace: '/work space/clone', outDir: '/state/run/gate' };

describe('suiteEnvironment', () => {
  it.each([
    'NODE_TEST_CONTEXT',
    'NODE_OPTIONS',
    'NODE_ENV',
    'NODE_V8_COVERAGE',
    'GIT_DIR',
    'GIT_INDEX_FILE',
    'MAKEFLAGS',
    'npm_config_script_shell',
    'npm_lifecycle_event',
    'INIT_CWD',
    'JEST_WORKER_ID',
    'VITEST',
    'PYTEST_ADDOPTS',
    'PYTHONPATH',
    'TEMPORAL_ADDRESS',
    'TEMPORAL_API_KEY',
    'ANTHROPIC_API_KEY',
    'CLAUDE_CODE',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'SSH_AUTH_SOCK',
    'HTTPS_PROXY',
    'LD_PRELOAD',
    'BASH_ENV',
    'FORCE_COLOR',
    'NO_COLOR',
    'LC_ALL',
    'DATABASE_URL',
    'UPDATE_SNAPSHOT',
  ])('never passes %s', (name) => {
    expect(suiteEnvironment(place, { [name]: 'leaked', PATH: '/bin' })).not.toHaveProperty(name);
  });

  it('gives a HOME and a TMPDIR of its own and keeps PATH after the local programs', () => {
    const env = suiteEnvironment(place, { PATH: '/opt/node/bin:/bin', HOME: '/home/ada' });
    expect(env).toMatchObject({
      HOME: '/state/run/gate/home',
      TMPDIR: '/state/run/gate/tmp',
      CI: '1',
      TZ: 'UTC',
      GIT_CEILING_DIRECTORIES: '/work space:/state/run',
    });
    expect(env.PATH?.startsWith('/work space/clone/node_modules/.bin:')).toBe(true);
    expect(env.PATH?.endsWith(':/opt/node/bin:/bin')).toBe(true);
  });

  it('names the homes of version managers, which are not found from an empty HOME', () => {
    expect(suiteEnvironment(place, { PYENV_ROOT: '/opt/pyenv' })).toMatchObject({
      PYENV_ROOT: '/opt/pyenv',
    });
    expect(suiteEnvironment(place, { HOME: '/nowhere' })).not.toHaveProperty('PYENV_ROOT');
  });
});
