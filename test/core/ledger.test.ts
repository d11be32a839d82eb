import { describe, expect, it } from '@jest/globals';
import {
  actionable,
  addFindings,
  atLeast,
  nextId,
  openNodes,
  reaches,
  settle,
  type LedgerNode,
} from '../../src/core/ledger.js';
import { finding, node } from './samples.js';

const GIVEN_UP = ['reverted', 'undoable', 'rejected', 'invalid', 'skipped'] as const;

const ids = (nodes: readonly LedgerNode[]) => nodes.map(({ id }) => id);
const dependencies = (nodes: readonly LedgerNode[]) =>
  Object.fromEntries(nodes.map(({ id, dependsOn }) => [id, dependsOn]));
const statuses = (nodes: readonly LedgerNode[]) =>
  Object.fromEntries(nodes.map(({ id, status }) => [id, status]));

describe('ids', () => {
  it.each([
    [[], 'R001'],
    [['R001', 'R007', 'R003'], 'R008'],
    [['R099'], 'R100'],
    [['R999'], 'R1000'],
  ])('after %j the next one is %s', (used, next) => {
    expect(nextId(used.map((id) => node(id)))).toBe(next);
  });
});

describe('severities', () => {
  it('are ordered major, minor, nit', () => {
    expect(atLeast('major', 'minor')).toBe(true);
    expect(atLeast('minor', 'minor')).toBe(true);
    expect(atLeast('nit', 'minor')).toBe(false);
  });
});

describe('findings', () => {
  it('become pending nodes with ids from the cage', () => {
    const [first, second] = addFindings([], [finding('x'), finding('y', { severity: 'minor' })]);
    expect(first).toEqual(
      node('R001', { smell: 'x', anchor: 'anchor-x', severity: 'major', dependsOn: [] }),
    );
    expect(second).toMatchObject({ id: 'R002', smell: 'y', severity: 'minor' });
  });

  it('leave the given nodes as they were', () => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x' })];
    const before = structuredClone(nodes);
    addFindings(nodes, [finding('y'), finding('x', { span: 'src/a.js:7-9', dependsOn: [0] })]);
    expect(nodes).toEqual(before);
  });

  it('that stand in the ledger already are left out', () => {
    const nodes = [
      node('R001', { smell: 'x', anchor: 'anchor-x' }),
      node('R002', { smell: 'y', anchor: 'anchor-y', status: 'resolved' }),
    ];
    expect(ids(addFindings(nodes, [finding('x'), finding('y')]))).toEqual(['R001', 'R002']);
  });

  it('are new when the smell or the text is another one', () => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x' })];
    const found = [finding('x', { anchor: 'other' }), finding('z', { anchor: 'anchor-x' })];
    expect(ids(addFindings(nodes, found))).toEqual(['R001', 'R002', 'R003']);
  });

  it('of the same text at another place of the same list are nodes of their own', () => {
    const copy = finding('x', { span: 'src/a.js:10-12' });
    expect(ids(addFindings([], [finding('x'), copy, finding('x')]))).toEqual(['R001', 'R002']);
  });

  it('that moved within their file stay one node, with the new span', () => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x' })];
    const [moved, ...rest] = addFindings(nodes, [finding('x', { span: 'src/a.js:5-7' })]);
    expect(moved).toMatchObject({ id: 'R001', span: 'src/a.js:5-7' });
    expect(rest).toEqual([]);
  });

  it('are matched in place before they count as moved', () => {
    const nodes = [
      node('R001', { smell: 'x', anchor: 'anchor-x', span: 'src/a.js:1-3' }),
      node('R002', { smell: 'x', anchor: 'anchor-x', span: 'src/a.js:10-12' }),
    ];
    const found = [
      finding('x', { span: 'src/a.js:10-12' }),
      finding('x', { span: 'src/a.js:1-3', dependsOn: [0] }),
    ];
    expect(dependencies(addFindings(nodes, found))).toEqual({ R001: ['R002'], R002: [] });
  });

  it('of a text that landed elsewhere or stands in another file are new', () => {
    const nodes = [
      node('R001', { smell: 'x', anchor: 'anchor-x', status: 'resolved' }),
      node('R002', { smell: 'x', anchor: 'anchor-x', span: 'src/b.js:1-3' }),
    ];
    const found = [finding('x', { span: 'src/a.js:10-12' })];
    expect(ids(addFindings(nodes, found))).toEqual(['R001', 'R002', 'R003']);
  });

  it.each(GIVEN_UP)('of a text that is %s are not found again, wherever they stand', (status) => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x', status })];
    expect(addFindings(nodes, [finding('x', { span: 'src/b.js:4-6' })])).toEqual(nodes);
  });

  it('without a text are told apart by their place alone', () => {
    const nodes = [node('R001', { smell: 'x', anchor: '', status: 'rejected' })];
    const found = [
      finding('x', { anchor: '' }),
      finding('x', { anchor: '', span: 'src/b.js:1-1' }),
    ];
    expect(ids(addFindings(nodes, found))).toEqual(['R001', 'R002']);
  });

  it('turn dependency indexes into ids, also of known nodes, and drop what names nothing', () => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x' })];
    const found = [finding('x'), finding('y'), finding('z', { dependsOn: [0, 1, 1, 2, 9] })];
    expect(dependencies(addFindings(nodes, found))).toEqual({
      R001: [],
      R002: [],
      R003: ['R001', 'R002'],
    });
  });

  it('keep the edges of a cycle that came first and drop the one that closes it', () => {
    const found = [
      finding('x', { dependsOn: [1] }),
      finding('y', { dependsOn: [2] }),
      finding('z', { dependsOn: [0] }),
    ];
    expect(dependencies(addFindings([], found))).toEqual({
      R001: ['R002'],
      R002: ['R003'],
      R003: [],
    });
  });

  it('that depend on a given-up node are invalid from the start', () => {
    const nodes = [node('R001', { smell: 'x', anchor: 'anchor-x', status: 'rejected' })];
    const found = [
      finding('x'),
      finding('y', { dependsOn: [0] }),
      finding('z', { dependsOn: [1] }),
      finding('free'),
    ];
    const result = addFindings(nodes, found);
    expect(statuses(result)).toEqual({
      R001: 'rejected',
      R002: 'invalid',
      R003: 'invalid',
      R004: 'pending',
    });
    expect(result[1]?.note).toBe('depends on R001, which is rejected');
  });
});

