import { describe } from '@jest/globals';
import { immediateReturn } from '../../../src/brains/rules/immediate-return.js';
import { itRefuses, itRewrites } from './rule-cases.js';

function f(body: string): string {
  return `function f(a, b) {\n${body}}\n`;
}

describe('immediate-return returns the value itself', () => {
  itRewrites(immediateReturn, [
    {
      title: 'of a constant',
      before: f('  log(a);\n  const sum = a + b;\n  return sum;\n'),
      after: f('  log(a);\n  return a + b;\n'),
    },
    {
      title: 'of a variable that is awaited, with tabs, CRLF and no semicolons',
      before: 'const f = async (a) => {\r\n\tlet x = await a()\r\n\r\n\treturn x\r\n}\r\n',
      after: 'const f = async (a) => {\r\n\treturn await a()\r\n}\r\n',
    },
  ]);
});

describe('immediate-return leaves alone', () => {
  itRefuses(immediateReturn, [
    {
      title: 'a variable with a comment',
      before: f('  // the sum\n  const s = a + b;\n  return s;\n'),
    },
    {
      title: 'a variable with a type in a comment',
      before: f('  /** @type {number} */\n  const s = a + b;\n  return s;\n'),
    },
    {
      title: 'a variable with a type',
      path: 'src/a.ts',
      before: f('  const s: number = a + b;\n  return s;\n'),
    },
    {
      title: 'a resource that ends with its block',
      path: 'src/a.ts',
      before: f('  using s = a(b);\n  return s;\n'),
    },
    {
      title: 'a function, which would lose its name',
      before: f('  const s = () => a;\n  return s;\n'),
    },
    {
      title: 'a value that names the variable',
      before: f('  const s = a(() => s);\n  return s;\n'),
    },
    { title: 'a variable that is used elsewhere', before: f('  var s = a;\n  return s;\n  s;\n') },
    { title: 'two variables', before: f('  const s = a, t = b;\n  return s;\n') },
    { title: 'a value over two lines', before: f('  const s = a(\n    b,\n  );\n  return s;\n') },
    {
      title: 'a line that would be long',
      before: f(`  const s = a('${'x'.repeat(70)}');\n  return s;\n`),
    },
    { title: 'another return value', before: f('  const s = a;\n  return s + 1;\n') },
  ]);
});
