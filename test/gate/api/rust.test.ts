import { describe, expect, it } from '@jest/globals';
import { RUST_LISTER } from '../../../src/gate/api/rust.js';
import { linesOf, measured, type Change } from './differences.js';

const MANIFEST = { 'Cargo.toml': '[package]\nname = "the-shop"\nversion = "1.0.0"\n' };

function library(before: string, after: string): Pick<Change, 'before' | 'after'> {
  return { before: { ...MANIFEST, 'src/lib.rs': before }, after: { 'src/lib.rs': after } };
}

const CHANGES: Change[] = [
  {
    title: 'the body of a function and the names of its parameters',
    ...library(
      "pub fn f<'a, T>(a: &'a T, mut b: u8) -> u8 { b }",
      "pub fn f<'x, U>(c: &'x U, (d): u8) -> u8 { /* { */ match d { _ => '}' as u8 } }",
    ),
    expected: [],
  },
  {
    title: 'bounds in a where clause and in another order',
    ...library(
      'use std::fmt::Debug;\npub fn f<T: Clone + Debug, U>(a: T, b: U) where U: Copy {}',
      'use std::fmt;\npub fn f<T, U: Copy>(a: T, b: U) where T: fmt::Debug + Clone, {}',
    ),
    expected: [],
  },
  {
    title: 'the order of predicates',
    ...library(
      'pub fn f<T: Iterator>(a: T) where T::Item: Copy, Option<T>: Send {}',
      'pub fn f<T: Iterator>(a: T) where Option<T>: Send, T::Item: Copy {}',
    ),
    expected: [],
  },
  {
    title: 'impls that nobody can see: of a private type, and of a private trait',
    ...library(
      'struct P;\nimpl Clone for P { fn clone(&self) -> P { P } }\nmod m { pub trait T {} }\npub struct S;\nimpl m::T for S {}\nimpl P { pub fn a() {} }',
      'pub struct S;',
    ),
    expected: [],
  },
  {
    title: 'a bound that was added',
    ...library('pub fn f<T: Clone>(a: T) {}', 'pub fn f<T: Clone + Send>(a: T) {}'),
    expected: ['~ rust:the_shop fn f'],
  },
  {
    title: 'declarations in another order',
    ...library(
      'pub fn f() {}\npub struct S { pub a: u8, pub b: u8 }',
      'pub struct S { pub b: u8, pub a: u8 }\npub fn f() {}',
    ),
    expected: [],
  },
  {
    title: 'const, unsafe and async',
    ...library('pub fn f() {}\npub fn g() {}', 'pub const fn f() {}\npub async unsafe fn g() {}'),
    expected: ['~ rust:the_shop fn f', '~ rust:the_shop fn g'],
  },
  {
    title: 'visibility narrowed to the crate',
    ...library(
      'pub fn f() {}\npub struct S { pub a: u8 }',
      'pub(crate) fn f() {}\npub struct S { a: u8 }',
    ),
    expected: ['- rust:the_shop fn f', '- rust:the_shop field S::a', '~ rust:the_shop struct S'],
  },
  {
    title: 'an item moved to a private module and re-exported',
    before: {
      ...MANIFEST,
      'src/lib.rs': 'pub struct S { pub a: u8 }\nimpl S { pub fn f(&self) -> S { S { a: 1 } } }',
    },
    after: {
      'src/lib.rs': 'mod inner;\npub use inner::S;',
      'src/inner.rs':
        'pub struct S { pub a: u8 }\nimpl S { pub fn f(&self) -> crate::inner::S { S { a: 1 } } }',
    },
    expected: [],
  },
  {
    title: 'a re-export under another name',
    before: { ...MANIFEST, 'src/lib.rs': 'mod a;\npub use a::f;', 'src/a.rs': 'pub fn f() {}' },
    after: { 'src/lib.rs': 'mod a;\npub use a::f as g;' },
    expected: ['- rust:the_shop fn f', '+ rust:the_shop fn g'],
  },
  {
    title: 'a name that * no longer brings',
    before: {
      ...MANIFEST,
      'src/lib.rs': 'mod a;\npub use self::a::*;',
      'src/a/mod.rs': 'pub fn f() {}\npub fn g() {}\nuse std::fmt::Debug;',
    },
    after: { 'src/a/mod.rs': 'pub fn f() {}\nfn g() {}' },
    expected: ['- rust:the_shop fn g'],
  },
  {
    title: 'modules found by path, tests and private ones left out',
    before: {
      ...MANIFEST,
      'src/lib.rs':
        '#[path = "other.rs"]\npub mod a;\nmod b;\n#[cfg(test)]\npub mod tests { pub fn t() {} }',
      'src/other.rs': 'pub fn f() {}',
      'src/b.rs': 'pub fn hidden() {}',
    },
    after: {
      'src/lib.rs':
        '#[path = "other.rs"]\npub mod a;\nmod b;\n#[cfg(test)]\npub mod tests { pub fn u() {} }',
      'src/other.rs': 'pub fn f(a: u8) {}',
      'src/b.rs': 'pub fn gone() {}',
    },
    expected: ['~ rust:the_shop fn a::f'],
  },
  {
    title: 'fields of a struct: types and whether all are public',
    ...library(
      'pub struct S { pub a: u8 }\npub struct P(pub u8);',
      'pub struct S { pub a: u16, b: u8 }\npub struct P(pub u8, pub u8);',
    ),
    expected: [
      '~ rust:the_shop field S::a',
      '~ rust:the_shop struct S',
      '+ rust:the_shop field P::1',
    ],
  },
  {
    title: 'variants of an enum and non_exhaustive',
    ...library(
      'pub enum E { A, B(u8), C { x: u8 } }',
      '#[non_exhaustive]\npub enum E { A, B(u16), C { x: u8, y: u8 }, D }',
    ),
    expected: [
      '~ rust:the_shop enum E',
      '~ rust:the_shop variant E::B',
      '~ rust:the_shop variant E::C',
      '+ rust:the_shop variant E::D',
    ],
  },
  {
    title: 'a trait: bounds, a new item, one that lost its default',
    ...library(
      'pub trait T { fn a(&self, x: u8); fn b(&self) {} type O: Copy; }',
      'pub trait T: Clone { fn a(&self, y: u8); fn b(&self); type O; const C: u8 = 1; }',
    ),
    expected: [
      '~ rust:the_shop trait T',
      '~ rust:the_shop method T::b',
      '~ rust:the_shop type T::O',
      '+ rust:the_shop const T::C',
    ],
  },
  {
    title: 'methods of a type: public ones, whatever block they stand in',
    ...library(
      'pub struct S;\nimpl S { pub fn a(&self) {} pub fn b() {} fn c() {} }',
      'pub struct S;\nimpl S { pub fn b() {} }\nmod m { use super::*; impl S { pub fn a(&mut self) {} fn d() {} } }',
    ),
    expected: ['~ rust:the_shop method S::a'],
  },
  {
    title: 'methods of a generic type under another bound',
    ...library(
      'pub struct S<T>(T);\nimpl<T> S<T> { pub fn a(&self) {} }',
      'pub struct S<U>(U);\nimpl<U: Copy> S<U> { pub fn a(&self) {} }',
    ),
    expected: ['~ rust:the_shop method S::a'],
  },
  {
    title: 'impls of traits',
    ...library(
      'pub struct S;\nimpl Iterator for S { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nimpl From<u8> for S { fn from(a: u8) -> S { S } }',
      'pub struct S;\nimpl Iterator for S { type Item = u16; fn next(&mut self) -> Option<u16> { None } }',
    ),
    expected: ['~ rust:the_shop impl S', '- rust:the_shop impl S'],
  },
  {
    title: 'a derived trait written by hand',
    ...library(
      '#[derive(Debug, Clone)]\npub struct S;',
      "use std::fmt;\n#[derive(Clone)]\npub struct S;\nimpl fmt::Debug for S { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) } }",
    ),
    expected: [],
  },
  {
    title: 'a derived trait that is gone',
    ...library('#[derive(Clone, Copy)]\npub struct S;', '#[derive(Clone)]\npub struct S;'),
    expected: ['- rust:the_shop impl S'],
  },
  {
    title: 'errors of other modules with the same name',
    ...library(
      'use std::io;\npub fn f() -> Result<(), io::Error> { Ok(()) }',
      'use std::fmt;\npub fn f() -> Result<(), fmt::Error> { Ok(()) }',
    ),
    expected: ['~ rust:the_shop fn f'],
  },
  {
    title: 'constants, statics and type aliases',
    ...library(
      'pub const A: u8 = 1;\npub static B: u8 = 1;\npub type C<T> = Vec<T>;\nconst D: u8 = 1;\npub const E: u8 = 5;',
      'pub const A: u8 = 2;\npub static B: u16 = 1;\npub type C<T> = Option<T>;\nconst D: u8 = 5;\npub const E: u8 = D;',
    ),
    expected: ['~ rust:the_shop const A', '~ rust:the_shop static B', '~ rust:the_shop type C'],
  },
  {
    title: 'patterns of an exported macro, not what it expands to',
    ...library(
      '#[macro_export]\nmacro_rules! m { ($a:expr) => { 1 } }\nmacro_rules! n { () => { 1 } }',
      '#[macro_export]\nmacro_rules! m { ($a:expr) => { 2 }; () => { 3 } }\nmacro_rules! n { (a) => { 1 } }',
    ),
    expected: ['~ rust:the_shop macro m!'],
  },
  {
    title: 'declarations that a macro makes',
    ...library(
      'bitflags! { pub struct F: u8 { const A = 1; } }\nthread_local! { static X: u8 = 1; }',
      'bitflags! { pub struct F: u8 { const B = 1; } }\nthread_local! { static Y: u8 = 1; }',
    ),
    expected: ['~ rust:the_shop macro-call bitflags!'],
  },
  {
    title: 'a program without a library',
    before: { ...MANIFEST, 'src/main.rs': 'pub fn f() {}\nfn main() {}' },
    after: { 'src/main.rs': 'pub fn g() {}\nfn main() {}' },
    expected: [],
  },
];

