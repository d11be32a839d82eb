import { describe, expect, it } from '@jest/globals';
import { guardTail } from '../../../src/brains/rules/guard-tail.js';
import { detectIn, itRefuses, itRewrites } from './rule-cases.js';

const BODY = `    one();
    two();
    for (const x of xs) {
      three(x);
    }
    four();
`;

function inFunction(condition: string, body = BODY, before = ''): string {
  return `function f(code, xs) {\n${before}  if (${condition}) {\n${body}  }\n}\n`;
}

function guarded(condition: string): string {
  return `function f(code, xs) {
  if (${condition}) {
    return;
  }

  one();
  two();
  for (const x of xs) {
    three(x);
  }
  four();
}
`;
}

describe('guard-tail replaces a conditional that holds the rest of a function', () => {
  itRewrites(guardTail, [
    {
      title: 'flips a strict comparison',
      before: inFunction("code !== ''"),
      after: guarded("code === ''"),
    },
    { title: 'puts a `!` before a name', before: inFunction('code'), after: guarded('!code') },
    {
      title: 'puts a `!` before a call',
      before: inFunction('ok(code)'),
      after: guarded('!ok(code)'),
    },
    { title: 'takes a `!` away', before: inFunction('!code.done'), after: guarded('code.done') },
    {
      title: 'keeps comments with the code of the branch',
      before: inFunction('code', `    // first\n${BODY}    // last\n`),
      after: guarded('!code')
        .replace('  one();', '  // first\n  one();')
        .replace('  four();\n', '  four();\n  // last\n'),
    },
    {
      title: 'keeps CRLF line ends',
      before: inFunction('code').replaceAll('\n', '\r\n'),
      after: guarded('!code').replaceAll('\n', '\r\n'),
    },
    {
      title: 'keeps tabs',
      before: inFunction('code').replaceAll('  ', '\t'),
      after: guarded('!code').replaceAll('  ', '\t'),
    },
    {
      title: 'keeps an indentation of four',
      before: inFunction('code').replaceAll('  ', '    '),
      after: guarded('!code').replaceAll('  ', '    '),
    },
    {
      title: 'writes no semicolon where the file has none',
      before: inFunction('code').replaceAll(';', ''),
      after: guarded('!code').replaceAll(';', ''),
    },
    {
      title: 'does not touch the lines inside a template literal',
      before: inFunction(
        'code',
        '    a();\n    b(`\n      one\n    two ${\n      c\n    }`);\n    d();\n',
      ),
      after:
        'function f(code, xs) {\n  if (!code) {\n    return;\n  }\n\n' +
        '  a();\n  b(`\n      one\n    two ${\n      c\n    }`);\n  d();\n}\n',
    },
    {
      title: 'works in a method of a class in TypeScript',
      path: 'src/a.ts',
      before: `class Cart {
  add(line: Line | null): void {
    if (line !== null) {
      const price: number = line.price;
      if (price === 0) {
        free(line);
      }
      sum(price);
      done<Line>(line);
    }
  }
}
`,
      after: `class Cart {
  add(line: Line | null): void {
    if (line === null) {
      return;
    }

    const price: number = line.price;
    if (price === 0) {
      free(line);
    }
    sum(price);
    done<Line>(line);
  }
}
`,
    },
    {
      title: 'works in a callback with JSX',
      path: 'src/a.jsx',
      before: `use(() => {
  if (ready) {
    render(
      <p>
        // not a comment
        {name}
      </p>,
    );
    after();
  }
});
`,
      after: `use(() => {
  if (!ready) {
    return;
  }

  render(
    <p>
      // not a comment
      {name}
    </p>,
  );
  after();
});
`,
    },
  ]);

  it('names the function in the smell, so that two of them differ', () => {
    const text = inFunction('code').replace('function f', 'function applyCoupon');
    expect(detectIn(guardTail, text).candidates[0]).toMatchObject({
      smell: 'nested conditional in applyCoupon',
      refactoring: 'Replace Nested Conditional with Guard Clauses',
      startLine: 2,
      endLine: 9,
      severity: 3,
      gain: 1,
    });
  });
});

describe('guard-tail leaves alone', () => {
  itRefuses(guardTail, [
    {
      title: 'a comparison whose opposite differs for NaN, and says so',
      before: inFunction('code > 3'),
      why: /`code > 3` has no clean opposite: NaN/,
    },
    {
      title: 'the negation of such a comparison too',
      before: inFunction('!(code > 3)'),
      why: /NaN/,
    },
    { title: 'a condition of two parts', before: inFunction('code && xs') },
    { title: 'a loose comparison', before: inFunction('code != null') },
    {
      title: 'a condition with a comment above, and says so',
      before: inFunction('code', BODY, '  // only with a code\n'),
      why: /comment/,
    },
    {
      title: 'a condition with a comment behind the brace, and says so',
      before: inFunction('code').replace('(code) {', '(code) { // only then'),
      why: /comment/,
    },
    {
      title: 'a branch whose name is a name outside of it, and says so',
      before: inFunction('code', `    const xs = 1;\n${BODY.replace('of xs', 'of ys')}`),
      why: /`xs` of the branch/,
    },
    {
      title: 'code that a comment takes out of the coverage',
      before: inFunction('code', BODY, '  /* c8 ignore next */\n'),
    },
    {
      title: 'a function that such a comment stands above',
      before: `/* istanbul ignore next */\n${inFunction('code')}`,
    },
    {
      title: 'a function that returns a value',
      before: inFunction('code', `    if (a) return 1;\n${BODY}`),
    },
    {
      title: 'a short branch',
      before: inFunction('code', '    one();\n    two();\n    three();\n'),
    },
    { title: 'a branch that ends in a jump', before: inFunction('code', `${BODY}    throw e;\n`) },
    {
      title: 'a branch that declares a function',
      before: inFunction('code', `${BODY}    function g() {}\n`),
    },
    {
      title: 'a branch that ends a resource with its block',
      path: 'src/a.ts',
      before: inFunction('code', `    using file = open();\n${BODY}`),
    },
    {
      title: 'a constructor',
      before: `class A {\n  constructor(code, xs) {\n  if (code) {\n${BODY}  }\n  }\n}\n`,
    },
    {
      title: 'a conditional with an else',
      before: inFunction('code').replace('  }\n}', '  } else g();\n}'),
    },
    { title: 'a condition over two lines', before: inFunction('code ===\n  1') },
    {
      title: 'what is not the end of the function',
      before: inFunction('code').replace(/\}\n$/, '  g();\n}\n'),
    },
  ]);
});
