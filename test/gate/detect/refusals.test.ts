import { describe, expect, it } from '@jest/globals';
import type { Files } from '../../helpers/git-repo.js';
import { detectIn, environment, installed, manifest, refusalOf, type Asked } from './support.js';

const CI = '.github/workflows/ci.yml';

async function refusal(files: Files, asked?: Asked) {
  return refusalOf(await detectIn(files, asked));
}

describe('detectGate refuses, and names the way out, of the test script', () => {
  it.each([
    ['node --test || true', '|| (it hides a failure)'],
    ['node --test || exit 0', '|| (it hides a failure)'],
    ['node --test; true', '; (it goes on after a failure)'],
    ['node --test | tee log', '| (the exit code would be that of the last program)'],
    ['node --test | tail -5', '| (the exit code would be that of the last program)'],
    ['node --test & wait', '& (the exit code of what runs in the background is lost)'],
    ['node --test > log', 'needs a shell for >'],
    ['jest $ARGS', 'needs a shell for $A'],
    ['node --test "$(ls)"', 'needs a shell for "'],
    ['jest -u', 'rewrites snapshots'],
    ['jest --updateSnapshot', 'rewrites snapshots'],
    ['vitest run -u', 'rewrites snapshots'],
    ['vitest run --update', 'rewrites snapshots'],
    ['ava --update-snapshots', 'rewrites snapshots'],
    ['playwright test --update-snapshots', 'rewrites snapshots'],
    ['node --test --test-update-snapshots', 'rewrites snapshots'],
    ['jest --forceExit', 'hides what happens after the tests'],
    ['mocha --exit', 'hides what happens after the tests'],
    ['node --test --test-force-exit', 'hides what happens after the tests'],
    ['vitest run --dangerouslyIgnoreUnhandledErrors', 'hides what happens'],
    ['vitest --watch', 'never ends'],
    ['jest --watchAll', 'never ends'],
    ['mocha -w', 'never ends'],
    ['ava --watch', 'never ends'],
    ['vitest run --retry=2', 'retries failing tests'],
    ['playwright test --retries 2', 'retries failing tests'],
    ['mocha --retries 2', 'retries failing tests'],
    ['jest -o', 'runs only what changed'],
    ['vitest run --changed', 'runs only what changed'],
    ['jest --onlyFailures', 'depends on what failed before'],
    ['jest --shard=1/3', 'runs only a part of the tests'],
    ['npm run missing', 'has no script "missing"'],
    ['npm run again', 'calls itself'],
    ['karma start', 'runs none of the supported runners (node:test, jest, vitest, mocha'],
    ['cd ../other && jest', 'leaves the repository'],
  ])('%j', async (test, why) => {
    const scripts = { test, again: 'npm run again' };
    const result = await refusal({ ...installed('mocha'), 'package.json': manifest(scripts) });
    expect(result.reason).toBe('gate-broken');
    expect(result.message).toContain(why);
    expect(result.message).toContain('--test');
  });
});

