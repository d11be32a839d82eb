import { describe, expect, it } from '@jest/globals';
import { newSuppressions } from '../../src/gate/suppressions.js';
import { makeRepo, writeFiles, type Files } from '../helpers/git-repo.js';

/** A line each, in a file of a language in which it means something. */
const LINES: readonly (readonly [string, string])[] = [
  ['a.js', '// eslint-disable-next-line no-eval'],
  ['a.ts', '// biome-ignore lint/suspicious/noDebugger: x'],
  ['a.ts', '/* oxlint-disable */'],
  ['a.ts', '// @ts-ignore'],
  ['a.ts', '// @ts-expect-error'],
  ['a.ts', '// @ts-nocheck'],
  ['a.ts', 'const y = x as any;'],
  ['a.py', 'x = 1  # noqa: E501'],
  ['a.py', '# ruff: disable[E501]'],
  ['a.py', 'x = 1  # type: ignore[attr]'],
  ['a.py', '# pyright: basic'],
  ['a.py', '# pyright: reportMissingImports=false'],
  ['a.py', '# pylint: disable=invalid-name'],
  ['a.py', '@pytest.mark.skip'],
  ['a.py', '@pytest.mark.xfail'],
  ['a.py', 'x = 1  # pragma: no cover'],
  ['a.go', 'x() //nolint:errcheck'],
  ['a.go', 't.Skip("x")'],
  ['a.rs', '#[allow(dead_code)]'],
  ['a.rs', '#![allow(clippy::all)]'],
  ['a.rs', '#[expect(unused)]'],
  ['a.rs', '#[ignore]'],
  ['A.java', '@SuppressWarnings("unchecked")'],
  ['A.java', '@Disabled'],
  ['A.java', '@Ignore'],
  ['a.js', '/* istanbul ignore next */'],
  ['a.js', '/* c8 ignore start */'],
  ['a.js', '/* v8 ignore next */'],
  ['a.js', "it.skip('x', () => {});"],
  ['a.js', "describe.only('x', () => {});"],
  ['a.js', "it.todo('x');"],
  ['a.js', "xit('x', () => {});"],
];

const named = ([path, line]: readonly [string, string], index: number) =>
  ({ path: `${index}/${path}`, line }) as const;

describe('newSuppressions', () => {
  it('sees every kind of suppression that a change adds, in old files and in new ones', async () => {
    const places = LINES.map(named);
    const before = places.filter((_, index) => index % 2 === 0);
    const text = (eol: string, lines: string[]) => lines.map((line) => `${line}${eol}`).join('');
    const files = (all: typeof places, make: (line: string) => string): Files =>
      Object.fromEntries(all.map(({ path, line }) => [path, make(line)]));
    const repo = await makeRepo(files(before, () => text('\r\n', ['first', 'last'])));
    const paths = places.map(({ path }) => path);
    expect(await newSuppressions(repo, paths)).toEqual([]);

    await writeFiles(
      repo,
      files(places, (line) => text('\r\n', ['first', line, 'last'])),
    );
    for (const { path, line } of places) {
      const [found, ...others] = await newSuppressions(repo, [path]);
      expect([path, others]).toEqual([path, []]);
      expect(`${found ?? 'nothing'} in ${line}`).toBe(`${found ?? ''} in ${line}`);
      expect(line).toContain(found);
    }
    expect(await newSuppressions(repo, paths)).toHaveLength(LINES.length);
  });

  it('counts over all files, so that one may move but none may be added', async () => {
    const repo = await makeRepo({ 'a.ts': '// @ts-ignore\nx;\n', 'b.ts': 'y;\n' });
    await writeFiles(repo, { 'a.ts': 'x;\n', 'b.ts': '    // @ts-ignore\r\ny;\n' });
    expect(await newSuppressions(repo, ['a.ts', 'b.ts', 'gone.ts'])).toEqual([]);
    await writeFiles(repo, { 'a.ts': '// @ts-ignore\nconst z = x as any;\n' });
    const added = await newSuppressions(repo, ['a.ts', 'b.ts']);
    expect(added.sort()).toEqual(['@ts-ignore', 'as any']);
  });

  it('lets one move with other blanks in it', async () => {
    const repo = await makeRepo({ 'A.java': '  @SuppressWarnings({\n    "a",\n  })\n' });
    await writeFiles(repo, { 'A.java': null, 'B.java': '@SuppressWarnings({\n  "a",\n})\n' });
    expect(await newSuppressions(repo, ['A.java', 'B.java'])).toEqual([]);
  });

  it('leaves alone words that mean something only in other languages', async () => {
    const repo = await makeRepo({ 'a.ts': '' });
    await writeFiles(repo, { 'a.ts': 't.Skip("x");\n/** @Ignore */\nclass A {}\n' });
    expect(await newSuppressions(repo, ['a.ts'])).toEqual([]);
  });
});
