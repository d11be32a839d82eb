import { describe, expect, it } from '@jest/globals';
import { makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, PARCEL, proposal, scripted, withLoop } from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';

const loop = withLoop();
const ONE = { survey: [{ findings: [FINDINGS[1]] }], propose: [proposal('R001', GOOD.label)] };
const TEST_FILE = { edits: [{ path: 'test/parcel.test.js', delete: true }] };

describe('the end of a run', () => {
  it.concurrent('is "nothing to do" when no finding is serious and sure enough', async () => {
    const { repo, input, requests } = await scripted({
      survey: [
        {
          findings: [
            { ...FINDINGS[0], severity: 'minor' },
            { ...FINDINGS[1], confidence: 0.5 },
            { ...FINDINGS[2], route: 'report', note: 'changes behaviour' },
            { ...FINDINGS[2], severity: 'nit' },
            { ...FINDINGS[2], span: 'test/parcel.test.js:5-5' },
          ],
        },
      ],
    });
    const { report } = await loop.run(input);

    expect(report).toMatchObject({ outcome: 'done', reason: 'nothing-to-do', iterations: 0 });
    expect(report.nodes.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(report.reported.map(({ why }) => why)).toEqual([
      'changes behaviour',
      'nit',
      'test file',
    ]);
    expect(await requests('propose')).toEqual([]);
    expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  it.concurrent('is "nothing actionable" when the proposer says so', async () => {
    const { input } = await scripted({
      survey: [{ findings: FINDINGS }],
      propose: [{ kind: 'nothing-actionable', note: 'all of it is fine' }],
    });
    const { report } = await loop.run(input);

    expect(report).toMatchObject({
      outcome: 'done',
      reason: 'nothing-actionable',
      message: 'all of it is fine',
    });
  });

  itNightlyConcurrent('is the cap on iterations only while work is left', async () => {
    const two = await scripted({
      survey: [{ findings: FINDINGS.slice(0, 2) }],
      propose: [proposal('R001', GOOD.price)],
    });
    const one = await scripted(ONE);
    const [left, nothingLeft] = await Promise.all([
      loop.run({ ...two.input, maxIterations: 1 }),
      loop.run({ ...one.input, maxIterations: 1 }),
    ]);

    expect(left).toMatchObject({
      kind: 'completed',
      report: { outcome: 'halted', reason: 'max-iterations', iterations: 1 },
    });
    expect(left.report.nodes.map(({ status }) => status)).toEqual(['resolved', 'pending']);
    expect(nothingLeft.report).toMatchObject({
      outcome: 'done',
      reason: 'converged',
      iterations: 1,
    });
  });

  itNightlyConcurrent(
    'is "stuck" after five iterations that landed nothing and settled no node',
    async () => {
      const refused = (node: string) =>
        proposal(node, GOOD.label, { ...TEST_FILE, smell: 'needless export' });
      const { input } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: ['R001', 'R001', 'R002', 'R002', 'new', 'R003'].map(refused),
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'halted', reason: 'stuck', iterations: 5 });
      expect(report.nodes.map(({ status }) => status)).toEqual(Array(4).fill('pending'));
    },
  );

  itNightlyConcurrent(
    'is the budget of minutes, asked before a brain is and before an iteration',
    async () => {
      const surveyed = await scripted(ONE);
      const carried = await scripted(ONE);
      await writeFiles(carried.repo, {
        '.refactor-loop-ledger.md': [
          `baseline: green @ ${await runGit(carried.repo, 'rev-parse', 'HEAD')}`,
          '| id | smell | span | depends_on | status | note |',
          '| R001 | temp in label | src/parcel.js:13-16 | - | pending | |',
          '',
        ].join('\n'),
      });
      const [atSurvey, atIteration] = await Promise.all(
        [surveyed, carried].map(({ input }) => loop.run({ ...input, budget: { minutes: 0.001 } })),
      );

      const end = { outcome: 'halted', reason: 'budget', iterations: 0 };
      expect(atSurvey).toMatchObject({ kind: 'failed', type: 'halt:budget', report: end });
      expect(atIteration).toMatchObject({ kind: 'completed', report: end });
      expect([...(await surveyed.requests()), ...(await carried.requests())]).toEqual([]);
    },
  );
});

describe('a node', () => {
  it.concurrent(
    'ends by its finding being gone, by a landing, or by a change that comes again',
    async () => {
      const back = { old: GOOD.label.new, new: GOOD.label.old };
      const reject = {
        justification: 'too terse',
        verdict: 'reject',
        confidence: 0.9,
        per_criterion: [],
      };
      const { input, requests } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [
          { kind: 'finding-gone', node_id: 'R001', note: 'there is no temp' },
          proposal('new', GOOD.label, { smell: 'needless name', depends_on: ['R001'] }),
          proposal('R002', back),
          proposal('R003', GOOD.carried),
          proposal('R003', GOOD.carried),
        ],
        critique: ['accept', reject],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'done', reason: 'converged', iterations: 5 });
      expect(report.landed).toMatchObject([{ node: 'R004' }]);
      expect(report.nodes).toMatchObject([
        { id: 'R001', status: 'resolved-incidental', note: 'there is no temp' },
        { id: 'R002', status: 'rejected', note: 'the change undoes one that this run landed' },
        { id: 'R003', status: 'rejected', note: expect.stringContaining('too terse') },
        { id: 'R004', status: 'resolved', smell: 'needless name', dependsOn: ['R001'] },
      ]);
      expect(report.attempts.map(({ node, stage, outcome }) => [node, stage, outcome])).toEqual([
        ['R004', 'land', 'landed'],
        ['R002', 'lockbox', 'refused'],
        ['R003', 'guard', 'blocked'],
        ['R003', 'lockbox', 'refused'],
      ]);
      expect(await requests('critique')).toHaveLength(2);
      const last = (await requests('propose')).at(-1);
      expect(last?.['ledger_open_nodes']).toMatchObject([{ node_id: 'R003' }]);
      expect(last?.['findings']).toMatchObject([
        { node_id: 'R001', status: 'resolved-incidental' },
        { node_id: 'R002', status: 'rejected' },
        { node_id: 'R004', status: 'resolved' },
      ]);
    },
  );

  it.concurrent(
    'is a HALT that names the option when the base turns out to be flaky: reverted, the node stays open',
    async () => {
      const unsteady = `import test from 'node:test';
test('is only steady at first', () => {
  if (/gate-\\d/.test(process.env.TMPDIR)) throw new Error('unsteady');
});
`;
      const repo = await makeRepo({ ...PARCEL, 'test/unsteady.test.js': unsteady });
      const { input, dirt } = await scripted(ONE, repo);
      const { report } = await loop.run(input);

      expect(report).toMatchObject({
        outcome: 'halted',
        reason: 'baseline-flaky',
        message: expect.stringContaining(
          "--allow-flaky 'test/unsteady.test.js › is only steady at first'",
        ),
        landed: [],
        nodes: [{ id: 'R001', status: 'pending' }],
      });
      expect(await dirt()).toBe('');
      expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    },
  );
});
