import { beforeAll, describe, expect, it } from '@jest/globals';
import { lockedFiles } from '../../src/activities/locked-files.js';
import { makeRepo } from '../helpers/git-repo.js';

let isLocked: (path: string) => boolean;
beforeAll(async () => {
  const repo = await makeRepo({
    'jest.config.json': '{"setupFiles":["<rootDir>/tools/prepare.js"]}',
    'src/a.js': 'a\n',
  });
  const lockbox = { add: ['docs/**'], except: ['**/tests/open.js'] };
  isLocked = await lockedFiles(repo, { lockbox }, { testFiles: ['checks/sum.js'] });
});

describe('the files that must be as in the base while the gate judges', () => {
  it.each([
    'test/sum.test.js',
    'src/__snapshots__/a.snap',
    'checks/sum.js',
    'tools/prepare.js',
    'docs/a.md',
    'package.json',
    '.npmrc',
    'Makefile',
    'conftest.py',
    'pytest.ini',
    '.cargo/config.toml',
    'go.mod',
    'tsconfig.json',
    'eslint.config.js',
  ])('hold %s', (path) => {
    expect(isLocked(path)).toBe(true);
  });

  it.each(['src/a.js', 'tests/open.js'])('do not hold %s', (path) => {
    expect(isLocked(path)).toBe(false);
  });

  it.each(['dist/a.js', 'packages/p/dist/a.js', 'src/generated/a.ts', 'lib/a.min.js', 'a.js.map'])(
    'do not hold %s, which a build makes and the tests need',
    (path) => {
      expect(isLocked(path)).toBe(false);
    },
  );
});
