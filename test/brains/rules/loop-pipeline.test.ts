import { describe } from '@jest/globals';
import { loopPipeline } from '../../../src/brains/rules/loop-pipeline.js';
import { itRefuses, itRewrites } from './rule-cases.js';

const LINES = '(lines: { sku: string; count: number }[], limit: number)';

function filling(body: string, head = 'const line of lines', first = 'const found = [];'): string {
  return `export function f${LINES} {\n  ${first}\n  for (${head}) {\n${body}  }\n  return found;\n}\n`;
}

function piped(pipeline: string, before = ''): string {
  return `export function f${LINES} {\n${before}  const found = ${pipeline};\n  return found;\n}\n`;
}

const KEEP = '    if (line.count > limit) {\n      found.push(line);\n    }\n';
const PICK = '    if (line.count > limit) {\n      found.push(line.sku);\n    }\n';

const path = 'src/a.ts';

describe('loop-pipeline', () => {
  itRewrites(loopPipeline, [
    {
      title: 'filters and maps',
      path,
      before: filling(PICK),
      after: piped('lines.filter((line) => line.count > limit).map((line) => line.sku)'),
    },
    {
      title: 'only filters when the element itself is kept',
      path,
      before: filling(KEEP),
      after: piped('lines.filter((line) => line.count > limit)'),
    },
    {
      title: 'only maps without a condition, and puts an object into parentheses',
      path,
      before: filling('    found.push({ id: line.sku.trim() });\n'),
      after: piped('lines.map((line) => ({ id: line.sku.trim() }))'),
    },
    {
      title: 'keeps a pattern',
      path,
      before: filling('    found.push(Math.abs(count));\n', 'const { count } of lines'),
      after: piped('lines.map(({ count }) => Math.abs(count))'),
    },
    {
      title: 'keeps the type of a JavaScript array and the style of its arrows',
      before: `/** @param {string[]} names */
export function f(names) {
  /** @type {string[]} */
  const found = [];
  for (const name of names) if (name !== '') found.push(name);
  return found.sort(x => x);
}
`,
      after: `/** @param {string[]} names */
export function f(names) {
  /** @type {string[]} */
  const found = names.filter(name => name !== '');
  return found.sort(x => x);
}
`,
    },
    {
      title: 'breaks a line that would be too long',
      path,
      before: filling(
        PICK.replace('line.count > limit', 'line.count > limit && line.sku !== "none at all here"'),
      ),
      after: piped(
        'lines\n    .filter((line) => line.count > limit && line.sku !== "none at all here")\n    .map((line) => line.sku)',
      ),
    },
  ]);

  itRefuses(loopPipeline, [
    {
      title: 'needs an array, not just something that can be looped over',
      path,
      before: filling(PICK).replace('number }[]', 'number }[] | Set<never>'),
    },
    {
      title: 'needs a known type',
      before:
        'export function f(xs) {\n  const a = [];\n  for (const x of xs) a.push(x.y);\n  return a;\n}\n',
    },
    { title: 'leaves a plain copy alone', path, before: filling('    found.push(line);\n') },
    {
      title: 'leaves a loop with an end alone',
      path,
      before: filling(PICK.replace('    }\n', '    } else break;\n')),
    },
    {
      title: 'does not call what it does not know',
      path,
      before: filling('    found.push(look(line));\n'),
    },
    {
      title: 'does not wait',
      path,
      before: `async ${filling('    found.push(await line);\n')}`.replace(
        'async export',
        'export async',
      ),
    },
    {
      title: 'does not call a method that changes the element',
      path,
      before: filling('    found.push(line.sku.next());\n'),
    },
    {
      title: 'does not touch the source',
      path,
      before: filling('    found.push(lines.length);\n'),
    },
    {
      title: 'does not read the array that is being filled',
      path,
      before: filling(PICK.replace('line.count > limit', 'found.length < 3')),
    },
    {
      title: 'does not lose a comment',
      path,
      before: filling(`    // the long ones\n${PICK}`),
    },
    {
      title: 'leaves a loop alone that something stands before',
      path,
      before: filling(PICK, undefined, 'const found = [];\n  go();'),
    },
    {
      title: 'leaves an array alone that is not empty',
      path,
      before: filling(PICK, undefined, 'const found = [1];'),
    },
    {
      title: 'leaves a variable alone that may change',
      path,
      before: filling(PICK, 'let line of lines'),
    },
  ]);
});
