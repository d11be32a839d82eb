import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepo, runGit } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, PARCEL, proposal, scripted, withLoop } from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';

const loop = withLoop();
const LEDGER = '.refactor-loop-ledger.md';
const refused = { edits: [{ path: 'test/parcel.test.js', delete: true }] };

describe('the ledger of an earlier run', () => {
  it.concurrent(
    'hands its pending nodes over once its work is merged, and its ended ones as done with',
    async () => {
      const first = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [
          ...Array<object>(3).fill(proposal('R001', GOOD.price, refused)),
          proposal('R002', GOOD.label),
        ],
      });
      const { repo } = first;
      const before = await loop.run({ ...first.input, maxIterations: 4 });
      expect(before.report).toMatchObject({ outcome: 'halted', reason: 'max-iterations' });
      const ledger = await readFile(join(repo, LEDGER), 'utf8');

      const apart = await scripted({ survey: [{ findings: [FINDINGS[0]] }] }, repo);
      const unmerged = await loop.run(apart.input);
      expect(unmerged.report).toMatchObject({
        reason: 'nothing-to-do',
        nodes: [{ id: 'R001', status: 'rejected' }],
      });
      expect(await apart.requests()).toHaveLength(1);

      await writeFile(join(repo, LEDGER), ledger);
      await runGit(repo, 'merge', '--quiet', '--ff-only', before.report.branch);
      const second = await scripted(
        { propose: [proposal('R001', GOOD.price), proposal('R003', GOOD.carried)] },
        repo,
      );
      const after = await loop.run(second.input);

      expect(after.report).toMatchObject({
        reason: 'converged',
        base: before.report.head,
        landed: [{ node: 'R003' }],
        nodes: [
          { id: 'R001', status: 'rejected' },
          { id: 'R003', status: 'resolved' },
        ],
      });
      expect(await second.requests('survey')).toEqual([]);
      const [ask, again] = await second.requests('propose');
      expect(ask).toMatchObject({
        ledger_open_nodes: [{ node_id: 'R003', span: 'src/parcel.js:18-23' }],
        findings: [{ node_id: 'R001', status: 'rejected' }],
      });
      expect(again?.previous_error).toBe('node R001 is rejected and may not be proposed again');
    },
  );

  itNightlyConcurrent('may be of the older format', async () => {
    const repo = await makeRepo(PARCEL);
    const base = await runGit(repo, 'rev-parse', 'HEAD');
    await writeFile(
      join(repo, LEDGER),
      [
        'runner: node --test',
        `baseline: green @ ${base}`,
        'iter: 3 / max 10',
        'pinned: [preserve-public-api, no-test-file-writes]',
        'active-run: 2020-02-20T20:20:20Z',
        '',
        '| id | smell | span | depends_on | status | note |',
        '|---|---|---|---|---|---|',
        '| R001 | temp in price | src/parcel.js:2-10 | - | reverted | red twice |',
        '| R002 | temp in label | src/parcel.js:13-16 | - | pending |  |',
        '',
      ].join('\n'),
    );
    const { input, requests } = await scripted({ propose: [proposal('R002', GOOD.label)] }, repo);
    const { report } = await loop.run(input);

    expect(report).toMatchObject({
      reason: 'converged',
      nodes: [
        { id: 'R001', status: 'reverted', note: 'red twice' },
        { id: 'R002', status: 'resolved', severity: 'major', confidence: 1 },
      ],
    });
    expect(await requests('survey')).toEqual([]);
    expect(await readFile(join(repo, LEDGER), 'utf8')).not.toContain('active-run');
  });
});
