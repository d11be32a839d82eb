import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { cognitiveComplexity } from '../../../../src/brains/rules/syntax/complexity.js';

function complexityOf(text: string): number {
  return cognitiveComplexity(ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true));
}

describe('cognitive complexity', () => {
  it.each([
    ['counts nothing for straight code', 'a(); b();', 0],
    ['counts nesting', 'if (a) { for (;;) { while (b) {} } }', 1 + 2 + 3],
    ['counts each branch of a chain once', 'if (a) {} else if (b) {} else {}', 3],
    ['counts a run of one operator once', 'x = a && b && (c && d);', 1],
    ['counts each change of operator', 'x = a && b || c && d;', 3],
    ['counts a conditional expression and its nesting', 'x = a ? (b ? 1 : 2) : 3;', 3],
    [
      'counts a catch and a switch, not its cases',
      'try {} catch {} switch (a) { case 1: case 2: }',
      2,
    ],
    ['nests code in a callback', 'function f() { g(() => { if (a) {} }); }', 2],
    ['does not nest code in a method', 'function f() {} class A { m() { if (a) {} } }', 1],
    ['counts a jump to a label', 'a: for (;;) { continue a; }', 2],
  ])('%s', (_, text, points) => {
    expect(complexityOf(text)).toBe(points);
  });
});
