import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, outcomeOf, proposal, scripted, withLoop } from '../helpers/loop.js';

const loop = withLoop();

describe('the loop with a scripted brain', () => {
  it('lands each green change as one commit on its own branch and then converges', async () => {
    const { repo, brains, requests } = await scripted({
      survey: [{ findings: [FINDINGS[0], { ...FINDINGS[1], depends_on: [0] }, FINDINGS[2]] }],
      propose: [
        proposal('R001', GOOD.price),
        proposal('R003', GOOD.carried),
        proposal('R002', GOOD.label),
      ],
    });
    const before = await userState(repo);
    const outcome = await outcomeOf(await loop.start({ repo, scope: ['src'], ...brains }));

    expect(outcome).toMatchObject({
      kind: 'completed',
      report: { outcome: 'done', reason: 'converged', iterations: 3 },
    });
    const { report } = outcome;
    expect(report.landed.map((landing) => landing.node)).toEqual(['R001', 'R003', 'R002']);
    expect(report.gate).toMatchObject({
      tests: [{ runner: 'node:test' }],
      baseline: { passed: 5, failed: 0 },
    });

    const log = await runGit(
      repo,
      'log',
      '--format=%s|%an|%(trailers:key=Refactor-Loop-Node,valueonly,separator=%x2C)',
      `${report.base}..${report.branch}`,
    );
    expect(log.split('\n')).toEqual([
      'Improve R002|refactor-loop|R002',
      'Improve R003|refactor-loop|R003',
      'Improve R001|refactor-loop|R001',
    ]);
    expect(await runGit(repo, 'show', `${report.branch}:src/parcel.js`)).toContain(
      'return grams > 1000 ? 900 : 500;',
    );
    expect(await userState(repo)).toEqual(before);

    const ledger = await readFile(join(repo, '.refactor-loop-ledger.md'), 'utf8');
    expect(ledger).toContain('outcome: done: converged');
    expect(ledger).toMatch(/\| R002 \| temp in label \| .* \| R001 \| resolved \|/);

    const roles = (await requests()).map((request) => request['role']);
    expect(roles).toEqual([
      'survey',
      'propose',
      'critique',
      'propose',
      'critique',
      'propose',
      'critique',
    ]);
    const critiques = (await requests()).filter((request) => request['role'] === 'critique');
    for (const request of critiques) {
      expect(request).not.toHaveProperty('manifest');
      expect(request).not.toHaveProperty('findings');
      expect(request['pinned_constraints']).toEqual(['preserve-public-api', 'no-test-file-writes']);
    }
  });
});

/** What the user may find changed: branch, commit, index, working tree. */
async function userState(repo: string): Promise<string[]> {
  return [
    await runGit(repo, 'symbolic-ref', 'HEAD'),
    await runGit(repo, 'rev-parse', 'HEAD'),
    await runGit(repo, 'status', '--porcelain', '--untracked-files=all'),
    await runGit(repo, 'stash', 'list'),
  ];
}
