import { describe, expect, it } from '@jest/globals';
import { parseLedger, renderLedger, type LedgerRow } from '../../src/core/ledger-text.js';
import type { LedgerNode } from '../../src/core/ledger.js';
import { node } from './samples.js';

const HEAD = 'b'.repeat(40);
const HEADER = {
  runner: 'jest',
  baseline: `green @ ${'a'.repeat(40)}`,
  iteration: 3,
  maxIterations: 10,
  pinned: ['preserve-public-api', 'no-test-file-writes'],
  run: '20231114-0123456789ab',
  outcome: 'running',
};

const render = (nodes: readonly LedgerNode[]) => renderLedger(HEADER, nodes, HEAD);

function rowOf(node: LedgerNode): LedgerRow {
  const { id, smell, span, dependsOn, status, note, severity, confidence } = node;
  return { id, smell, span, dependsOn, status, note, severity, confidence };
}

const NODES = [
  node('R001', { status: 'resolved', note: 'abc', severity: 'minor', confidence: 0.7 }),
  node('R002', { dependsOn: ['R001'], status: 'rejected', note: 'a | b' }),
  node('R003', { dependsOn: ['R001', 'R002'], status: 'invalid', note: 'line\nline' }),
];

describe('a rendered ledger', () => {
  it('has a header, a table and one line per node', () => {
    expect(render(NODES).split('\n')).toEqual([
      '# Refactor loop ledger',
      '',
      'runner: jest',
      `baseline: green @ ${'a'.repeat(40)}`,
      'iter: 3 / max 10',
      'pinned: [preserve-public-api, no-test-file-writes]',
      'run: 20231114-0123456789ab',
      `head: ${HEAD}`,
      'outcome: running',
      '',
      '| id | smell | span | depends_on | status | note | severity | confidence |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| R001 | smell of R001 | src/a.js:1-3 |  | resolved | abc | minor | 0.7 |',
      '| R002 | smell of R002 | src/a.js:1-3 | R001 | rejected | a \\| b | major | 0.9 |',
      '| R003 | smell of R003 | src/a.js:1-3 | R001, R002 | invalid | line\\nline | major | 0.9 |',
      '',
    ]);
  });

  it('is read back as it was', () => {
    const parsed = { kind: 'ok', run: HEADER.run, head: HEAD, rows: NODES.map(rowOf) };
    expect(parseLedger(render(NODES))).toEqual(parsed);
    expect(parseLedger(render(NODES).replaceAll('\n', '\r\n'))).toEqual(parsed);
    expect(parseLedger(render([]))).toEqual({ ...parsed, rows: [] });
  });

  it.each([
    '',
    '|',
    '||',
    '\\',
    '\\\\',
    'ends in a backslash\\',
    'ends in two\\\\',
    '\\|',
    '|\\',
    '\\n is no newline',
    'a\nb',
    'a\r\nb',
    '\n',
    '\\\n',
    '---',
    '# heading',
    'a | b | c |',
    '`x || y`',
    'κόσμε\u2028🦊',
    '$& $1 $$',
  ])('keeps the hostile cell %j', (hostile) => {
    const nodes = [node('R001', { smell: hostile, note: hostile, span: `${hostile}.js:1-2` })];
    const text = render(nodes);
    expect(text.split('\n')).toHaveLength(14);
    expect(parseLedger(text)).toMatchObject({ kind: 'ok', rows: nodes.map(rowOf) });
  });
});

describe('a ledger of the older format', () => {
  const older = (...lines: string[]) =>
    [
      '# Refactoring ledger',
      'runner: npm test',
      `baseline: green @ ${'c'.repeat(40)}`,
      'active-run: yes',
      '',
      '| id | smell | span | depends_on | status | note |',
      '|----|:-----|:---:|---:|--------|------|',
      ...lines,
    ].join('\n');

  it('has nodes of severity major and confidence 1', () => {
    const parsed = parseLedger(
      older('| R001 | long function | src/a.js:1-90 | - | pending | |', '|R002|x|y|R001|skipped||'),
    );
    expect(parsed).toEqual({
      kind: 'ok',
      run: '',
      head: 'c'.repeat(40),
      rows: [
        {
          id: 'R001',
          smell: 'long function',
          span: 'src/a.js:1-90',
          dependsOn: [],
          status: 'pending',
          note: '',
          severity: 'major',
          confidence: 1,
        },
        {
          id: 'R002',
          smell: 'x',
          span: 'y',
          dependsOn: ['R001'],
          status: 'skipped',
          note: '',
          severity: 'major',
          confidence: 1,
        },
      ],
    });
  });

  it('may lack the baseline too: then it has no head', () => {
    const text = older().replace(/^baseline.*\n/m, '');
    expect(parseLedger(text)).toMatchObject({ kind: 'ok', head: '' });
  });
});

