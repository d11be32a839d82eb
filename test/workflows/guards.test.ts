import { describe, expect, it } from '@jest/globals';
import { runGit } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, finding, proposal, scripted, withLoop } from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';

const loop = withLoop();

/** Edits of the parcel module that a test notices. */
const BAD = {
  price: { old: 'grams > 1000', new: 'grams < 1000' },
  label: { old: "'P-' + number", new: "'Q-' + number" },
  labelAgain: { old: "'P-' + number", new: "'R-' + number" },
  labelOnceMore: { old: "'P-' + number", new: "'S-' + number" },
  carried: { old: 'grams <= 5000', new: 'grams < 5000' },
  carriedToo: { old: 'return true', new: 'return grams' },
};
const TEST_FILE = {
  edits: [{ path: 'test/parcel.test.js', old: 'five', new: '5' }],
};

function verdict(more: Record<string, unknown> = {}, items: Record<string, unknown>[] = []) {
  return {
    justification: 'as the script says',
    verdict: 'accept',
    confidence: 0.9,
    per_criterion: items.map((item) => ({
      criterion: 'behavior-preserved',
      met: true,
      severity: 'major',
      type: 'logic',
      mechanism: 'as the script says',
      span: 'src/parcel.js:14-15',
      evidence: '',
      ...item,
    })),
    ...more,
  };
}

