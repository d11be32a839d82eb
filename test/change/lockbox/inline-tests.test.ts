import { describe, expect, it } from '@jest/globals';
import { checkContent } from '../../../src/change/lockbox/index.js';
import { draft } from '../drafts.js';

type File = [path: string, before: string | null, after: string | null];

function reason(...files: File[]): string | undefined {
  return checkContent(files.map((file) => draft(...file)))?.reason;
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

const RUST_MODULE = `#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }
}
`;

/** A test, where it may stand, a weaker one, and the file around it. */
const CASES: {
  name: string;
  path: string;
  test: string;
  weaker: string;
  around: (test: string) => string;
}[] = [
  {
    name: 'a Rust module of tests',
    path: 'src/lib.rs',
    test: RUST_MODULE,
    weaker: RUST_MODULE.replace('3', '4'),
    around: (test) =>
      `pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n${test}\npub fn last() {}\n`,
  },
  {
    name: 'a Rust module under a wider condition',
    path: 'src/lib.rs',
    test: RUST_MODULE.replace('cfg(test)', 'cfg(all(test, unix))'),
    weaker: RUST_MODULE.replace('cfg(test)', 'cfg(all(test, windows))'),
    around: (test) => `pub fn a() {}\n${test}`,
  },
  {
    name: 'a Rust test without a module',
    path: 'src/lib.rs',
    test: '#[test]\n#[should_panic]\nfn fails() {\n    a(1);\n}\n',
    weaker: '#[test]\n#[should_panic]\nfn fails() {\n    a(2);\n}\n',
    around: (test) => `pub fn a(x: i32) {}\n${test}`,
  },
  {
    name: 'a Rust item for tests inside another',
    path: 'src/lib.rs',
    test: '#[cfg(test)]\nfn spy(&self) -> u8 {\n    1\n}\n',
    weaker: '#[cfg(test)]\nfn spy(&self) -> u8 {\n    2\n}\n',
    around: (test) => `impl A {\n${indented(test)}    pub fn a(&self) {}\n}\n`,
  },
  {
    name: 'code in a Rust doc comment',
    path: 'src/lib.rs',
    test: '/// ```\n/// assert_eq!(a(), 1);\n/// ```\n',
    weaker: '/// ```text\n/// assert_eq!(a(), 1);\n/// ```\n',
    around: (test) => `/// Gives one.\n///\n${test}pub fn a() -> u8 {\n    1\n}\n`,
  },
  {
    name: 'code in a Rust module comment',
    path: 'src/lib.rs',
    test: '//! ```rust,no_run\n//! a();\n//! ```\n',
    weaker: '//! ```rust,ignore\n//! a();\n//! ```\n',
    around: (test) => `//! A crate.\n${test}pub fn a() {}\n`,
  },
  {
    name: 'code in a Rust block comment',
    path: 'src/lib.rs',
    test: '/**\n * ```\n * assert!(a());\n * ```\n */\n',
    weaker: '/**\n * ```\n * assert!(!a());\n * ```\n */\n',
    around: (test) => `${test}pub fn a() -> bool {\n    true\n}\n`,
  },
  {
    name: 'indented code in a Rust doc comment',
    path: 'src/lib.rs',
    test: '///\n///     assert!(a());\n///\n',
    weaker: '///\n///     let _ = a();\n///\n',
    around: (test) => `/// Is true.\n${test}pub fn a() -> bool {\n    true\n}\n`,
  },
  {
    name: 'a Python doctest',
    path: 'src/a.py',
    test: '    >>> add(1,\n    ...     2)\n    3\n',
    weaker: '    >>> add(1,\n    ...     2) # doctest: +SKIP\n    3\n',
    around: (test) =>
      `def add(a, b):\n    """Adds.\n\n${test}\n    More.\n    """\n    return a + b\n`,
  },
  {
    name: 'a doctest in a text',
    path: 'docs/a.rst',
    test: '>>> add(1, 2)\n3\n',
    weaker: '>>> add(1, 2)\n4\n',
    around: (test) => `Guide\n\n${test}\nMore.\n`,
  },
  {
    name: 'an Elixir doctest',
    path: 'lib/a.ex',
    test: '      iex> A.add(1, 2)\n      3\n',
    weaker: '      iex> A.add(1, 2)\n      4\n',
    around: (test) =>
      `defmodule A do\n  @doc """\n  Adds.\n\n${test}\n  """\n  def add(a, b), do: a + b\nend\n`,
  },
  {
    name: 'a Haskell doctest',
    path: 'src/A.hs',
    test: '-- >>> add 1 2\n-- 3\n',
    weaker: '-- >>> add 1 2\n-- 4\n',
    around: (test) => `-- | Adds.\n--\n${test}add :: Int -> Int -> Int\nadd = (+)\n`,
  },
  {
    name: 'a vitest block',
    path: 'src/a.ts',
    test: 'if (import.meta.vitest) {\n  const { expect } = import.meta.vitest;\n  expect(a(1)).toBe(2);\n}\n',
    weaker:
      'if (import.meta.vitest) {\n  const { expect } = import.meta.vitest;\n  expect(a(1)).toBe(3);\n}\n',
    around: (test) =>
      `export const a = (x: number): number => x + 1;\n${test}export const b = 1;\n`,
  },
  {
    name: 'a vitest block in a file that no parser reads',
    path: 'src/a.vue',
    test: 'if (import.meta.vitest) {\n  check(1);\n}\n',
    weaker: 'if (import.meta.vitest) {\n  check(2);\n}\n',
    around: (test) => `<script>\nconst a = 1;\n${test}</script>\n`,
  },
  {
    name: 'a Go example with its output',
    path: 'a.go',
    test: 'func ExampleAdd() {\n\tfmt.Println(Add(1, 2))\n\t// Output: 3\n}\n',
    weaker: 'func ExampleAdd() {\n\tfmt.Println(Add(1, 2))\n\t// Output: 4\n}\n',
    around: (test) =>
      `package a\n\nfunc Add(a, b int) int { return a + b }\n\n${test}\nfunc Last() {}\n`,
  },
];

describe.each(CASES)('$name', ({ path, test, weaker, around }) => {
  it('may not change, go, or come', () => {
    expect(reason([path, around(test), around(weaker)])).toBeDefined();
    expect(reason([path, around(test), around('')])).toBeDefined();
    expect(reason([path, around(''), around(test)])).toBeDefined();
    expect(reason([path, around(test), null])).toBeDefined();
    expect(reason([path, around(test), around(test + test)])).toBeDefined();
  });

  it('lets the code around it change, and may move', () => {
    const file = around(test);
    expect(
      reason([path, file, file.replaceAll('a', 'b').replaceAll(test.replaceAll('a', 'b'), test)]),
    ).toBeUndefined();
    const [folder = '', name = ''] = path.includes('/') ? path.split('/') : ['', path];
    expect(reason([path, file, null], [`${folder}/deep/${name}`, null, file])).toBeUndefined();
  });
});

describe('tests inside source', () => {
  it.each([
    [
      'src/lib.rs',
      'impl A {\n    #[cfg(test)]\n    fn spy(&self) {\n        self.x()\n    }\n}\n',
      '#[cfg(test)]\nfn spy(&self) {\n    self.x()\n}\n',
    ],
    [
      'src/lib.rs',
      '    /// ```\n    /// a();\n    /// ```\n    fn a() {}\n',
      '/// ```\n/// a();\n/// ```\nfn a() {}\n',
    ],
    [
      'src/a.py',
      'class A:\n    def f(self):\n        """\n        >>> 1\n        1\n        """\n',
      'def f(self):\n    """\n    >>> 1\n    1\n    """\n',
    ],
  ])('may move to another depth: %s', (path, before, after) => {
    expect(reason([path, before, after])).toBeUndefined();
  });

  it.each([
    ['src/lib.rs', `x ( {{\n${RUST_MODULE}`],
    ['src/a.ts', 'x ( {{\nif (import.meta.vitest) {\n  check(3);\n}\n'],
    ['src/a.ts', 'export const run = import.meta.vitest ? check(3) : undefined;\n'],
  ])('may not change in code that no parser understands: %s', (path, text) => {
    expect(reason([path, text, text.replace('3', '4')])).toBe('inline-tests');
    expect(reason([path, text, `y\n${text}`])).toBeUndefined();
  });

  it('have line ends that do not count', () => {
    expect(reason(['a.rs', RUST_MODULE, RUST_MODULE.replaceAll('\n', '\r\n')])).toBeUndefined();
  });

  it.each([
    ['src/lib.rs', '#[cfg(not(test))]\npub fn a() -> u8 {\n    1\n}\n'],
    ['src/lib.rs', '/// ```text\n/// 1\n/// ```\npub fn a() {}\n'],
    ['src/lib.rs', '// ```\n// 1\n// ```\npub fn a() {}\n'],
    ['src/lib.rs', '/// Lists:\n///\n/// - 1\n///   more\npub fn a() {}\n'],
    ['src/a.py', 'def f():\n    """Shifts with >>> 1."""\n    return 1\n'],
    ['src/a.py', '# >>> 1\n'],
    ['src/a.js', 'const a = 1 >>> 1;\n'],
    ['src/a.ts', 'function f() {\n  return import.meta.env.MODE + 1;\n}\n'],
    ['a.go', 'func ExampleAdd() {\n\tAdd(1)\n}\n'],
    ['a.go', '// Output: 1\nfunc Add() {}\n'],
  ])('are not seen in %s: %j', (path, text) => {
    expect(reason([path, text, text.replaceAll('1', '2')])).toBeUndefined();
  });

  it('are named by their first line', () => {
    const refused = checkContent([draft('a.rs', RUST_MODULE, RUST_MODULE.replace('3', '4'))]);
    expect(refused).toMatchObject({ reason: 'inline-tests', files: ['a.rs'] });
    expect(refused?.message).toContain('"#[cfg(test)]"');
  });
});
