import { describe, expect, it } from '@jest/globals';
import { consolidate } from '../../../src/brains/rules/consolidate.js';
import { detectIn, itRefuses, itRewrites } from './rule-cases.js';

function f(body: string): string {
  return `function f(a, b, c, d) {\n${body}}\n`;
}

function guard(condition: string, result = 'return 10;'): string {
  return `  if (${condition}) {\n    ${result}\n  }\n`;
}

describe('consolidate merges neighbours with one result', () => {
  itRewrites(consolidate, [
    {
      title: 'joins two conditions',
      before: f(`${guard("a === 'x'")}${guard('b')}  return 0;\n`),
      after: f(`${guard("a === 'x' || b")}  return 0;\n`),
    },
    {
      title: 'puts parentheses around `&&` and an assignment',
      before: f(`${guard('a && b')}\n${guard('c = d')}`),
      after: f(guard('(a && b) || (c = d)')),
    },
    {
      title: 'joins equal throws without braces',
      before: f("  if (a) throw new Error('x');\n  if (b)\n    throw new Error('x');\n"),
      after: f("  if (a || b) throw new Error('x');\n"),
    },
    {
      title: 'keeps CRLF and tabs',
      before: f(`${guard('a')}${guard('b')}`)
        .replaceAll('  ', '\t')
        .replaceAll('\n', '\r\n'),
      after: f(guard('a || b')).replaceAll('  ', '\t').replaceAll('\n', '\r\n'),
    },
  ]);

  it('takes as many of a run as are easy to read', () => {
    const text = f(['a', 'b', 'c', 'd'].map((name) => guard(name)).join(''));
    const [candidate] = detectIn(consolidate, text).candidates;
    expect(candidate?.edits[0]?.text).toBe('a || b || c');
  });

  it('leaves the length of the line to the critic', () => {
    const long = (name: string): string => `${name}.${'property'.repeat(8)}`;
    const { candidates } = detectIn(consolidate, f(`${guard(long('a'))}${guard(long('b'))}`));
    expect(candidates).toHaveLength(1);
  });
});

describe('consolidate merges else-if branches with one body', () => {
  itRewrites(consolidate, [
    {
      title: 'in the middle of a chain',
      before: f(
        '  if (a) {\n    x = 1;\n  } else if (b) {\n    x = 2;\n  } else if (c) {\n    x = 2;\n  } else {\n    x = 3;\n  }\n',
      ),
      after: f(
        '  if (a) {\n    x = 1;\n  } else if (b || c) {\n    x = 2;\n  } else {\n    x = 3;\n  }\n',
      ),
    },
  ]);
});

describe('consolidate merges an if that is all there is in an if', () => {
  itRewrites(consolidate, [
    {
      title: 'and lifts its block by one level',
      before: f(
        '  if (a) {\n    if (b || c) {\n      // both\n      go(`\n      x`);\n    }\n  }\n',
      ),
      after: f('  if (a && (b || c)) {\n    // both\n    go(`\n      x`);\n  }\n'),
    },
    {
      title: 'that has no braces itself',
      before: f('  if (a) {\n    if (b) go();\n  }\n'),
      after: f('  if (a && b) {\n    go();\n  }\n'),
    },
    {
      title: 'behind an else, in TypeScript',
      path: 'src/a.ts',
      before: 'if (a) {\n  x();\n} else if (b as boolean) {\n  if (c!) {\n    go<T>();\n  }\n}\n',
      after: 'if (a) {\n  x();\n} else if (b as boolean && c!) {\n  go<T>();\n}\n',
    },
  ]);
});

describe('consolidate leaves alone', () => {
  itRefuses(consolidate, [
    {
      title: 'bare guard clauses, since each stands for its own reason',
      before: f(`${guard('a', 'return;')}${guard('b', 'return;')}`),
    },
    { title: 'different results', before: f(`${guard('a')}${guard('b', 'return 11;')}`) },
    {
      title: 'equal bodies that do not jump',
      before: f(`${guard('a', 'x();\n    y();')}${guard('b', 'x();\n    y();')}`),
    },
    { title: 'more than three operands', before: f(`${guard('a && b')}${guard('c && d')}`) },
    {
      title: 'a comment on the second condition, and says so',
      before: f(`${guard('a')}  // or else\n${guard('b')}`),
      why: /comment/,
    },
    {
      title: 'a comment on the first condition, and says so',
      before: f(`  // at first\n${guard('a')}${guard('b')}`),
      why: /comment/,
    },
    {
      title: 'a comment between the two conditions of a nest, and says so',
      before: f('  if (a) {\n    // only then\n    if (b) {\n      go();\n    }\n  }\n'),
      why: /comment/,
    },
    {
      title: 'an if in an if that has an else',
      before: f('  if (a) {\n    if (b) {\n      go();\n    } else c();\n  }\n'),
    },
    {
      title: 'an if beside other code in an if',
      before: f('  if (a) {\n    if (b) {\n      go();\n    }\n    c();\n  }\n'),
    },
    {
      title: 'code that a lint comment marks',
      before: f(`  // eslint-disable-next-line\n${guard('a')}${guard('b')}`),
    },
  ]);
});