describe('the API of two versions of Rust', () => {
  it.each(CHANGES)('$title', (change) => {
    expect(measured(RUST_LISTER, change)).toEqual([...change.expected].sort());
  });
});

describe('the listing of Rust', () => {
  it('tells the crates of a workspace apart by name', () => {
    const lines = linesOf(RUST_LISTER, {
      'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
      'a/Cargo.toml': '[package]\nname = "a"\n',
      'a/src/lib.rs': 'pub fn f() {}',
      'b/Cargo.toml': '[package]\nname = "b"\n[lib]\nname = "bee"\npath = "lib.rs"\n',
      'b/lib.rs': 'pub use a::f;',
    });
    expect(lines).toEqual(['rust:a fn f: ()', 'rust:bee reexport f: a::f']);
  });

  it('finds a name behind others that use it or keep one of their own', () => {
    const lines = linesOf(RUST_LISTER, {
      ...MANIFEST,
      'src/lib.rs':
        'pub mod algorithms;\nmod common;\nmod other;\nmod types;\npub use self::common::*;\npub use self::other::*;\npub use self::types::*;',
      'src/other.rs': 'struct Algorithm(u8);',
      'src/algorithms.rs': 'pub use crate::Algorithm;',
      'src/common.rs': 'use crate::Algorithm;\npub fn f(a: Algorithm) {}',
      'src/types.rs': 'pub struct Algorithm;',
    });
    expect(lines).toContain('rust:the_shop struct algorithms::Algorithm: struct');
  });

  it('reads declarations within macros that only choose the build', () => {
    const lines = linesOf(RUST_LISTER, {
      ...MANIFEST,
      'src/lib.rs':
        'cfg_io! {\n    pub mod a { pub fn f() {} }\n}\nlite::pin_project! {\n    #[derive(Debug)]\n    pub struct P { #[pin] pub a: u8 }\n}',
    });
    expect(lines).toEqual([
      'rust:the_shop field P::a: u8',
      'rust:the_shop fn a::f: ()',
      'rust:the_shop impl P: std::fmt::Debug',
      'rust:the_shop mod a: -',
      'rust:the_shop struct P: struct {}',
    ]);
  });

  it('ends on modules that take everything from each other', () => {
    const lines = linesOf(RUST_LISTER, {
      ...MANIFEST,
      'src/lib.rs':
        'pub mod a { pub use super::b::*; pub fn f() {} }\npub mod b { pub use super::a::*; pub use super::*; }',
    });
    expect(lines).toContain('rust:the_shop fn b::f: ()');
  });

  it('names a file with a syntax error, its line, and lists the others', () => {
    const lines = linesOf(RUST_LISTER, {
      ...MANIFEST,
      'src/lib.rs': 'mod a;\npub fn f() {}\n',
      'src/a.rs': '\npub fn g( {}\n',
    });
    expect(lines).toEqual([
      expect.stringMatching(/^rust:src\/a\.rs unlisted file: syntax error in line 2 \(its text/),
      'rust:the_shop fn f: ()',
    ]);
  });
});
