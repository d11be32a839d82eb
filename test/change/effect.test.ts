import { describe, expect, it } from '@jest/globals';
import type { Draft } from '../../src/change/draft.js';
import { checkEffect } from '../../src/change/effect.js';
import { draft } from './drafts.js';

function reason(...drafts: Draft[]): string | undefined {
  return checkEffect(drafts)?.reason;
}

describe('changes in which only blanks and line breaks differ', () => {
  it.each([
    ['a.js', 'f(a, b);\n', 'f(\n  a,\n  b\n);\n'],
    ['a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
    ['a.txt', 'one two\n', 'one  two\r\n'],
    ['a.js', "say('a b');\n", "say('a  b');\n"],
    ['a.md', 'a\nb', 'a\nb\n'],
  ])('are refused in %s', (path, before, after) => {
    expect(reason(draft(path, before, after))).toBe('whitespace-only');
  });

  it('are not called formatting in Python where lines are indented differently', () => {
    const moved = draft('a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n');
    expect(checkEffect([moved])?.message).toBe(
      'Only blanks differ in a.py, and in Python those at the start of a line move statements from block to block. Such a change alone is no refactoring: change the code, or propose something else.',
    );
    const formatted = draft('a.py', 'f(a, b)\n', 'f(\n    a, b)\n');
    for (const one of [formatted, draft('a.js', 'if (a)\n  b();\n', 'if (a)\nb();\n')])
      expect(checkEffect([one])?.message).toContain('Formatting is no refactoring');
  });

  it('are let through together with another change', () => {
    const blank = draft('a.js', 'f();\n', 'f() ;\n');
    expect(reason(blank, draft('b.js', 'f();\n', 'g();\n'))).toBeUndefined();
    expect(reason(blank, draft('b.js', null, 'g();\n'))).toBeUndefined();
    expect(reason(blank, draft('b.js', 'g();\n', null))).toBeUndefined();
  });
});

describe('changes in which only comments differ', () => {
  it.each([
    ['a.js', 'f(); // one\n', 'f(); // two\n'],
    ['a.mjs', 'f();\n', '/** Doc. */\nf();\n'],
    ['a.ts', 'let a: number = 1; // x\n', 'let a: number = 1;\n'],
    ['a.tsx', 'const a = <p>{/* one */}x</p>;\n', 'const a = <p>{/* two */}x</p>;\n'],
    [
      'a.jsx',
      '// a\nconst b = <a href="http://x">y // z</a>;\n',
      'const b = <a href="http://x">y // z</a>;\n',
    ],
    ['a.py', 'a = 1  # one\n', 'a = 1\n'],
    ['a.go', '// A does.\nfunc A() {}\n', '// A does not.\nfunc A() {}\n'],
    ['a.rs', '/* a\n/* b */\nc\n*/\nfn a() {}\n', '/* a\n/* b */\nd\n*/\nfn a() {}\n'],
    ['A.java', 'class A { /* a\n b */ }\n', 'class A { /* a\n c */ }\n'],
    ['a.cpp', 'int a; // one\n', 'int a;\n'],
    ['a.js', '/*/ a\n b */\nf();\n', '/*/ a\n c */\nf();\n'],
  ])('are refused in %s', (path, before, after) => {
    expect(reason(draft(path, before, after))).toBe('comments-only');
  });

  it('are refused when blanks differ elsewhere too', () => {
    const drafts = [draft('a.js', 'f(); // one\n', 'f();\n'), draft('b.js', 'g()\n', 'g( )\n')];
    expect(reason(...drafts)).toBe('comments-only');
  });

  it('are refused in files that are not UTF-8', () => {
    const before = { bytes: Buffer.from('f(); // caf\u00e9\n', 'latin1'), mode: '100644' };
    const after = { bytes: Buffer.from('f(); // caf\n', 'latin1'), mode: '100644' };
    expect(reason({ path: 'a.js', before, after })).toBe('comments-only');
  });

  it.each([
    ['a.js', "say('// one');\n", "say('// two');\n"],
    ['a.js', 'say(`/* ${a} */`);\n', 'say(`/* ${b} */`);\n'],
    ['a.js', 'f(/[/]/, a);\n', 'f(/[/]/, b);\n'],
    ['a.tsx', 'const a = <p>// one</p>;\n', 'const a = <p>// two</p>;\n'],
    ['a.js', 'f(); // one\n', 'g(); // two\n'],
    ['a.js', '// f();\n', 'f();\n'],
    ['a.py', 'a = "# one"\n', 'a = "# two"\n'],
    ['a.py', '"""Doc one."""\n', '"""Doc two."""\n'],
    ['a.js', '#!/usr/bin/env node\n', '#!/usr/bin/env -S node\n'],
    ['a.txt', '// one\n', '// two\n'],
    ['a.c', '#define A 1\n', '#define A 2\n'],
  ])('are not seen in %s where it is code that differs', (path, before, after) => {
    expect(reason(draft(path, before, after))).toBeUndefined();
  });
});
