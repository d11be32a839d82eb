import { describe, expect, it } from '@jest/globals';
import { GO_LISTER } from '../../../src/gate/api/go.js';
import { linesOf, measured, type Change } from './differences.js';

function file(before: string, after: string): Pick<Change, 'before' | 'after'> {
  const manifest = { 'go.mod': 'module example.com/shop\n\ngo 1.22\n' };
  return {
    before: { ...manifest, 'shop.go': `package shop\n${before}\n` },
    after: { 'shop.go': `package shop\n${after}\n` },
  };
}

const ENTRY = 'go:example.com/shop';

const CHANGES: Change[] = [
  {
    title: 'the body of a function',
    ...file(
      'func F(a int) bool { return a > 1 }',
      'func F(a int) bool {\n\tfor range 3 {\n\t\ta++\n\t}\n\tok := true\n\treturn ok\n}',
    ),
    expected: [],
  },
  {
    title: 'names of parameters, results, receivers and type parameters',
    ...file(
      'type S[K any] struct{}\nfunc (s *S[K]) M(k K) (n int, err error) { return }\nfunc F[T any](a, b T, f func(x T) bool) {}',
      'type S[Key any] struct{}\nfunc (it *S[E]) M(E E) (int, error) { return 0, nil }\nfunc F[U any](x U, y U, g func(U) bool) {}',
    ),
    expected: [],
  },
  {
    title: 'declarations in another order and in another file',
    before: { 'a.go': 'package shop\nfunc F() {}\ntype T struct { A, B int }\n' },
    after: {
      'a.go': 'package shop\ntype T struct {\n\tB int\n\tA int\n}\n',
      'b.go': 'package shop\nfunc F() {}\n',
    },
    expected: [],
  },
  {
    title: 'the type of a parameter and of a result',
    ...file('func F(a int) error { return nil }', 'func F(a int64) (int, error) { return 0, nil }'),
    expected: [`~ ${ENTRY} func F`],
  },
  {
    title: 'a parameter that takes any number',
    ...file('func F(a []string) {}', 'func F(a ...string) {}'),
    expected: [`~ ${ENTRY} func F`],
  },
  {
    title: 'what is not exported',
    ...file('func f() {}\nvar x = 1\ntype t struct{ A int }', 'func g(int) {}'),
    expected: [],
  },
  {
    title: 'visibility by the first letter',
    ...file('func Total() {}', 'func total() {}'),
    expected: [`- ${ENTRY} func Total`],
  },
  {
    title: 'fields of a struct and their tags',
    ...file(
      'type T struct {\n\tA int `json:"a"`\n\tB string\n\tc bool\n}',
      'type T struct {\n\tA int `json:"b"`\n\tB []string\n\td bool\n}',
    ),
    expected: [`~ ${ENTRY} field T.A`, `~ ${ENTRY} field T.B`],
  },
  {
    title: 'methods of a type: receiver and removal',
    ...file(
      'type T int\nfunc (t T) M() {}\nfunc (t T) N() {}\nfunc (t T) o() {}',
      'type T int\nfunc (t *T) M() {}',
    ),
    expected: [`~ ${ENTRY} method T.M`, `- ${ENTRY} method T.N`],
  },
  {
    title: 'methods pulled out into an embedded type that is not exported',
    ...file(
      'type T struct{ A int }\nfunc (t *T) M() {}',
      'type base struct{ A int }\nfunc (b *base) M() {}\ntype T struct{ base }',
    ),
    expected: [],
  },
  {
    title: 'a method that was promoted',
    ...file(
      'type base struct{}\nfunc (b base) M() {}\ntype T struct{ base }',
      'type base struct{}\nfunc (b base) m() {}\ntype T struct{ base }',
    ),
    expected: [`- ${ENTRY} method T.M`],
  },
  {
    title: 'a method of a hidden type that an exported function returns',
    ...file(
      'type client struct{}\nfunc (c *client) Do(a int) {}\nfunc New() *client { return nil }',
      'type client struct{}\nfunc (c *client) Do(a string) {}\nfunc New() *client { return nil }',
    ),
    expected: [`~ ${ENTRY} method client.Do`],
  },
  {
    title: 'methods of an interface, embedded ones and sealing',
    ...file(
      'import "io"\ntype I interface {\n\tio.Reader\n\tM(a int) error\n}\ntype J interface{ M() }',
      'import "io"\ntype I interface {\n\tio.Writer\n\tM(b string) error\n}\ntype J interface{ M(); m() }',
    ),
    expected: [
      `- ${ENTRY} embeds I.io.Reader`,
      `+ ${ENTRY} embeds I.io.Writer`,
      `~ ${ENTRY} method I.M`,
      `~ ${ENTRY} type J`,
    ],
  },
  {
    title: 'a constraint',
    ...file(
      'func F[T any](a T) {}\ntype N interface{ ~int | ~string }',
      'func F[T comparable](a T) {}\ntype N interface{ ~int }',
    ),
    expected: [
      `~ ${ENTRY} func F`,
      `- ${ENTRY} embeds N.~int | ~string`,
      `+ ${ENTRY} embeds N.~int`,
    ],
  },
  {
    title: 'another name for the same import',
    ...file(
      'import "text/template"\nfunc F(t *template.Template) {}',
      'import tt "text/template"\nfunc F(t *tt.Template) {}',
    ),
    expected: [],
  },
  {
    title: 'another package of the same name',
    ...file(
      'import "text/template"\nfunc F(t *template.Template) {}',
      'import "html/template"\nfunc F(t *template.Template) {}',
    ),
    expected: [`~ ${ENTRY} func F`],
  },
  {
    title: 'a constant that got a name for its value',
    ...file('const Max = 10', 'const ten = 10\nconst Max = ten'),
    expected: [],
  },
  {
    title: 'the value of a constant',
    ...file('const Max = 10', 'const Max = 11'),
    expected: [`~ ${ENTRY} const Max`],
  },
  {
    title: 'places in a group with iota',
    ...file(
      'type K int\nconst (\n\tA K = iota\n\tB\n\tC\n)',
      'type K int\nconst (\n\tA K = iota\n\tC\n\tB\n)',
    ),
    expected: [`~ ${ENTRY} const B`, `~ ${ENTRY} const C`],
  },
  {
    title: 'the type of a variable, written or shown by its value',
    ...file(
      'var A int\nvar B = "x"\nvar C = &T{}\ntype T struct{}\nvar E = f()',
      'var A string\nvar B = 1\nvar C = T{}\ntype T struct{}\nvar E = g(1)',
    ),
    expected: [`~ ${ENTRY} var A`, `~ ${ENTRY} var B`, `~ ${ENTRY} var C`],
  },
  {
    title: 'a defined type that became an alias',
    ...file('type T []int', 'type T = []int'),
    expected: [`~ ${ENTRY} type T`],
  },
  {
    title: 'interface{} written as any',
    ...file('func F(a interface{}) {}', 'func F(a any) {}'),
    expected: [],
  },
  {
    title: 'what nobody can import',
    before: { 'shop.go': 'package shop\n' },
    after: {
      'main/main.go': 'package main\nfunc F() {}\n',
      'internal/a/a.go': 'package a\nfunc F() {}\n',
      'testdata/b.go': 'package b\nfunc F() {}\n',
      'vendor/c/c.go': 'package c\nfunc F() {}\n',
      'shop_test.go': 'package shop\nfunc F() {}\n',
    },
    expected: [],
  },
];

