import { describe, expect, it } from '@jest/globals';
import type { LockboxRules } from '../../../src/change/change.js';
import { lockbox } from '../../../src/change/lockbox/index.js';
import { lockboxPatterns } from '../../../src/change/lockbox/patterns.js';

const rules: LockboxRules = { add: [], except: [], testFiles: [] };

function reason(path: string, more: Partial<LockboxRules> = {}): string | undefined {
  return lockbox({ ...rules, ...more })(path)?.reason;
}

describe('paths that nothing makes safe', () => {
  it.each([
    ['', 'path-empty'],
    ['src//a.js', 'path-empty'],
    ['./src/a.js', 'path-empty'],
    ['src/', 'path-empty'],
    ['/etc/hosts', 'path-absolute'],
    ['~/x', 'path-absolute'],
    ['C:\\x.js', 'path-absolute'],
    ['c:x.js', 'path-absolute'],
    ['\\\\server\\share', 'path-absolute'],
    ['src/../../x', 'path-traversal'],
    ['src\\..\\..\\x', 'path-traversal'],
    ['src/a\0.js', 'path-control'],
    ['src/a\n.js', 'path-control'],
    ['src/a\u0085.js', 'path-control'],
    ['.git/config', 'path-git'],
    ['src/.GiT/hooks/x', 'path-git'],
    ['sub\\.git\\config', 'path-git'],
    ['.git. /config', 'path-git'],
    ['.git::$INDEX_ALLOCATION/config', 'path-git'],
    ['GIT~1/config', 'path-git'],
    ['.g\u200cit/config', 'path-git'],
    ['src/a.js.', 'path-name'],
    ['src /a.js', 'path-name'],
    ['src/a.js:stream', 'path-name'],
    ['a/'.repeat(2048) + 'b', 'path-too-long'],
  ])('%j is refused as %s', (path, expected) => {
    expect(reason(path)).toBe(expected);
    expect(reason(path, { except: ['**'] })).toBe(expected);
  });

  it.each(['src/a.js', 'src/.gitkeep', 'a b/ñ "q".ts', 'lib/..a.js', 'src/git/a.js'])(
    '%j is fine',
    (path) => expect(reason(path)).toBeUndefined(),
  );
});

describe('the patterns of the lockbox', () => {
  it.each([
    'test/a.js',
    'src/__tests__/a.ts',
    'pkg/a/Spec/x.rb',
    'src/a.test.ts',
    'src/A.SPEC.JS',
    'src/a-test.js',
    'a_test.go',
    'test_a.py',
    'src/test.js',
    'conftest.py',
    'src/fixtures/x.json',
    'x/__snapshots__/a.snap',
    'src/types.test-d.ts',
    'package.json',
    'pkg/PACKAGE.JSON',
    'pnpm-lock.yaml',
    'yarn.lock',
    '.npmrc',
    '.nvmrc',
    'tsconfig.build.json',
    'eslint.config.mjs',
    '.eslintrc.cjs',
    'biome.json',
    '.prettierrc',
    'jest.config.ts',
    'vite.config.js',
    '.mocharc.json',
    'pyproject.toml',
    'setup.cfg',
    'requirements-dev.txt',
    'go.sum',
    'Cargo.toml',
    'pom.xml',
    'build.gradle.kts',
    'Makefile',
    '.github/workflows/ci.yml',
    '.husky/pre-commit',
    '.gitlab-ci.yml',
    'Dockerfile',
    '.env',
    '.env.local',
    'CLAUDE.md',
    'docs/AGENTS.md',
    '.claude/settings.json',
    'vendor/lib/a.go',
    'dist/app.min.js',
    'node_modules/x/index.js',
    'patches/x.patch',
    '.swcrc',
    'Cypress/a.js',
  ])('holds %s, and the project may open it', (path) => {
    expect(reason(path)).toBe('protected-path');
    expect(reason(path, { except: [path] })).toBeUndefined();
  });

  it.each([
    '.gitattributes',
    'src/.gitignore',
    '.gitmodules',
    '.refactor-loop-ledger.md',
    '.mailmap',
  ])('holds %s, and nothing opens it', (path) =>
    expect(reason(path, { except: ['**'] })).toBe('protected-path'),
  );

  it.each([
    'src/latest/a.js',
    'src/contest.js',
    'src/testing.md',
    'src/protest.ts',
    'lib/env.js',
    'README.md',
  ])('does not hold %s', (path) => expect(reason(path)).toBeUndefined());

  it('never opens a test file that the runner reports, in any spelling', () => {
    const more = { testFiles: ['src/Checks/a.js'], except: ['**'] };
    expect(reason('src/Checks/a.js', more)).toBe('test-file');
    expect(reason('SRC/checks/A.js', more)).toBe('test-file');
    expect(reason('src/checks/b.js', more)).toBeUndefined();
  });

  it.each(['test/new\nline.js', 'src/new\nline/a.test.js', 'Legacy/new\nline/a.js'])(
    'holds %j, also by itself',
    (path) => {
      const held = lockboxPatterns({ ...rules, add: ['legacy/**'] })(path);
      expect(held?.reason).toBe('protected-path');
    },
  );

  it('adds globs of the project and names the rule that a path met', () => {
    const refused = lockbox({ ...rules, add: ['legacy/**'] })('Legacy/a.js');
    expect(refused?.message).toContain(
      'Legacy/a.js meets the lockbox rule "legacy/**" (added by the project)',
    );
  });
});