describe('a damaged ledger', () => {
  const good = '| R001 | x | src/a.js:1-3 |  | pending |  | major | 0.9 |';
  const table = (...rows: string[]) =>
    [
      'run: r',
      '| id | smell | span | depends_on | status | note | severity | confidence |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n');

  it.each([
    ['', 1, 'the table of nodes is missing'],
    ['run: r\n\n', 3, 'the table of nodes is missing'],
    ['<<<<<<< HEAD', 1, '"<<<<<<< HEAD" is neither a header line nor a table row'],
    ['| id | smell |', 1, "the table's columns must be id, smell, span, depends_on"],
    [table().replace('| --- |', '|'), 3, 'a row has 7 cells, the table 8 columns'],
    [table(good, '| R002 | y |'), 5, 'a row has 2 cells, the table 8 columns'],
    [table(good, '| R002 | y'), 5, 'the table row does not end in "|"'],
    [table(good, '| R002 | y \\|'), 5, 'the table row does not end in "|"'],
    [table(good, ' text'), 5, '" text" is neither a header line nor a table row'],
    [table(good, good), 5, 'the id R001 stands twice'],
    [table(good.replace('R001', 'X1')), 4, '"X1" is not a node id like R001'],
    [table(good.replace('pending', 'done')), 4, '"done" is not a node status'],
    [table(good.replace('major', 'huge')), 4, '"huge" is not a severity'],
    [table(good.replace('0.9', '1.1')), 4, '"1.1" is not a confidence from 0 to 1'],
    [table(good.replace('0.9', 'sure')), 4, '"sure" is not a confidence from 0 to 1'],
    [table(good.replace('|  |', '| R009 |')), 4, 'R001 depends on R009, which is not in the table'],
    [table(good.replace('|  |', '| R001 |')), 4, 'R001 depends on itself'],
    [
      table(
        good.replace('R001', 'R002'),
        good.replace('|  |', '| R003 |'),
        good.replace('R001', 'R003').replace('|  |', '| R002, R001 |'),
      ),
      5,
      'R001 depends on itself',
    ],
    ['head: --output=x\n' + table(good), 1, '"--output=x" is not a commit'],
  ])('%j is refused with its line', (text, line, message) => {
    const parsed = parseLedger(text);
    expect(parsed).toMatchObject({ kind: 'damaged', line });
    expect(parsed.kind === 'damaged' && parsed.message).toContain(message);
  });

  it('never throws, wherever it was cut, and names a line that it has', () => {
    const text = render([
      ...NODES,
      node('R004', { smell: 'a\\|b\\', note: '🦊\n|', status: 'skipped' }),
    ]);
    for (let length = 0; length < text.length; length += 1) {
      const cut = text.slice(0, length);
      const parsed = parseLedger(cut);
      if (parsed.kind === 'ok') {
        expect(parsed.rows).toEqual(parseLedgerRows(text).slice(0, parsed.rows.length));
        continue;
      }
      expect(parsed.line).toBeGreaterThanOrEqual(1);
      expect(parsed.line).toBeLessThanOrEqual(cut.split('\n').length);
    }
  });

  it('never throws when one character is lost or replaced', () => {
    const text = render(NODES);
    for (let at = 0; at < text.length; at += 1)
      for (const put of ['', '|', '\\', '\n', 'R'])
        expect(['ok', 'damaged']).toContain(
          parseLedger(text.slice(0, at) + put + text.slice(at + 1)).kind,
        );
  });
});

function parseLedgerRows(text: string): LedgerRow[] {
  const parsed = parseLedger(text);
  return parsed.kind === 'ok' ? parsed.rows : [];
}
