import { describe } from '@jest/globals';
import { commonTail } from '../../../src/brains/rules/common-tail.js';
import { itRefuses, itRewrites } from './rule-cases.js';

function header(then: string[], other: string[], behind = ''): string {
  const lines = (statements: string[]): string =>
    statements.map((each) => `    ${each}\n`).join('');
  return `function header(order, out) {\n  if (order) {\n${lines(then)}  } else {\n${lines(other)}  }\n${behind}}\n`;
}

const TAIL = "out.push('='.repeat(40));";

describe('common-tail moves what both branches end with behind the conditional', () => {
  itRewrites(commonTail, [
    {
      title: 'one statement',
      before: header(['a();', 'b();', TAIL], ['c();', TAIL], '  return out;\n'),
      after: header(['a();', 'b();'], ['c();'], `  ${TAIL}\n  return out;\n`),
    },
    {
      title: 'a blank line before it goes with it',
      before: header(['a();', '', TAIL], ['c();', TAIL]).replace('    \n', '\n'),
      after: header(['a();'], ['c();'], `  ${TAIL}\n`),
    },
    {
      title: 'several statements, and a return at the end',
      before: header(['a();', TAIL, 'return out;'], ['c();', TAIL, 'return out;']),
      after: header(['a();'], ['c();'], `  ${TAIL}\n  return out;\n`),
    },
    {
      title: 'a template literal keeps its lines, tabs and CRLF stay',
      before: header(['a();', 'd(`\n  x`);'], ['c();', 'd(`\n  x`);'])
        .replaceAll('    ', '\t\t')
        .replaceAll('\n', '\r\n'),
      after: header(['a();'], ['c();'], '  d(`\n  x`);\n')
        .replaceAll('    ', '\t\t')
        .replaceAll('\n', '\r\n'),
    },
  ]);
});

describe('common-tail leaves alone', () => {
  itRefuses(commonTail, [
    { title: 'a branch that would be empty', before: header([TAIL], ['c();', TAIL]) },
    { title: 'different ends', before: header(['a();', TAIL], ['c();', 'd();']) },
    {
      title: 'a name of the branch in the end',
      before: header(['const x = 1;', 'go(x);'], ['const x = 2;', 'go(x);']),
    },
    {
      title: 'an end that declares a name',
      before: header(['a();', 'const y = 1;'], ['c();', 'const y = 1;']),
    },
    {
      title: 'a branch that may jump before',
      before: header(['if (x) return;', TAIL], ['c();', TAIL]),
    },
    {
      title: 'a comment on the end of one branch, and says so',
      before: header(['a();', TAIL], ['c();', '// line', TAIL]),
      why: /comment/,
    },
    {
      title: 'a comment behind the end of one branch, and says so',
      before: header(['a();', TAIL, '// done'], ['c();', TAIL]),
      why: /comment/,
    },
    {
      title: 'a chain of else-if',
      before: header(['a();', TAIL], ['c();', TAIL]).replace('  if (', '  if (z) {\n  } else if ('),
    },
  ]);
});