describe('the guards', () => {
  it.concurrent(
    'revert a change that breaks a test, which is then repaired from the evidence of the gate, or given up',
    async () => {
      const { repo, input, requests, dirt } = await scripted({
        survey: [
          {
            findings: [
              FINDINGS[0],
              FINDINGS[1],
              finding('label has no type', 'src/parcel.js:13-16', { depends_on: [1] }),
              FINDINGS[2],
              finding('long name', 'src/parcel.js:20-20'),
            ],
          },
        ],
        propose: [
          proposal('R001', BAD.price),
          proposal('R002', BAD.label),
          proposal('R004', BAD.carried),
          proposal('R005', BAD.carriedToo),
        ],
        fix: [
          proposal('R001', GOOD.price),
          proposal('R002', BAD.labelAgain),
          proposal('R002', BAD.labelOnceMore),
          { kind: 'infeasible', findings: 'the branches are not alike' },
          proposal('R005', GOOD.carried),
          proposal('R005', BAD.carriedToo, TEST_FILE),
        ],
        critique: [
          ...Array<string>(7).fill('accept'),
          verdict({ verdict: 'reject', justification: 'the intent is not clear' }),
        ],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'done', reason: 'converged', iterations: 4 });
      expect(report.landed.map(({ node }) => node)).toEqual(['R001']);
      expect(report.nodes).toMatchObject([
        { id: 'R001', status: 'resolved' },
        { id: 'R002', status: 'reverted', note: expect.stringContaining('tests-failed') },
        { id: 'R003', status: 'invalid', note: 'depends on R002, which is reverted' },
        { id: 'R004', status: 'undoable', note: 'the branches are not alike' },
        { id: 'R005', status: 'reverted', note: expect.stringContaining('test-file') },
      ]);
      expect(report.attempts.map(({ node, stage, outcome }) => [node, stage, outcome])).toEqual([
        ['R001', 'test', 'red'],
        ['R001', 'land', 'landed'],
        ['R002', 'test', 'red'],
        ['R002', 'test', 'red'],
        ['R002', 'test', 'red'],
        ['R004', 'test', 'red'],
        ['R005', 'test', 'red'],
        ['R005', 'guard', 'blocked'],
        ['R005', 'lockbox', 'refused'],
      ]);

      const [first, , , , last] = await requests('fix');
      expect(first).toMatchObject({
        manifest: { node_id: 'R001', edits: [{ new: 'grams < 1000' }] },
        last_failure_evidence: { node_id: 'R001', stage: 'test' },
      });
      expect(first?.last_failure_evidence?.evidence).toMatch(/tests-failed.*G3/);
      expect(first?.last_failure_evidence?.evidence).toContain('a heavy parcel costs nine');
      expect(first).not.toHaveProperty('ledger_open_nodes');
      expect((await requests('fix'))[5]?.last_failure_evidence).toMatchObject({
        stage: 'guard',
        evidence: expect.stringContaining('the intent is not clear'),
      });
      expect(last?.last_failure_evidence?.stage).toBe('test');

      expect(await dirt()).toBe('');
      const diff = await runGit(repo, 'diff', '--stat', report.base, report.branch);
      expect(diff).toMatch(/src\/parcel\.js \| \d+ /);
      const landed = await runGit(repo, 'show', `${report.branch}:src/parcel.js`);
      expect(landed).toContain('return grams > 1000 ? 900 : 500;');
      expect(landed).toContain("const text = 'P-' + number;");
      expect(landed).toContain('if (grams <= 5000) {');
    },
  );

  const broader = {
    old: GOOD.label.old,
    new: `${GOOD.label.new}}\n\nexport function unlabel(text) {\n  return Number(text.slice(2));\n`,
  };

  it.concurrent(
    'find out who broadens the public API, and refuse who says so before review',
    async () => {
      const { repo, input, requests } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [
          proposal('R001', broader, { public_api_touched: true }),
          proposal('R001', broader),
        ],
        fix: [{ kind: 'infeasible', findings: 'it needs the second function' }],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'done', reason: 'nothing-landed', landed: [] });
      expect(report.attempts).toMatchObject([
        {
          stage: 'lockbox',
          outcome: 'refused',
          reason: expect.stringContaining('preserve-public-api'),
        },
        {
          stage: 'test',
          outcome: 'red',
          reason: expect.stringMatching(/api-changed.*G4[^]*unlabel/),
        },
      ]);
      expect((await requests()).map(({ role }) => role)).toEqual([
        'survey',
        'propose',
        'propose',
        'critique',
        'fix',
      ]);
      expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    },
  );

  itNightlyConcurrent(
    'let the public API change when it is not pinned and the manifest tells the truth',
    async () => {
      const { input } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [proposal('R001', broader)],
        fix: [proposal('R001', broader, { public_api_touched: true })],
      });
      const { report } = await loop.run({ ...input, pinned: [] });

      expect(report.attempts).toMatchObject([
        { outcome: 'red', reason: expect.stringMatching(/api-claim-wrong.*G4/) },
        { outcome: 'landed' },
      ]);
    },
  );

  itNightlyConcurrent(
    'give a blocked or refused change back with the reason, three times a node',
    async () => {
      const { input, requests, dirt } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [
          proposal('R001', GOOD.price),
          proposal('R001', { old: 'grams', new: 'weight' }),
          proposal('R001', GOOD.price, TEST_FILE),
          proposal('R002', { ...GOOD.label, new: '  return `P-${number}`;\n' }),
          proposal('R002', GOOD.label),
          proposal('R003', GOOD.carried),
          { kind: 'finding-gone', node_id: 'R003', note: 'it reads well' },
        ],
        critique: [
          verdict({ justification: 'wonderful work' }, [{ span: '' }]),
          verdict({}, [{}, { met: false, confidence: 0.6, mechanism: 'a number is not a text' }]),
          verdict({}, [
            {},
            { met: false, confidence: 0.59 },
            { met: false, severity: 'minor' },
            { met: 'CANNOT_ASSESS' },
          ]),
          verdict({}, [
            { span: 'src/parcel.js:16-18' },
            {
              criterion: 'no-lateral-churn',
              met: false,
              severity: 'minor',
              span: 'src/parcel.js:16-18',
            },
          ]),
        ],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ reason: 'converged', iterations: 7 });
      expect(report.nodes).toMatchObject([
        { id: 'R001', status: 'rejected', note: expect.stringContaining('refused 3 times') },
        { id: 'R002', status: 'resolved' },
        { id: 'R003', status: 'resolved-incidental', note: 'it reads well' },
      ]);
      expect(report.attempts.map(({ node, stage, outcome }) => [node, stage, outcome])).toEqual([
        ['R001', 'guard', 'blocked'],
        ['R001', 'lockbox', 'refused'],
        ['R001', 'lockbox', 'refused'],
        ['R002', 'guard', 'blocked'],
        ['R002', 'land', 'landed'],
        ['R003', 'guard', 'blocked'],
      ]);
      const evidence = (await requests('propose')).map((request) => request.last_failure_evidence);
      expect(evidence).toMatchObject([
        undefined,
        {
          node_id: 'R001',
          stage: 'guard',
          evidence: expect.stringMatching(/CANNOT_ASSESS: .* without .*: wonderful work/),
        },
        {
          node_id: 'R001',
          stage: 'lockbox',
          evidence: expect.stringMatching(/^ambiguous-location: .*src\/parcel\.js/s),
        },
        {
          node_id: 'R001',
          stage: 'lockbox',
          evidence: expect.stringMatching(/^(test-file|protected-path): .*test\/parcel\.test\.js/s),
        },
        {
          node_id: 'R002',
          stage: 'guard',
          evidence: expect.stringContaining('a number is not a text'),
        },
        undefined,
        { node_id: 'R003', stage: 'guard', evidence: expect.stringContaining('no-lateral-churn') },
      ]);
      expect(await dirt()).toBe('');
    },
  );
});
