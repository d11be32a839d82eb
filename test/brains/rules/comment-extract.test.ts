import { rm } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { commentExtract } from '../../../src/brains/rules/comment-extract.js';
import { nameFromComment } from '../../../src/brains/rules/extract/comment-name.js';
import { isMovable } from '../../../src/brains/rules/extract/movable.js';
import { createProject } from '../../../src/brains/rules/project.js';
import { applyEdits } from '../../../src/brains/rules/syntax/text.js';
import { workspaceWith } from './workspace.js';
import { detectIn, itRefuses, itRewrites } from './rule-cases.js';

const FILLER = Array.from({ length: 26 }, (_, at) => `  log(${at});`).join('\n');

const SUM = `  // sum lines
  let total = 0;
  for (const line of lines) {
    // only what is sold
    if (line.price > 0) total += line.price * rate; // each
  }
`;

function checkout(paragraph: string, rest = '  return total;', parameters = 'lines, rate'): string {
  return `function checkout(${parameters}) {\n  const total0 = 1;\n\n${paragraph}\n${FILLER}\n${rest}\n}\n\nmodule.exports = { checkout };\n`;
}

function extracted(
  call: string,
  fn: string,
  rest = '  return total;',
  parameters = 'lines, rate',
): string {
  return `function checkout(${parameters}) {\n  const total0 = 1;\n\n${call}\n\n${FILLER}\n${rest}\n}\n\n${fn}\n\nmodule.exports = { checkout };\n`;
}

const SUM_LINES = `function sumLines(lines, rate) {
  let total = 0;
  for (const line of lines) {
    // only what is sold
    if (line.price > 0) total += line.price * rate; // each
  }
  return total;
}`;