describe('detectGate on a test script that proves nothing', () => {
  it('takes what CI runs instead, and nothing weaker', async () => {
    const files = {
      ...installed('jest'),
      'package.json': manifest({ test: 'jest -u' }),
      'jest.config.js': '',
      Makefile: 'test:\n\tnpx jest\n',
    };
    const alone = await refusal(files);
    expect(alone.message).toContain('package.json script "test" cannot prove anything');
    const workflow = JSON.stringify({
      on: 'push',
      jobs: { a: { steps: [{ run: 'npx jest' }] } },
    });
    const withCi = await detectIn({ ...files, [CI]: workflow });
    expect(withCi).toMatchObject({ plan: { tests: [{ source: `${CI} job a step 1` }] } });
  });

  it.each(['jest || true', 'jest; true', 'jest | tee log', 'jest & wait'])(
    'does not take the configuration instead of %j either',
    async (test) => {
      const files = { 'package.json': manifest({ test }), 'jest.config.js': '' };
      const { message } = await refusal({ ...installed('jest'), ...files });
      expect(message).toContain('package.json script "test" cannot prove anything');
    },
  );

  it('takes the configuration instead where the script is only not understood, and says so', async () => {
    const result = await detectIn({
      ...installed('jest'),
      'package.json': manifest({ test: 'jest $FLAGS' }),
      'jest.config.js': '',
    });
    expect(result).toMatchObject({
      plan: {
        tests: [{ source: 'jest.config.js' }],
        notes: [expect.stringMatching(/^not used: .*the script "test" \(jest \$FLAGS\) needs/)],
      },
    });
  });

  it.each<[string, Files, string]>([
    ['an ignored failure in a Makefile', { Makefile: 'test:\n\t-mocha\n' }, 'ignores the failure'],
    [
      'a tolerated failure in CI',
      {
        [CI]: '{"on":"push","jobs":{"a":{"continue-on-error":true,"steps":[{"run":"npx mocha"}]}}}',
      },
      'continue-on-error',
    ],
    [
      'a tolerated failure in GitLab',
      { '.gitlab-ci.yml': 'a:\n  allow_failure: true\n  script: [npx mocha]\n' },
      'allow_failure',
    ],
    [
      'a part of the tests in CI',
      { [CI]: '{"on":"push","jobs":{"a":{"steps":[{"run":"npx mocha -g one"}]}}}' },
      '-g runs only a part of the tests',
    ],
    [
      'Maven that skips tests',
      {
        [CI]: '{"on":"push","jobs":{"a":{"steps":[{"run":"mvn test -DskipTests"}]}}}',
        'pom.xml': '<project/>',
        'src/main/java/A.java': '',
      },
      '-DskipTests runs no test',
    ],
    [
      'Maven that tolerates failures',
      {
        [CI]: '{"on":"push","jobs":{"a":{"steps":[{"run":"mvn -fn test"}]}}}',
        'pom.xml': '<project/>',
        'src/main/java/A.java': '',
      },
      '-fn passes when tests fail',
    ],
    [
      'a part of the Go packages',
      {
        Makefile: 'test:\n\tgo test -run One ./...\n',
        'go.mod': 'module a\n',
        'a.go': '',
      },
      '-run runs only a part of the tests',
    ],
  ])('refuses %s', async (_, files, why) => {
    const result = await refusal({ ...installed('mocha', 'mvn', 'go'), ...files });
    expect(result).toMatchObject({ reason: 'gate-broken', message: expect.stringContaining(why) });
  });

  it.each([
    ['-k fast', '-k'],
    ['-x', '-x'],
    ['--maxfail=1', '--maxfail=1'],
    ['--lf', '--lf'],
    ['--ff', '--ff'],
    ['--sw', '--sw'],
    ['--deselect a.py::b', '--deselect'],
    ['--reruns 2', '--reruns'],
    ['--co', '--co'],
    ['--snapshot-update', '--snapshot-update'],
  ])('refuses addopts with %s', async (addopts, flag) => {
    const result = await refusal({
      ...environment('.venv'),
      'pytest.ini': `[pytest]\nminversion = 6\naddopts =\n  -ra\n  ${addopts}\n`,
      'a.py': '',
    });
    expect(result.message).toContain(`addopts in pytest.ini: ${flag}`);
  });
});