describe('the API of two versions of Go', () => {
  it.each(CHANGES)('$title', (change) => {
    expect(measured(GO_LISTER, change)).toEqual([...change.expected].sort());
  });
});

describe('the listing of Go', () => {
  it('reads what its parser stumbles on', () => {
    const lines = linesOf(GO_LISTER, {
      'a.go':
        'package shop\n\nvar A, B = true, false\nconst C = true\n\nfunc F(x bool, true int) {}\n\ntype S[T any] = []T\n',
    });
    expect(lines).toEqual([
      'go:/ const C: = true',
      'go:/ func F: (bool, int)',
      'go:/ type S: [T any] = []T',
      'go:/ var A: bool',
      'go:/ var B: bool',
    ]);
  });

  it('names packages by the module that they are in, and keeps what builds choose from', () => {
    const lines = linesOf(GO_LISTER, {
      'go.mod': 'module example.com/shop/v2\n',
      'cart/a_linux.go': '//go:build linux\n\npackage cart\n\nfunc F() int { return 1 }\n',
      'cart/a_windows.go': '//go:build windows\n\npackage cart\n\nfunc F() int { return 2 }\n',
      'tools/go.mod': 'module example.com/tools\n',
      'tools/gen/gen.go': 'package gen\n\nfunc G() {}\n',
    });
    expect(lines).toEqual([
      'go:example.com/shop/v2/cart func F: () int',
      'go:example.com/shop/v2/cart func F: () int',
      'go:example.com/tools/gen func G: ()',
    ]);
  });

  it('names a file with a syntax error, its line, and lists the others', () => {
    const lines = linesOf(GO_LISTER, {
      'a.go': 'package shop\n\nfunc F(a int {\n}\n',
      'b.go': 'package shop\n\nfunc G() {}\n',
    });
    expect(lines).toEqual([
      'go:/ func G: ()',
      expect.stringMatching(/^go:a\.go unlisted file: syntax error in line 3 \(its text/),
    ]);
  });
});
