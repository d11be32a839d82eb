import { describe } from '@jest/globals';
import { elseAfterJump } from '../../../src/brains/rules/else-after-jump.js';
import { itRefuses, itRewrites } from './rule-cases.js';

function cost(head: string, other: string, behind = ''): string {
  return `function cost(zone, total) {\n  ${head} else ${other}\n${behind}}\n`;
}

const HEAD = 'if (zone < 1) {\n    return 0;\n  }';

describe('else-after-jump takes the else away', () => {
  itRewrites(elseAfterJump, [
    {
      title: 'and leaves a blank line before several statements',
      before: cost(HEAD, '{\n    const kilos = up(total);\n    return kilos * 2;\n  }'),
      after: `function cost(zone, total) {\n  ${HEAD}\n\n  const kilos = up(total);\n  return kilos * 2;\n}\n`,
    },
    {
      title: 'with its comments, tabs and CRLF',
      before: cost(HEAD, '{\n    // paid\n    return 1;\n  }')
        .replaceAll('  ', '\t')
        .replaceAll('\n', '\r\n'),
      after: `function cost(zone, total) {\n  ${HEAD}\n  // paid\n  return 1;\n}\n`
        .replaceAll('  ', '\t')
        .replaceAll('\n', '\r\n'),
    },
    {
      title: 'that has no braces',
      before: cost('if (zone) return 0;\n ', 'return 1;'),
      after: 'function cost(zone, total) {\n  if (zone) return 0;\n  return 1;\n}\n',
    },
    {
      title: 'behind a chain whose branches all jump',
      before: cost(
        `${HEAD} else if (total) {\n    throw e;\n  }`,
        '{\n    go();\n  }',
        '  more();\n',
      ),
      after: `function cost(zone, total) {\n  ${HEAD} else if (total) {\n    throw e;\n  }\n  go();\n  more();\n}\n`,
    },
    {
      title: 'in a case of a switch',
      before:
        'switch (a) {\n  case 1:\n    if (b) {\n      break;\n    } else {\n      c();\n    }\n}\n',
      after: 'switch (a) {\n  case 1:\n    if (b) {\n      break;\n    }\n    c();\n}\n',
    },
  ]);
});

describe('else-after-jump leaves alone', () => {
  itRefuses(elseAfterJump, [
    {
      title: 'an else whose name is a name outside of it, and says so',
      before: cost(HEAD, '{\n    const total = 1;\n    go(total);\n  }'),
      why: /`total`/,
    },
    {
      title: 'an else with a comment beside it, and says so',
      before: cost(HEAD, '{ // paid\n    return 1;\n  }'),
      why: /comment/,
    },
    {
      title: 'a chain with a branch that goes on',
      before: cost(`${HEAD} else if (total) {\n    go();\n  }`, '{\n    return 1;\n  }'),
    },
    { title: 'an else-if', before: cost(HEAD, 'if (total) {\n    return 1;\n  }') },
    {
      title: 'an else that declares a function',
      before: cost(HEAD, '{\n    function g() {}\n    g();\n  }'),
    },
    {
      title: 'a declaration that would stand in a case of a switch',
      before:
        'switch (a) {\n  case 1:\n    if (b) {\n      break;\n    } else {\n      const d = 1;\n      c(d);\n    }\n}\n',
    },
  ]);
});
