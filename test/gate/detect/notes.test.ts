import { describe, expect, it } from '@jest/globals';
import { environment, installed, manifest, planIn } from './support.js';

const member = (name: string, more: object = {}): string =>
  manifest({ test: 'vitest run' }, { name, ...more });

describe('the notes of detectGate', () => {
  it('say why this place won, and what else was found', async () => {
    const { notes } = await planIn({
      ...installed('jest', 'mocha'),
      'CLAUDE.md': '`npx jest`',
      'package.json': manifest({ test: 'mocha' }),
      'ava.config.js': '',
    });
    expect(notes).toEqual([
      'tests as CLAUDE.md line 1 says (jest), a higher authority than the others; also found: ' +
        'package.json script "test" (mocha); ava.config.js (ava, not installed)',
    ]);
  });

  it('say nothing when all places name the same command', async () => {
    const { notes } = await planIn({
      ...installed('jest'),
      'CLAUDE.md': '`npm test`',
      'package.json': manifest({ test: 'jest' }),
    });
    expect(notes).toEqual([]);
  });

  it('pass over a runner that is not installed for one that is', async () => {
    const { tests, notes } = await planIn({
      ...installed('jest'),
      'CLAUDE.md': '`npx vitest run`',
      'package.json': manifest({ test: 'jest' }),
    });
    expect(tests).toMatchObject([{ runner: 'jest' }]);
    expect(notes).toEqual([expect.stringContaining('CLAUDE.md line 1 (vitest, not installed)')]);
  });

  it('say which packages are tested and why', async () => {
    const { notes, tests } = await planIn(
      {
        ...installed('vitest'),
        'package.json': manifest({}, { workspaces: ['packages/*'] }),
        'packages/a/package.json': member('a'),
        'packages/a/i.ts': '',
        'packages/b/package.json': member('b', { dependencies: { a: '*' } }),
        'packages/c/package.json': member('c'),
      },
      { scope: ['packages/a/i.ts'] },
    );
    expect(notes).toEqual(['2 of 4 packages: a, b (depends on a)']);
    expect(tests.map(({ isDependent }) => isDependent)).toEqual([undefined, true]);
  });

  it('say that the tests of a dependent cannot be run, and refuse those of an owner', async () => {
    const files = {
      ...installed('vitest'),
      'package.json': manifest({}, { workspaces: ['packages/*'] }),
      'packages/a/package.json': member('a'),
      'packages/a/i.ts': '',
      'packages/b/package.json': manifest(
        { test: 'jest -u' },
        { name: 'b', dependencies: { a: '' } },
      ),
      'packages/b/i.ts': '',
    };
    const { notes } = await planIn(files, { scope: ['packages/a/i.ts'] });
    expect(notes).toContainEqual(
      expect.stringMatching(/tests of b \(depends on a\) are not run: .*rewrites snapshots/),
    );
    await expect(planIn(files, { scope: ['packages/b/i.ts'] })).rejects.toThrow('snapshots');
  });

  it('say that the tests of a dependent are of an unknown kind, and nothing of those it has not', async () => {
    const monorepo = (test: string) => ({
      ...installed('vitest'),
      'package.json': manifest({}, { workspaces: ['packages/*'] }),
      'packages/a/package.json': member('a'),
      'packages/a/i.ts': '',
      'packages/b/package.json': manifest({ test }, { name: 'b', dependencies: { a: '' } }),
    });
    const scope = ['packages/a/i.ts'];
    const { notes } = await planIn(monorepo('karma start'), { scope });
    expect(notes).toContainEqual(
      expect.stringMatching(/tests of b \(depends on a\) are not run: .*supported runners/),
    );
    const none = await planIn(monorepo('echo "Error: no test specified" && exit 1'), { scope });
    expect(none.notes.join()).not.toContain('not run');
  });

  it('say why something is built, and when nothing says how', async () => {
    const files = {
      ...installed('mocha'),
      'test/a.js': "require('../dist/a')",
      'package.json': manifest({ test: 'mocha', build: 'node b.js' }),
    };
    expect((await planIn(files)).notes).toEqual([
      'the script "build" of the root runs before the tests: its tests import what it builds',
    ]);
    const { notes } = await planIn({ ...files, 'package.json': manifest({ test: 'mocha' }) });
    expect(notes).toEqual([expect.stringContaining('no script says how')]);
  });

  it('say what rewrites files, and what it became', async () => {
    const { notes } = await planIn({
      ...installed('mocha', 'eslint', 'remark'),
      'package.json': manifest({ test: 'mocha', lint: 'remark . --output && eslint --fix .' }),
    });
    expect(notes).toEqual([
      'package.json script "lint" is not run, it rewrites files: remark . --output',
      'package.json script "lint" rewrites files (eslint --fix .); run as eslint .',
    ]);
  });

  it('leave out a script that repairs with a tool that nobody here knows', async () => {
    const { checks, notes } = await planIn({
      ...installed('mocha', 'tidier'),
      'package.json': manifest({ test: 'mocha', lint: 'tidier --look', 'lint:fix': 'tidier' }),
    });
    expect(checks.map(({ argv }) => argv.slice(1))).toEqual([['--look']]);
    expect(notes).toEqual(['package.json script "lint:fix" is not run, it rewrites files: tidier']);
  });

  it('say what is not installed, what needs a shell, and are never a refusal', async () => {
    const { checks, notes } = await planIn({
      ...installed('mocha'),
      'package.json': manifest({ test: 'mocha', lint: 'no-linter .', types: 'tsc | cat' }),
      'tsconfig.json': '{}',
    });
    expect(checks).toEqual([]);
    expect(notes).toEqual([
      'not run (package.json script "lint"): no-linter . is not installed',
      'types are not checked (tsconfig.json): typescript is not installed',
      expect.stringMatching(/^not run: the script "types" .* needs a shell for \|/),
    ]);
  });

  it('name the line of CI that needs a shell, cut short, and none that only speaks of a runner', async () => {
    const steps = [
      'command -v gotestsum || exit 1',
      'echo "$OK: gotestsum is there"',
      `gotestsum --format=short-verbose --junitfile $RESULTS/report.xml -- ${'x'.repeat(40)}`,
    ].map((run) => ({ run }));
    const { notes } = await planIn({
      ...installed('go', 'gofmt'),
      '.github/workflows/ci.yml': JSON.stringify({ on: 'push', jobs: { test: { steps } } }),
      'go.mod': 'module example.org/a\n',
      'a_test.go': '',
    });
    expect(notes).toEqual([
      'not used: .github/workflows/ci.yml job test step 3: ' +
        '"gotestsum --format=short-verbose --junitfile $RESULTS/report…" needs a shell for $R',
    ]);
  });

  it('say for which language of the scope there are no tests', async () => {
    const { notes } = await planIn({
      ...installed('mocha'),
      'package.json': manifest({ test: 'mocha' }),
      'a.js': '',
      'tools/gen.py': '',
    });
    expect(notes).toEqual(['no tests of Python found for tools/gen.py']);
  });

  it('say which modules of Maven are tested', async () => {
    const { notes } = await planIn(
      {
        ...installed('mvn'),
        'pom.xml': '<project><modules><module>a</module><module>b</module></modules></project>',
        'a/pom.xml': '<project/>',
        'a/src/main/java/A.java': '',
        'a/src/test/java/ATest.java': '',
        'b/pom.xml': '<project/>',
      },
      { scope: ['a/src/main/java/A.java'] },
    );
    expect(notes).toEqual([
      '1 of 2 modules: a, with what they need and what depends on them (-am -amd)',
    ]);
  });

  it('say that a configured tool of Python is not installed', async () => {
    const { notes } = await planIn({
      ...environment('.venv'),
      'pyproject.toml': '[tool.pytest.ini_options]\n[tool.basedpyright]\n',
      'a.py': '',
    });
    expect(notes).toEqual(['not run (pyproject.toml): basedpyright is not installed']);
  });
});
