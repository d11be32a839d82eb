import { describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { GO_LISTER } from '../../../src/gate/api/go.js';
import { JAVA_LISTER } from '../../../src/gate/api/java.js';
import { lostFiles, unlistedFiles, type LanguageLister } from '../../../src/gate/api/language.js';
import { listLanguages } from '../../../src/gate/api/languages.js';
import type { ApiListing } from '../../../src/gate/api/listing.js';
import { PYTHON_LISTER } from '../../../src/gate/api/python.js';
import { RUST_LISTER } from '../../../src/gate/api/rust.js';
import { differences, linesOf } from './differences.js';
import { writeWorkspace, type Files } from './workspace.js';

function listed(files: Files, tracked = Object.keys(files)): ApiListing {
  const workspace = writeWorkspace(files);
  const listing = listLanguages({ workspace, files: tracked }, () => undefined);
  rmSync(workspace, { recursive: true });
  return listing;
}

function symbols(files: Files): string[] {
  const listing = listed(files);
  return listing.kind === 'listed' ? listing.symbols : [];
}

const FIVE: Record<string, string> = {
  'package.json': '{"name": "shop"}',
  'index.ts': 'export const a = 1;',
  'shop.py': 'def f(): 0\n',
  'go.mod': 'module example.com/shop\n',
  'shop.go': 'package shop\n\nfunc F() {}\n',
  'Cargo.toml': '[package]\nname = "shop"\n',
  'src/lib.rs': 'pub fn f() {}',
  'org/A.java': 'package org; public interface A { }',
};

describe('the listing of a workspace', () => {
  it('is that of all its languages, each under its own name', () => {
    expect(symbols(FIVE)).toEqual([
      'go:example.com/shop func F: ()',
      'index.ts const a: 1',
      'java:org interface A: -',
      'python:shop function f: ()',
      'rust:shop fn f: ()',
    ]);
  });

  it('is none without sources that it knows, and empty for a program without a library', () => {
    const why = 'no sources of TypeScript, JavaScript, Python, Go, Rust or Java';
    expect(listed({})).toEqual({ kind: 'manifest-only', why });
    expect(listed({ 'README.md': '#' })).toEqual({ kind: 'manifest-only', why });
    expect(listed({ 'main.go': 'package main' })).toEqual({ kind: 'listed', symbols: [] });
  });

  it('passes over files that git lists and that are gone', () => {
    expect(listed({ 'shop.py': 'x = 1\n' }, ['shop.py', 'gone.py', 'gone.go'])).toEqual({
      kind: 'listed',
      symbols: ['python:shop const x: -'],
    });
  });

  it.each([
    ['index.ts', 'export const a = ;', 'index.ts: syntax error'],
    ['shop.py', 'def f(:', 'python:shop.py: syntax error in line 1'],
    ['shop.go', 'package shop\nfunc F( {}', 'go:shop.go: syntax error in line 2'],
    ['src/lib.rs', 'pub fn f(', 'rust:src/lib.rs: syntax error in line 1'],
    ['org/A.java', 'public interface A {', 'java:org/A.java: syntax error in line 1'],
    ['Cargo.toml', '[package', 'rust: Error: Invalid TOML document'],
    ['package.json', '{', 'typescript: SyntaxError: Expected property name'],
  ])('names %s when it is damaged, and counts that as lost', (path, text, why) => {
    const before = symbols(FIVE);
    const after = symbols({ ...FIVE, [path]: text });
    expect(unlistedFiles(after)).toEqual([expect.stringContaining(why)]);
    expect(lostFiles(before, after)).toEqual(unlistedFiles(after));
    expect(lostFiles(after, after)).toEqual([]);
    expect(after.length).toBeGreaterThan(3);
  });

  it('takes another text of a file that it never could read for another API', () => {
    const before = linesOf(PYTHON_LISTER, { 'shop.py': 'def f(:\n' });
    const after = linesOf(PYTHON_LISTER, { 'shop.py': 'def f(:\n    pass\n' });
    expect(lostFiles(before, after)).toEqual([]);
    expect(differences(before, after)).toEqual(['~ python:shop.py unlisted file']);
  });
});

/** A file of some hundred lines, most of them in bodies. */
const BIG: [string, LanguageLister, string, (n: number) => string][] = [
  ['Python', PYTHON_LISTER, 'shop/m#.py', pythonText],
  ['Go', GO_LISTER, 'm#.go', goText],
  ['Rust', RUST_LISTER, 'src/m#.rs', rustText],
  ['Java', JAVA_LISTER, 'org/M#.java', javaText],
];

function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('\n');
}

function pythonText(n: number): string {
  const method = (i: number): string =>
    `    def m${i}(self, a: int, b: str = "x") -> int:\n${'        self.y = [a, b, {"k": (1, 2)}]\n'.repeat(8)}`;
  return `class C${n}(Base):\n    x: int = 1\n${repeated(12, method)}`;
}

function goText(n: number): string {
  const method = (i: number): string =>
    `func (t *T${n}) M${i}(a int, b ...string) error {\n${'\tif a > 1 { a = f(b[0]) }\n'.repeat(8)}\treturn nil\n}\n`;
  return `package shop\n\ntype T${n} struct { A int }\n${repeated(12, method)}`;
}

function rustText(n: number): string {
  const method = (i: number): string =>
    `    pub fn m${i}<T: Clone>(&self, a: T) -> u8 {\n${'        let x = match a { _ => 1 };\n'.repeat(8)}        1\n    }\n`;
  return `#[derive(Debug)]\npub struct S${n} { pub a: u8 }\nimpl S${n} {\n${repeated(12, method)}}`;
}

function javaText(n: number): string {
  const method = (i: number): string =>
    `  public <T> int m${i}(T a, String... b) throws E {\n${'    if (a == null) { return f(b[0]); }\n'.repeat(8)}    return 1;\n  }\n`;
  return `package org;\npublic class M${n} {\n${repeated(12, method)}}`;
}

describe('two hundred files', () => {
  it.each(BIG)('of %s take less than two seconds', (_, { list }, path, text) => {
    const files = Array.from({ length: 200 }, (_each, n): [string, string] => [
      path.replace('#', String(n)),
      text(n),
    ]);
    const modules = repeated(200, (n) => `pub mod m${n};`);
    const texts = new Map([
      ...files,
      ['Cargo.toml', '[package]\nname = "shop"\n'],
      ['src/lib.rs', modules],
    ] as const);
    const before = process.cpuUsage();
    const lines = list(new Map(texts));
    const { user } = process.cpuUsage(before);
    expect(lines.length).toBeGreaterThan(200 * 12);
    expect(user / 1e6).toBeLessThan(2);
  });
});
