import { describe } from '@jest/globals';
import { guardLoop } from '../../../src/brains/rules/guard-loop.js';
import { itRefuses, itRewrites } from './rule-cases.js';

function loop(head: string, condition: string, body: string): string {
  return `function f(lines) {\n  ${head} {\n    if (${condition}) {\n${body}    }\n  }\n}\n`;
}

const BODY = `      const price = line.price;
      if (price < 0) {
        throw new Error('bad');
      }
      add(price);
      count();
`;

describe('guard-loop replaces a conditional that holds the rest of a loop', () => {
  itRewrites(guardLoop, [
    {
      title: 'goes on with the next round of a for-of',
      before: loop('for (const line of lines)', "line.kind !== 'voucher'", BODY),
      after: `function f(lines) {
  for (const line of lines) {
    if (line.kind === 'voucher') {
      continue;
    }

    const price = line.price;
    if (price < 0) {
      throw new Error('bad');
    }
    add(price);
    count();
  }
}
`,
    },
    {
      title: 'goes on with the next round of a while with tabs and CRLF',
      before: loop('while (more())', 'ready', BODY).replaceAll('  ', '\t').replaceAll('\n', '\r\n'),
      after: `function f(lines) {
  while (more()) {
    if (!ready) {
      continue;
    }

    const price = line.price;
    if (price < 0) {
      throw new Error('bad');
    }
    add(price);
    count();
  }
}
`
        .replaceAll('  ', '\t')
        .replaceAll('\n', '\r\n'),
    },
  ]);
});

describe('guard-loop leaves alone', () => {
  itRefuses(guardLoop, [
    {
      title: 'a loop that searches and leaves',
      before: loop('for (const line of lines)', 'line.ok', `${BODY}      break;\n`),
    },
    {
      title: 'a comparison whose opposite differs for NaN, and says so',
      before: loop('for (const line of lines)', 'line.price > 0', BODY),
      why: /NaN/,
    },
    {
      title: 'a branch that declares the name of the loop again, and says so',
      before: loop('for (const price of lines)', 'ok(price)', BODY),
      why: /`price`/,
    },
    {
      title: 'a label',
      before: loop('for (const line of lines)', 'line.ok', BODY).replace('if (', 'a: if ('),
    },
    {
      title: 'a conditional that is not the end of the loop',
      before: loop('for (const line of lines)', 'line.ok', BODY).replace(
        '    }\n  }\n}',
        '    }\n    g();\n  }\n}',
      ),
    },
  ]);
});
