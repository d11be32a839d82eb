import { describe } from '@jest/globals';
import { guardInvert } from '../../../src/brains/rules/guard-invert.js';
import { itRefuses, itRewrites } from './rule-cases.js';

function read(condition: string, exit: string, behind = ''): string {
  return `function read(text) {
  const match = parse(text);
  if (${condition}) {
    const whole = Number(match[1]);
    const cents = Number(match[2]);
    const sum = whole + cents / 100;
    log(sum);
    return sum;
  } else ${exit}
${behind}}
`;
}

const THROW = '{\n    throw new SyntaxError(`bad:\n  ${text}`);\n  }';

const AFTER = `function read(text) {
  const match = parse(text);
  if (match === null) ${THROW}

  const whole = Number(match[1]);
  const cents = Number(match[2]);
  const sum = whole + cents / 100;
  log(sum);
  return sum;
}
`;

describe('guard-invert says the exception first', () => {
  itRewrites(guardInvert, [
    {
      title: 'takes the block of the else over',
      before: read('match !== null', THROW),
      after: AFTER,
    },
    {
      title: 'takes a branch without braces over',
      before: read('match', 'throw oops;'),
      after: AFTER.replace(`match === null) ${THROW}`, '!match) throw oops;'),
    },
    {
      title: 'works where code follows, when the long branch jumps too',
      before: read('match', 'throw oops;', '  // unreachable\n'),
      after: AFTER.replace(`match === null) ${THROW}`, '!match) throw oops;').replace(
        'sum;\n}',
        'sum;\n  // unreachable\n}',
      ),
    },
  ]);
});

describe('guard-invert leaves alone', () => {
  itRefuses(guardInvert, [
    { title: 'a condition of two parts', before: read('(match && a) || b', THROW) },
    {
      title: 'a comment in the else, and says so',
      before: read('match', '{\n    // never\n    throw oops;\n  }'),
      why: /comment/,
    },
    {
      title: 'an else of two statements',
      before: read('match', '{\n    log();\n    throw oops;\n  }'),
    },
    { title: 'an else that does not jump', before: read('match', '{\n    log();\n  }') },
    {
      title: 'a long branch that goes on to more code',
      before: read('match', 'throw oops;', '  more();\n').replace(
        '    return sum;\n',
        '    last();\n',
      ),
    },
    {
      title: 'names that the code behind uses too, and says so',
      before: read('match', 'throw oops;', '  more(sum);\n'),
      why: /`sum`/,
    },
    {
      title: 'a short branch',
      before: read('match', 'throw oops;').replace('    log(sum);\n', ''),
    },
  ]);
});
