import { describe, expect, it } from '@jest/globals';
import { JAVA_LISTER } from '../../../src/gate/api/java.js';
import { linesOf, measured, type Change } from './differences.js';

const PATH = 'src/main/java/org/shop/A.java';

function file(before: string, after: string): Pick<Change, 'before' | 'after'> {
  return {
    before: { [PATH]: `package org.shop;\n${before}\n` },
    after: { [PATH]: `package org.shop;\n${after}\n` },
  };
}

const CHANGES: Change[] = [
  {
    title: 'bodies, names of parameters, annotations and comments',
    ...file(
      'public class A { public int f(int a) { return a; } }',
      'public class A { /** Doc. */ @Override @X({1, 2}) public int f(final @NotNull int to) { Class<?> c = A.class; return new Object() { class B {} }.hashCode(); } }',
    ),
    expected: [],
  },
  {
    title: 'members in another order and qualified names',
    ...file(
      'import java.util.List;\npublic class A { public List<String> f() { return null; } protected int x; }',
      'import java.util.*;\npublic class A { protected int x; public java.util.List<String> f() { return null; } }',
    ),
    expected: [],
  },
  {
    title: 'private and package-private members',
    ...file(
      'public class A { int a; private void f() {} }',
      'public class A { private int b; void g(int x) {} }',
    ),
    expected: [],
  },
  {
    title: 'visibility of a method and of a class',
    ...file(
      'public class A { public void f() {} protected void g() {} }',
      'public class A { protected void f() {} void g() {} }',
    ),
    expected: ['~ java:org.shop method A.f', '- java:org.shop method A.g'],
  },
  {
    title: 'static, final and abstract',
    ...file(
      'public abstract class A { public static void f() {} public void g() {} }',
      'public final class A { public void f() {} public void g() {} }',
    ),
    expected: ['~ java:org.shop class A', '~ java:org.shop method A.f'],
  },
  {
    title: 'overloads',
    ...file(
      'public class A { public void f(int a) {} public void f(String a) {} public void f(int... a) {} }',
      'public class A { public void f(String a) {} public void f(int[] a) {} public void f(long a) {} }',
    ),
    expected: ['~ java:org.shop method A.f', '~ java:org.shop method A.f'],
  },
  {
    title: 'checked exceptions, whose order has no meaning',
    ...file(
      'public class A { public void f() throws B, C {} public void g() throws B {} }',
      'public class A { public void f() throws C, B {} public void g() {} }',
    ),
    expected: ['~ java:org.shop method A.g'],
  },
  {
    title: 'type parameters: their names, and their bounds',
    ...file(
      'public class A<T extends Number> { public <R> R f(T a) { return null; } public <R> void g(R a) {} }',
      'public class A<N extends Number> { public <S> S f(N a) { return null; } public <R extends T> void g(R a) {} }',
    ),
    expected: ['~ java:org.shop method A.g'],
  },
  {
    title: 'type parameters of a static method with the names of those of the class',
    ...file(
      'public class A<K, V> { public static <K, V> void f(K a, V b) {} }',
      'public class A<K, V> { public static <V, K> void f(K a, V b) {} }',
    ),
    expected: ['~ java:org.shop method A.f'],
  },
  {
    title: 'supertypes that users see',
    ...file('public class A extends B implements C, D {}', 'public class A implements D {}'),
    expected: ['~ java:org.shop class A'],
  },
  {
    title: 'a method pulled up into a base of the package',
    ...file(
      'public class A { public String get() { return null; } }',
      'abstract class Base<T> { public T get() { return null; } }\npublic class A extends Base<String> {}',
    ),
    expected: [],
  },
  {
    title: 'an override that said what is inherited anyway',
    before: {
      'B.java': 'public class B { public int f() { return 1; } }',
      'A.java': 'public class A extends B { @Override public int f() { return super.f(); } }',
    },
    after: { 'A.java': 'public class A extends B { }' },
    expected: [],
  },
  {
    title: 'the constructor that a class has without saying so',
    ...file('public class A { public A() {} }', 'public class A { }'),
    expected: [],
  },
  {
    title: 'a constructor made private',
    ...file('public class A { }', 'public class A { private A() {} }'),
    expected: ['- java:org.shop constructor A'],
  },
  {
    title: 'the value of a constant, and a name for it',
    ...file(
      'public class A { public static final int X = 1, Y = 2; public static final Object Z = new Object(); }',
      'public class A { private static final int ONE = 1; public static final int X = ONE; public static final int Y = 3; public static final Object Z = new String(); }',
    ),
    expected: ['~ java:org.shop field A.Y'],
  },
  {
    title: 'constants of an enum and their order',
    ...file(
      'public enum A { ONE(1), TWO { void f() {} }; A(int i) {} public int n() { return 1; } }',
      'public enum A { TWO, ONE; public int n() { return 1; } }',
    ),
    expected: ['~ java:org.shop constant A.ONE', '~ java:org.shop constant A.TWO'],
  },
  {
    title: 'components of a record',
    ...file(
      'public record A(int a, String b) { }',
      'public record A(int a, String c) { public int a() { return a; } }',
    ),
    expected: [
      '~ java:org.shop record A',
      '- java:org.shop method A.b',
      '+ java:org.shop method A.c',
    ],
  },
  {
    title: 'interfaces: what is public without saying so, default methods',
    ...file(
      'public interface A { public static final int X = 1; public abstract void f(); void g(); }',
      'public interface A { int X = 1; void f(); default void g() {} private void h() {} }',
    ),
    expected: ['~ java:org.shop method A.g'],
  },
  {
    title: 'elements of an annotation',
    ...file(
      'public @interface A { int value() default 1; String[] names(); }',
      'public @interface A { int value() default 2; Class<?> type() default None.class; }',
    ),
    expected: [
      '~ java:org.shop element A.value',
      '- java:org.shop element A.names',
      '+ java:org.shop element A.type',
    ],
  },
  {
    title: 'nested types and sealing',
    ...file(
      'public sealed class A permits A.B { public static final class B extends A { public void f() {} } private class C { public void g() {} } }',
      'public class A { static class B extends A { public void f() {} } protected class D { public void h() {} } }',
    ),
    expected: [
      '~ java:org.shop class A',
      '- java:org.shop class A.B',
      '- java:org.shop constructor A.B',
      '- java:org.shop method A.B.f',
      '+ java:org.shop class A.D',
      '+ java:org.shop constructor A.D',
      '+ java:org.shop method A.D.h',
    ],
  },
  {
    title: 'packages that a module exports',
    before: {
      'src/main/java/module-info.java': 'module shop { exports org.shop; requires java.sql; }',
      'src/main/java/org/shop/A.java': 'package org.shop; public class A { }',
      'src/main/java/org/shop/inner/B.java': 'package org.shop.inner; public class B { }',
    },
    after: {
      'src/main/java/module-info.java': 'module shop { exports org.shop; opens org.shop.inner; }',
      'src/main/java/org/shop/inner/B.java': 'package org.shop.inner; public class C { }',
    },
    expected: ['+ java:shop directive opens org.shop.inner'],
  },
  {
    title: 'tests and examples',
    before: { [PATH]: 'package org.shop; public class A { }' },
    after: {
      'src/test/java/org/shop/ATest.java': 'package org.shop; public class ATest { }',
      'src/integrationTest/java/org/shop/B.java': 'package org.shop; public class B { }',
      'examples/org/shop/Demo.java': 'package org.shop; public class Demo { }',
      'src/main/java/org/shop/package-info.java': '@Deprecated package org.shop;',
    },
    expected: [],
  },
];

describe('the API of two versions of Java', () => {
  it.each(CHANGES)('$title', (change) => {
    expect(measured(JAVA_LISTER, change)).toEqual([...change.expected].sort());
  });
});

describe('the listing of Java', () => {
  it('names a file with a syntax error, its line, and lists the others', () => {
    const lines = linesOf(JAVA_LISTER, {
      'A.java': 'public class A {\n  public void f(int {}\n}\n',
      'B.java': 'public interface B { void g(); }',
    });
    expect(lines).toEqual([
      'java: interface B: -',
      'java: method B.g: (): void',
      expect.stringMatching(/^java:A\.java unlisted file: syntax error in line \d \(its text/),
    ]);
  });
});
