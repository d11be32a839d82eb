import { describe, expect, it } from '@jest/globals';
import type { FixAnswer, Manifest } from '../../src/core/contracts.js';
import { answerProblem, type ManifestContext } from '../../src/core/manifest-check.js';
import { manifest, node } from './samples.js';

const CONTEXT: ManifestContext = {
  nodes: [
    node('R001'),
    node('R002', { dependsOn: ['R001'] }),
    node('R003', { status: 'rejected', span: 'src/b.js:1-9' }),
    node('R004', { status: 'resolved', span: 'src/a.js:30-39' }),
  ],
  scope: new Set(['src/a.js', 'src/b.js']),
  catalogue: ['Extract Function', 'Inline Variable'],
  anchor: 'anchor-new',
  fixing: undefined,
};

const proposal = (rest: Partial<Manifest> = {}): FixAnswer => ({
  kind: 'proposal',
  manifest: manifest(rest),
});
const fresh = (rest: Partial<Manifest> = {}): FixAnswer =>
  proposal({ node_id: 'new', smell: 'smell', target_span: 'src/a.js:50-52', ...rest });
const problem = (answer: FixAnswer, rest: Partial<ManifestContext> = {}) =>
  answerProblem(answer, { ...CONTEXT, ...rest });

describe('a proposal', () => {
  it('for an open node is sound', () => {
    expect(problem(proposal())).toBeUndefined();
    expect(problem(proposal({ depends_on: ['R004'] }))).toBeUndefined();
  });

  it.each([
    [{ node_id: 'R009' }, 'node_id "R009" is not in the ledger'],
    [{ node_id: 'R002' }, 'node R002 waits for R001'],
    [{ node_id: 'R003' }, 'node R003 is rejected and may not be proposed again'],
    [{ node_id: 'R004' }, 'node R004 is resolved and may not be proposed again'],
    [{ target_span: 'src/a.js:3-1' }, 'target_span "src/a.js:3-1" runs backwards'],
    [{ named_refactoring: 'Rewrite' }, 'named_refactoring "Rewrite" is not in the catalogue'],
    [{ depends_on: ['R009'] }, 'depends_on names "R009", which is not in the ledger'],
    [{ depends_on: ['R001'] }, 'depends_on R001 would make a cycle with R001'],
    [{ depends_on: ['R004', 'R002'] }, 'depends_on R002 would make a cycle with R001'],
  ])('with %j is malformed', (rest, expected) => {
    expect(problem(proposal(rest))).toBe(expected);
  });
});

describe('a proposal for something new', () => {
  it('is sound where the ledger has nothing like it', () => {
    expect(problem(fresh())).toBeUndefined();
    expect(problem(fresh({ depends_on: ['R004'] }))).toBeUndefined();
  });

  it('must lie in scope', () => {
    expect(problem(fresh({ target_span: 'src/c.js:1-2' }))).toBe(
      'target_span lies in src/c.js, which is not in scope',
    );
  });

  it.each([
    ['R003', 'rejected'],
    ['R001', 'pending'],
  ])('may not depend on %s, which is %s', (id, status) => {
    expect(problem(fresh({ depends_on: [id] }))).toBe(
      `depends_on names ${id}, which is ${status}: it must be resolved first`,
    );
  });

  it('may not equal a given-up finding: the same text, wherever it stands', () => {
    const again = fresh({ smell: 'smell of R003' });
    expect(problem(again, { anchor: 'anchor-R003' })).toBe(
      'the finding equals R003, which is rejected',
    );
  });

  it('may not equal a given-up finding: the same place', () => {
    const again = fresh({ smell: 'smell of R003', target_span: 'src/b.js:9-12' });
    expect(problem(again)).toBe('the finding equals R003, which is rejected');
    const beside = fresh({ smell: 'smell of R003', target_span: 'src/b.js:10-12' });
    expect(problem(beside)).toBeUndefined();
  });

  it('may not equal a pending node: that one is to be named', () => {
    const again = fresh({ smell: 'smell of R001', target_span: 'src/a.js:2-2' });
    expect(problem(again)).toBe('the finding is already in the ledger as R001: name that node');
  });

  it('may be the copy of a pending text at another place, or where one landed', () => {
    const copy = fresh({ smell: 'smell of R001' });
    expect(problem(copy, { anchor: 'anchor-R001' })).toBeUndefined();
    const after = fresh({ smell: 'smell of R004', target_span: 'src/a.js:30-39' });
    expect(problem(after, { anchor: 'anchor-R004' })).toBeUndefined();
  });

  it('is not equal to a finding of another smell or without a text', () => {
    expect(problem(fresh(), { anchor: 'anchor-R003' })).toBeUndefined();
    const nodes = [node('R001', { status: 'rejected', anchor: '' })];
    const again = fresh({ smell: 'smell of R001' });
    expect(problem(again, { nodes, anchor: '' })).toBeUndefined();
  });
});

describe('a repair', () => {
  const fixing = { node: 'R001', refactoring: 'Extract Function' };

  it('stays with its node and its refactoring', () => {
    expect(problem(proposal(), { fixing })).toBeUndefined();
    expect(problem(proposal({ node_id: 'R002' }), { fixing })).toBe(
      'a fix must stay with node R001, not R002',
    );
    expect(problem(fresh(), { fixing })).toBe('a fix must stay with node R001, not new');
    expect(problem(proposal({ named_refactoring: 'Inline Variable' }), { fixing })).toBe(
      'a fix must stay with the refactoring "Extract Function"',
    );
  });
});

describe('an answer without a proposal', () => {
  it('that says a finding is gone must name an open node', () => {
    const gone = (id: string) => problem({ kind: 'finding-gone', node_id: id, note: 'gone' });
    expect(gone('R001')).toBeUndefined();
    expect(gone('R002')).toBe('node R002 waits for R001');
    expect(gone('R003')).toBe('node R003 is rejected and may not be proposed again');
    expect(gone('R009')).toBe('node_id "R009" is not in the ledger');
  });

  it('is sound when it gives up', () => {
    expect(problem({ kind: 'nothing-actionable', note: 'nothing' })).toBeUndefined();
    expect(problem({ kind: 'infeasible', findings: 'it cannot be done' })).toBeUndefined();
  });
});
