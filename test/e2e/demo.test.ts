import { describe, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import type { Report } from '../../src/core/contracts.js';
import { readProject, runSuite, SHOP } from '../examples/project.js';
import { disguise } from '../helpers/disguise.js';
import { makeFolder, makeRepo, runGit } from '../helpers/git-repo.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';
import { PATIENCE, reportIn, until, withCommandLine } from './command-line.js';

jest.setTimeout(PATIENCE);

const line = withCommandLine();

interface Shown {
  code: number | undefined;
  stderr: string;
  report: Report;
}

let demo: Promise<Shown> | undefined;

/** The demo, run once for the tests of this file. */
function shown(): Promise<Shown> {
  demo ??= makeFolder().then(async (folder) => {
    const { code, stdout, stderr } = await line.run(['demo', '--json'], {
      env: { TMPDIR: folder },
    });
    return { code, stderr, report: reportIn(stdout, stderr) };
  });
  return demo;
}

async function commitsOf({ repo, base, branch }: Report): Promise<string[]> {
  return (await runGit(repo, 'rev-list', '--reverse', `${base}..${branch}`)).split('\n');
}

function refactorings(report: Report): string[] {
  return report.landed.map(({ refactoring }) => refactoring).sort();
}

describe('the demo', () => {
  it.concurrent('copies the example and lands in it', async () => {
    const running = line.start(['demo', '--json'], { env: { TMPDIR: await makeFolder() } });
    const told = (pattern: RegExp) =>
      until(String(pattern), async () => pattern.exec(running.written())?.[1]);
    const run = await told(/^run (\S+) on /m);
    const commit = await told(/ landed (\S+),/);
    await line.run(['abort', run]);
    const { stdout, stderr } = await running.ended;
    const report = reportIn(stdout, stderr);
    expect(report).toMatchObject({ run, outcome: 'halted', reason: 'aborted' });
    expect(report.landed[0]?.commit).toMatch(new RegExp(`^${commit}`));
  });

  itNightlyConcurrent(
    'lands at least eight refactorings and tells truly how it ended',
    async () => {
      const { code, stderr, report } = await shown();

      expect(code).toBe(0);
      expect(report).toMatchObject({ outcome: 'done', reason: 'converged' });
      expect(report.landed.length).toBeGreaterThanOrEqual(8);
      expect(await commitsOf(report)).toEqual(report.landed.map(({ commit }) => commit));
      expect(report.nodes.filter(({ status }) => status === 'pending')).toEqual([]);
      for (const { intent } of report.landed) expect(stderr).toContain(intent);
      expect(stderr).toContain(`git -C ${report.repo} show ${report.branch}`);
      expect(stderr).toContain('refactor-loop server');
      expect(stderr).toContain('refactor-loop run src --repo');
    },
  );

  itNightlyConcurrent('shows a precondition, the critic and a red test refusing', async () => {
    const { report } = await shown();
    const refusals = (stage: string, outcome: string) =>
      report.attempts.filter((attempt) => attempt.stage === stage && attempt.outcome === outcome);

    expect(report.reported.map(({ why }) => why)).toContain(
      '`total > limit` has no clean opposite: NaN makes both comparisons false',
    );
    expect(refusals('guard', 'blocked').length).toBeGreaterThanOrEqual(1);
    expect(refusals('test', 'red').length).toBeGreaterThanOrEqual(1);
    const refused = [...refusals('guard', 'blocked'), ...refusals('test', 'red')];
    const landed = report.landed.map(({ node }) => node);
    expect(refused.filter(({ node }) => landed.includes(node))).toEqual([]);
  });

  itNightlyConcurrent('leaves the suite green at every commit', async () => {
    const { report } = await shown();
    const clone = join(await makeFolder(), 'clone');
    await runGit(report.repo, 'clone', '--quiet', '--branch', report.branch, '.', clone);
    const { passed } = await runSuite(SHOP);
    const commits = await commitsOf(report);
    for (const commit of commits) {
      await runGit(clone, 'checkout', '--quiet', '--detach', commit);
      expect({ commit, ...(await runSuite(clone)) }).toEqual({ commit, passed, failed: 0 });
    }
  });

  itNightlyConcurrent(
    'lands the same where names, indentation and places of the example are others',
    async () => {
      const repo = await makeRepo(disguise(await readProject(SHOP)));
      const flags = ['--min-severity', 'minor', '--max-iterations', '30', '--json'];
      const { code, report } = await line.report(['run', 'src', '--repo', repo, ...flags]);

      expect(code).toBe(0);
      expect(refactorings(report)).toEqual(refactorings((await shown()).report));
    },
  );
});