describe('dependencies', () => {
  const nodes = [
    node('R001'),
    node('R002', { dependsOn: ['R001'] }),
    node('R003', { dependsOn: ['R002'] }),
  ];

  it('reach through other nodes, in one direction', () => {
    expect(reaches(nodes, 'R003', 'R001')).toBe(true);
    expect(reaches(nodes, 'R001', 'R003')).toBe(false);
  });

  it('are followed to an end even in a cycle', () => {
    const cycle = [node('R001', { dependsOn: ['R002'] }), node('R002', { dependsOn: ['R001'] })];
    expect(reaches(cycle, 'R001', 'R009')).toBe(false);
  });
});

describe('open nodes', () => {
  it('are pending and wait for nothing', () => {
    const nodes = [
      node('R001', { status: 'resolved' }),
      node('R002', { status: 'resolved-incidental' }),
      node('R003', { dependsOn: ['R001', 'R002'] }),
      node('R004', { dependsOn: ['R003'] }),
      node('R005', { status: 'rejected' }),
      node('R006', { dependsOn: ['R005'] }),
    ];
    expect(ids(openNodes(nodes))).toEqual(['R003']);
  });

  it('come strongest first: severity, confidence, then age', () => {
    const nodes = [
      node('R1000'),
      node('R999'),
      node('R003', { severity: 'minor', confidence: 1 }),
      node('R004', { confidence: 0.95 }),
      node('R005', { severity: 'nit' }),
    ];
    expect(ids(openNodes(nodes))).toEqual(['R004', 'R999', 'R1000', 'R003', 'R005']);
  });
});

describe('actionable nodes', () => {
  const nodes = [
    node('R001', { severity: 'major', confidence: 0.6 }),
    node('R002', { severity: 'major', confidence: 0.59 }),
    node('R003', { severity: 'minor', confidence: 0.9 }),
    node('R004', { severity: 'major', confidence: 1, dependsOn: ['R003'] }),
  ];

  it.each([
    ['major', 0.6, ['R001']],
    ['major', 0.5, ['R001', 'R002']],
    ['minor', 0.6, ['R001', 'R003']],
    ['minor', 0.95, []],
  ] as const)('at %s and confidence %d are %j', (minSeverity, theta, expected) => {
    expect(ids(actionable(nodes, { minSeverity, theta }))).toEqual(expected);
  });
});

describe('settling a node', () => {
  const nodes = [
    node('R001'),
    node('R002', { dependsOn: ['R001'] }),
    node('R003', { dependsOn: ['R002'] }),
    node('R004'),
    node('R005', { dependsOn: ['R001'], status: 'skipped', note: 'malformed' }),
  ];

  it.each(GIVEN_UP)(
    'as %s makes all pending nodes invalid that depend on it, transitively',
    (status) => {
      const settled = settle(nodes, 'R001', status, 'why');
      expect(statuses(settled)).toEqual({
        R001: status,
        R002: 'invalid',
        R003: 'invalid',
        R004: 'pending',
        R005: 'skipped',
      });
      expect(settled[0]?.note).toBe('why');
      expect(settled[2]?.note).toBe(`depends on R001, which is ${status}`);
    },
  );

  it.each(['resolved', 'resolved-incidental'] as const)(
    'as %s opens what depends on it',
    (status) => {
      const settled = settle(nodes, 'R001', status, 'why');
      expect(statuses(settled)).toMatchObject({ R001: status, R002: 'pending', R003: 'pending' });
      expect(ids(openNodes(settled))).toEqual(['R002', 'R004']);
    },
  );

  it('never changes a landed node, nor what depends on it', () => {
    const landed = settle(nodes, 'R001', 'resolved', 'commit');
    expect(settle(landed, 'R001', 'reverted', 'too late')).toEqual(landed);
  });

  it('of an id that the ledger does not have changes nothing', () => {
    expect(settle(nodes, 'R099', 'rejected', 'why')).toEqual(nodes);
  });
});