describe('detectGate without tests', () => {
  it.each<[string, Files]>([
    [
      'the placeholder of npm',
      { 'package.json': manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
    ],
    ['no package.json', { 'a.txt': '' }],
    ['a package without scripts', { 'package.json': '{}', 'a.js': '' }],
    ['a Python project without tests', { 'pyproject.toml': '', 'a.py': '' }],
    ['a Go module without tests', { 'go.mod': 'module a\n', 'a.go': '' }],
  ])('says no-tests and where it looked: %s', async (_, files) => {
    const result = await refusal(files);
    expect(result.reason).toBe('no-tests');
    expect(result.message).toMatch(
      /CLAUDE\.md.*CI files.*package\.json.*pytest.*Makefile.*--test/s,
    );
  });

  it('says what must be installed, and how', async () => {
    const { message } = await refusal({
      'pnpm-lock.yaml': '',
      'package.json': manifest({ test: 'no-such-wrapper', t: '' }, { jest: {} }),
      'a.js': '',
    });
    expect(message).toContain('jest is not installed');
    expect(message).toContain('--setup "pnpm install --frozen-lockfile"');
  });

  it('does not guess how a script that it cannot follow starts a dependency', async () => {
    const { message } = await refusal({
      ...installed('mocha'),
      'package.json': manifest({ test: 'node run.js mocha' }, { devDependencies: { mocha: '*' } }),
    });
    expect(message).toContain('package.json script "test" runs none of the supported runners');
  });

  it("says that Yarn's Plug'n'Play is not supported", async () => {
    const { message } = await refusal({
      '.pnp.cjs': '',
      'yarn.lock': '',
      'package.json': manifest({ test: 'jest' }),
    });
    expect(message).toContain('nodeLinker: node-modules');
  });

  it('asks which of two runners is meant when only their configuration speaks', async () => {
    const files = { 'jest.config.js': '', 'vitest.config.ts': '', 'a.js': '' };
    const { message } = await refusal({ ...installed('jest', 'vitest'), ...files });
    expect(message).toMatch(/vitest.*jest.*cannot be told apart.*--test/);
  });

  it.each<[string, Files, string]>([
    ['uv.lock', {}, '--setup "uv sync"'],
    ['poetry.lock', {}, 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install'],
    ['pdm.lock', {}, '--setup "pdm sync"'],
    ['requirements.txt', {}, 'python3 -m venv .venv'],
  ])('says how to make the environment that %s describes', async (lockFile, more, wayOut) => {
    const { message } = await refusal({
      ...more,
      [lockFile]: '',
      'venv/bin/python': { exec: '#!/bin/sh\necho "pytest cannot be imported"\nexit 3\n' },
      'pytest.ini': '',
      'a.py': '',
    });
    expect(message).toContain('pytest is not installed for venv/bin/python');
    expect(message).toContain(wayOut);
  });

  it('says which import of the project fails', async () => {
    const { message } = await refusal({
      'uv.lock': '',
      '.venv/bin/python': {
        exec: '#!/bin/sh\ncase "$*" in *"pkg") echo "pkg cannot be imported: No module named x"; exit 3;; esac\n',
      },
      'pytest.ini': '',
      'src/pkg/__init__.py': '',
    });
    expect(message).toMatch(/pkg cannot be imported: No module named x.*\.venv.*uv sync/);
  });
});

describe('detectGate on input and config file', () => {
  it('needs no installed runner when a setup is given', async () => {
    const result = await detectIn(
      { 'package.json': manifest({ test: 'jest' }) },
      { input: { setup: ['npm', 'ci'] } },
    );
    expect(result).toMatchObject({
      plan: { setup: { argv: ['npm', 'ci'], cwd: '' }, tests: [{ argv: ['jest'] }] },
    });
  });

  it('expects the environment that the setup makes', async () => {
    const files = { 'pytest.ini': '', 'a.py': '' };
    const argvOf = async (...setup: string[]) => {
      const result = await detectIn(files, { input: { setup } });
      return result.kind === 'ok' ? result.plan.tests[0]?.argv[0] : result.message;
    };
    expect(await argvOf('uv', 'sync')).toBe('.venv/bin/python');
    expect(await argvOf('python3', '-m', 'venv', 'env')).toBe('env/bin/python');
    expect(await argvOf('make', 'deps')).toBe('python3');
  });

  it.each([
    ['{"gate":{"tset":["jest"]}}', /refactor-loop\.json is wrong: gate: .*tset/],
    ['{"gate":{"test":"jest"}}', /gate\.test: .*expected array/],
    ['{"gates":{}}', /gates/],
    ['{gate:{}}', /not valid JSON/],
  ])('refuses the config file %s', async (config, why) => {
    const { reason, message } = await refusal({ 'refactor-loop.json': config });
    expect(reason).toBe('gate-broken');
    expect(message).toMatch(why);
  });

  it('refuses a command that runs no known runner, and says how to use it all the same', async () => {
    const { message } = await refusal(
      { Makefile: 'test:\n\t./t.sh\n' },
      {
        input: { test: ['make', 'test'] },
      },
    );
    expect(message).toMatch(/"make test" runs none of the supported runners.*gate\.report/);
  });

  it('refuses a report without its command', async () => {
    const report = { format: 'tap', path: 'a.tap' } as const;
    const { message } = await refusal({ 'a.js': '' }, { input: { report } });
    expect(message).toContain('gate.report needs gate.test');
  });
});