describe('comment-extract', () => {
  itRewrites(commentExtract, [
    {
      title: 'extracts a query with its result, comments inside as they stand',
      before: checkout(SUM),
      after: extracted('  const total = sumLines(lines, rate);', SUM_LINES),
    },
    {
      title: 'keeps a variable that changes later and leaves an article out of the name',
      before: checkout(
        SUM.replace('sum lines', 'Sum the lines:'),
        '  total += 1;\n  return total;',
      ),
      after: extracted(
        '  let total = sumLines(lines, rate);',
        SUM_LINES,
        '  total += 1;\n  return total;',
      ),
    },
    {
      title: 'passes parameters in the order in which the caller declares them',
      before: checkout(SUM, undefined, 'rate, lines'),
      after: extracted(
        '  const total = sumLines(rate, lines);',
        SUM_LINES.replace('lines, rate', 'rate, lines'),
        undefined,
        'rate, lines',
      ),
    },
    {
      title: 'extracts a check that throws',
      before: checkout(
        "  // validate lines\n  for (const line of lines) {\n    if (line.price < 0) throw new RangeError('price');\n    if (line.count < 0) throw new RangeError('count');\n  }\n",
        '  return rate;',
      ),
      after: extracted(
        '  validateLines(lines);',
        "function validateLines(lines) {\n  for (const line of lines) {\n    if (line.price < 0) throw new RangeError('price');\n    if (line.count < 0) throw new RangeError('count');\n  }\n}",
        '  return rate;',
      ),
    },
    {
      title: "extracts an effect that the comment names, in the file's own style",
      before: checkout(SUM)
        .replace(/ {2}\/\/ sum lines[\s\S]*?\n {2}}\n/, '  // mark\n')
        .replace(
          '  // mark\n',
          '  // set prices\n  for (const line of lines) {\n    if (line.kind === 1 && line.count > 2) line.price = rate\n    else line.price = 2 * rate\n  }\n',
        )
        .replaceAll(';', '')
        .replaceAll('  ', '\t')
        .replace('return total\n', 'return rate\n'),
      after: extracted(
        '  setPrices(lines, rate)',
        'function setPrices(lines, rate) {\n  for (const line of lines) {\n    if (line.kind === 1 && line.count > 2) line.price = rate\n    else line.price = 2 * rate\n  }\n}',
      )
        .replaceAll(';', '')
        .replaceAll('  ', '\t')
        .replace('return total\n', 'return rate\n'),
    },
    {
      title: 'writes JSDoc types where the file has them',
      before: `/** @typedef {{price: number}} Line */\n\n/**\n * @param {Line[]} lines\n * @param {number} rate\n */\n${checkout(SUM)}`,
      after: `/** @typedef {{price: number}} Line */\n\n/**\n * @param {Line[]} lines\n * @param {number} rate\n */\n${extracted(
        '  const total = sumLines(lines, rate);',
        `/**\n * @param {Line[]} lines\n * @param {number} rate\n * @returns {number}\n */\n${SUM_LINES}`,
      )}`,
    },
    {
      title: 'writes types in TypeScript',
      path: 'src/a.ts',
      before: checkout(SUM, undefined, 'lines: { price: number }[], rate: number').replace(
        'module.exports = { checkout };',
        'export { checkout };',
      ),
      after: extracted(
        '  const total = sumLines(lines, rate);',
        SUM_LINES.replace('lines, rate', 'lines: { price: number; }[], rate: number'),
        undefined,
        'lines: { price: number }[], rate: number',
      ).replace('module.exports = { checkout };', 'export { checkout };'),
    },
  ]);

  it('imports the type that the new function needs, from where the file imports already', async () => {
    const text = `import { parse } from './url.js';\n\n${checkout(
      '  const url = parse(lines);\n\n  // append search\n  if (rate > 0) {\n    url.search += "?rate";\n    if (rate > 1) url.search += "&more";\n  }\n',
      '  return url;',
      'lines: string, rate: number',
    ).replace('module.exports = { checkout };', 'export { checkout };')}`;
    const url =
      'export interface Url { search: string }\nexport const parse = (search: string): Url => ({ search });\n';
    const root = await workspaceWith({ 'a.ts': text, 'url.ts': url });
    try {
      const context = createProject(root, ['a.ts', 'url.ts']).context('a.ts');
      const edits = context && commentExtract.detect(context).candidates[0]?.edits;
      const after = applyEdits(text, edits ?? []);
      expect(after).toMatch(/^import \{ (?:parse, Url|Url, parse) \} from/);
      expect(after).toContain('function appendSearch(rate: number, url: Url) {');
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  itRefuses(commentExtract, [
    {
      title: 'leaves a short and simple function alone',
      before: checkout(SUM).replace(FILLER, ''),
    },
    {
      title: 'refuses a query without a result',
      before: checkout(
        '  // get title of lines\n  for (const line of lines) {\n    if (line.title) line.price = rate;\n    if (line.price > 1) line.count = rate;\n  }\n',
        '',
      ),
      why: /promises a result/,
    },
    {
      title: 'refuses an effect when the comment names the first of two',
      before: checkout(
        '  // strip spaces\n  for (const line of lines) {\n    line.text = line.text.strip(rate, " ");\n    if (line.text !== "") line.data = JSON.parse(line.text);\n  }\n',
        '',
      ),
      why: /does not name what the paragraph does last/,
    },
    {
      title: 'refuses a check that changes something',
      before: checkout(
        '  // validate lines\n  for (const line of lines) {\n    if (line.price < 0) throw new Error("x");\n    line.checked = rate + rate;\n  }\n',
        '',
      ),
      why: /promises a check/,
    },
    {
      title: 'refuses a comment with "if", "and", a dash, or more than six words',
      before: checkout(
        [
          'sum lines if sold',
          'sum lines and prices',
          'sum lines - sold',
          'sum all of the lines that sold',
        ]
          .map((said) => SUM.replace('sum lines', said).replaceAll('total', `t${said.length}`))
          .join('\n'),
        '',
      ),
    },
    {
      title: 'refuses a comment that begins with no verb',
      before: checkout(SUM.replace('sum lines', 'the lines')),
    },
    {
      title: 'refuses a comment of two lines',
      before: checkout(SUM.replace('// sum', '// first\n  // sum')),
    },
    {
      title: 'refuses a name that the file knows',
      before: checkout(SUM, '  return total + sumLines;'),
    },
    {
      title: 'refuses two results',
      before: checkout(SUM.replace('= 0;', '= 0;\n  let n = rate;'), '  return total + n;'),
    },
    { title: 'refuses this', before: checkout(SUM.replace('> 0', '> this.min')) },
    { title: 'refuses arguments', before: checkout(SUM.replace('> 0', '> arguments.length')) },
    { title: 'refuses a return', before: checkout(SUM.replace('total +=', 'return total +')) },
    {
      title: 'refuses await',
      before: `async ${checkout(SUM.replace('line.price *', '(await line.price) *'))}`,
    },
    {
      title: 'refuses to leave a loop around it',
      before: checkout(`  for (;;) {\n    go();\n\n${SUM}    if (total > rate) break;\n  }\n`),
    },
    {
      title: 'refuses more than three parameters',
      before: checkout(SUM.replace('* rate', '* rate * a * b'), undefined, 'lines, rate, a, b'),
    },
    {
      title: 'refuses a parameter that a closure changes meanwhile',
      before: checkout(SUM, '  return [total, () => (rate += 1)];'),
    },
    {
      title: 'refuses a result that a closure keeps',
      before: checkout(SUM.replace('if (line.price > 0) ', 'line.add = () => ')),
    },
    {
      title: 'refuses a paragraph without a flow of its own',
      before: checkout(`  // log lines\n${'  log(lines, rate, 1, 2);\n'.repeat(5)}`, ''),
    },
    {
      title: 'refuses a few tokens',
      before: checkout('  // log lines\n  for (const l of lines) log(l, rate);\n'),
    },
  ]);

  it('gives the span of the whole paragraph', () => {
    const [candidate] = detectIn(commentExtract, checkout(SUM)).candidates;
    expect(candidate).toMatchObject({
      startLine: 5,
      endLine: 9,
      smell: 'long paragraph "sum lines" in checkout',
      intent: 'Extract sumLines from checkout',
    });
  });
});

describe('the name in a comment', () => {
  it.each([
    ['// validate lines', 'validateLines'],
    ['//Parse the URL of a request.', 'parseURLOfRequest'],
    ['// Find first match', 'findFirstMatch'],
    ['// sum', undefined],
    ['// sum the', undefined],
    ['// lines to sum', undefined],
    ["// don't sum lines", undefined],
    ['// sum lines (see below)', undefined],
    ['// TODO remove lines', undefined],
  ])('of %s is %s', (comment, name) => {
    expect(nameFromComment(comment)?.name).toBe(name);
  });
});

describe('statements', () => {
  const movable = (code: string): boolean => {
    const { statements } = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true);
    return isMovable(statements);
  };

  it.each([
    'for (const x of xs) if (x) continue;',
    'switch (x) { case 1: break; }',
    'run(() => { return 1; });',
  ])('can move to another function: %s', (code) => {
    expect(movable(code)).toBe(true);
  });

  it.each([
    'if (x) return;',
    'if (x) break;',
    'switch (x) { case 1: continue; }',
    'outer: for (;;) break outer;',
    'function f() {}',
    'log(new.target);',
    'x = o.#secret;',
    'async () => { await x; };',
  ])('cannot move to another function: %s', (code) => {
    expect(movable(code)).toBe(false);
  });
});
