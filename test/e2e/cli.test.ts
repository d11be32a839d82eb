import { describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { doctorReportSchema, type CheckResult } from '../../src/core/contracts.js';
import { makeFolder, makeRepo, runGit } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, PARCEL, proposal, scripted } from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';
import {
  PATIENCE,
  processesOf,
  reportIn,
  until,
  untilNone,
  withCommandLine,
} from './command-line.js';
import { brainFlags } from './flags.js';
import { bytesBelow } from './repository-state.js';

jest.setTimeout(PATIENCE);

const line = withCommandLine();

/** What the rules brain finds in the parcel service is minor. */
const RULES = ['--min-severity', 'minor', '--json'];

/** A repository's own files and refs, without what a run may add. */
async function workOf(repo: string): Promise<unknown> {
  const files = Object.entries(await bytesBelow(repo)).filter(([path]) => !path.startsWith('.git'));
  const refs = await runGit(repo, 'for-each-ref', '--format=%(refname) %(objectname)');
  return {
    files: files.filter(([path]) => path !== '.refactor-loop-ledger.md'),
    refs: refs.split('\n').filter((ref) => !ref.startsWith('refs/heads/refactor-loop/')),
    head: await runGit(repo, 'rev-parse', '--symbolic-full-name', 'HEAD'),
    status: await runGit(repo, 'status', '--porcelain'),
  };
}

describe('run --json', () => {
  it.concurrent(
    'ends with the report alone on stdout, and the report serves when the server is gone',
    async () => {
      const name = 'with blanks, \'quotes\', "more quotes", é and\na new line';
      const repo = await makeRepo(PARCEL, { name });
      const before = await workOf(repo);
      const { code, stdout, stderr } = await line.run(['run', 'src', '--repo', repo, ...RULES]);

      expect(code).toBe(0);
      const report = reportIn(stdout, stderr);
      expect(report).toMatchObject({ outcome: 'done', reason: 'converged', repo });
      expect(await workOf(repo)).toEqual(before);
      const commits = await runGit(repo, 'rev-list', `${report.base}..${report.branch}`);
      expect(commits.split('\n')).toEqual(report.landed.map(({ commit }) => commit).reverse());
      expect(report.landed).toHaveLength(1);

      const home = await makeFolder();
      const folder = join('runs', report.run);
      await cp(join(line.home, folder), join(home, folder), { recursive: true });
      const without = (...args: string[]) =>
        line.run([...args, '--json'], {
          env: { REFACTOR_LOOP_HOME: home, TEMPORAL_CLI: '/nowhere/temporal' },
        });
      const [status, attach, ledger] = await Promise.all([
        without('status', report.run),
        without('attach', '--repo', repo),
        without('ledger', report.workflowId),
      ]);
      for (const ended of [status, attach]) {
        expect(ended.code).toBe(0);
        expect(reportIn(ended.stdout)).toEqual(report);
      }
      expect(ledger.code).toBe(0);
      expect(JSON.parse(ledger.stdout)).toEqual({ run: report.run, nodes: report.nodes });
    },
  );

  itNightlyConcurrent(
    'works in a linked worktree with a detached HEAD, from a folder of it',
    async () => {
      const repo = await makeRepo(PARCEL, { name: '-x; $(id)' });
      const worktree = join(await makeFolder(), 'linked');
      await runGit(repo, 'worktree', 'add', '--quiet', '--detach', worktree);
      const settings = { cwd: join(worktree, 'src') };
      const { code, report } = await line.report(['run', 'src', ...RULES], settings);

      expect(code).toBe(0);
      expect(report).toMatchObject({ repo: worktree, landed: [{ node: 'R001' }] });
      expect(await runGit(repo, 'rev-parse', report.branch)).toBe(report.head);
      expect(await runGit(worktree, 'status', '--porcelain')).toBe('');
    },
  );
});

describe('a run that goes on', () => {
  it.concurrent(
    'keeps a second one out, tells where it stands, outlives Ctrl-C and can be followed again',
    async () => {
      const go = join(await makeFolder(), 'go');
      const { repo, brains, requests } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [{ $until: go, $answer: proposal('R001', GOOD.label) }],
      });
      const args = ['run', 'src', '--repo', repo, ...brainFlags(brains.proposer)];
      const first = line.start(args);
      await until('the proposal', async () => (await requests('propose')).length > 0);
      const run = basename(await line.folderOfRun(repo));

      const before = await bytesBelow(repo);
      const second = await line.report(['run', 'src', '--repo', repo, '--json']);
      expect(second.code).toBe(3);
      expect(second.report).toMatchObject({ outcome: 'halted', reason: 'locked' });
      expect(second.report.message).toContain(`an open run, ${run}`);
      expect(second.report.message).toContain(`refactor-loop attach ${run}`);
      expect(await bytesBelow(repo)).toEqual(before);

      const [status, ledger] = await Promise.all([
        line.run(['status', '--repo', repo, '--json']),
        line.run(['ledger', run, '--json']),
      ]);
      expect([status.code, ledger.code]).toEqual([0, 0]);
      expect(JSON.parse(status.stdout)).toMatchObject({
        run,
        repo,
        outcome: 'running',
        phase: 'propose',
        iteration: 1,
        landed: 0,
        open: 1,
      });
      expect(JSON.parse(ledger.stdout)).toMatchObject({ run });
      expect(ledger.stdout).toContain('| R001 | temp in label | src/parcel.js:13-16 |');

      first.signal('SIGINT');
      const detached = await first.ended;
      expect(detached).toMatchObject({ code: 130, stderr: '' });
      expect(detached.stdout).toContain(`refactor-loop attach ${run}`);
      expect(detached.stdout).toContain(`refactor-loop abort ${run}`);

      const attached = line.report(['attach', run, '--json']);
      await writeFile(go, '');
      const { code, report } = await attached;
      expect(code).toBe(0);
      expect(report).toMatchObject({ run, outcome: 'done', landed: [{ node: 'R001' }] });
    },
  );

  it.concurrent('is aborted with its suite, and nothing of it is left', async () => {
    const endless = `import test from 'node:test';
import { label } from '../src/parcel.js';

const isChanged = !label.toString().includes('const text');
test('never ends', { skip: !isChanged }, () => new Promise(() => setInterval(() => {}, 1000)));
`;
    const script = {
      survey: [{ findings: [FINDINGS[1]] }],
      propose: [proposal('R001', GOOD.label)],
    };
    const repo = await makeRepo({ ...PARCEL, 'test/endless.test.js': endless });
    const { brains } = await scripted(script, repo);
    const before = await workOf(repo);
    const args = ['run', 'src', '--repo', repo, '--json', ...brainFlags(brains.proposer)];
    const running = line.start(args);
    const folder = await line.folderOfRun(repo);
    const module = join(folder, 'workspace/src/parcel.js');
    await until('the suite of the change', async () => {
      const text = await readFile(module, 'utf8').catch(() => 'const text');
      const processes = text.includes('const text') ? [] : await processesOf(folder);
      return processes.some((process) => process.args.includes('endless.test.js'));
    });

    const aborted = await line.report(['abort', '--repo', repo, '--reason', 'lunch', '--json']);
    expect(aborted.code).toBe(0);
    expect(aborted.report).toMatchObject({
      outcome: 'halted',
      reason: 'aborted',
      message: 'aborted: lunch',
      landed: [],
    });
    const { code, stdout } = await running.ended;
    expect(code).toBe(2);
    expect(reportIn(stdout)).toEqual(aborted.report);
    expect(await untilNone(folder)).toEqual([]);
    expect(existsSync(join(folder, 'workspace'))).toBe(false);
    expect(await workOf(repo)).toEqual(before);
  });
});

describe('doctor', () => {
  const doctor = async (repo: string, ...flags: string[]) => {
    const { code, stdout } = await line.run(['doctor', 'src', '--repo', repo, '--json', ...flags]);
    return { code, ...doctorReportSchema.parse(JSON.parse(stdout)) };
  };

  it.concurrent('says that a run would start, after the suite itself', async () => {
    const repo = await makeRepo(PARCEL);
    const before = await bytesBelow(repo);
    const { code, ok, checks, gate } = await doctor(repo);

    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(checks.map(({ name }) => name)).toEqual([
      'binary',
      'server',
      'git',
      'repository',
      'scope',
      'oracle',
      'baseline',
      'negative control',
    ]);
    expect(gate).toMatchObject({
      tests: [{ runner: 'node:test', source: expect.stringContaining('package.json') }],
      baseline: { passed: 5, failed: 0 },
      home: 'own',
      allowed: { failing: [], flaky: [] },
    });
    expect(gate?.expectedMs).toBeGreaterThan(0);
    // What doctor measured, the next one need not.
    const again = await doctor(repo);
    expect(again.gate?.notes).toContainEqual(expect.stringMatching(/^baseline measured .* ago/));
    expect(await bytesBelow(repo)).toEqual(before);
  });

  itNightlyConcurrent('leaves the suite out when it must be quick', async () => {
    const { code, checks, gate } = await doctor(await makeRepo(PARCEL), '--quick');
    expect(code).toBe(0);
    expect(checks.map(({ name }) => name)).not.toContain('baseline');
    expect(gate).toBeNull();
  });

  it.concurrent('says what stands in the way, and what to do', async () => {
    const red = `import test from 'node:test';\n\ntest('sums up', () => { throw new Error(); });\n`;
    const [suite, folder] = await Promise.all([
      doctor(await makeRepo({ ...PARCEL, 'test/sums.test.js': red })),
      doctor(await makeFolder()),
    ]);
    expect(suite).toMatchObject({ code: 3, ok: false, gate: null });
    expect(suite.checks.at(-1)).toMatchObject({ name: 'baseline', ok: false });
    expect(suite.checks.at(-1)?.message).toContain('sums up');
    expect(suite.checks.at(-1)?.fix).not.toBe('');
    expect(folder).toMatchObject({ code: 3, ok: false });
    expect(folder.checks.at(-1)).toMatchObject({ name: 'repository', ok: false });
    expect(folder.checks.at(-1)?.message).toContain('git init');
  });
});

describe('check', () => {
  it.concurrent('says what the lockbox says, and writes nothing', async () => {
    const repo = await makeRepo(PARCEL);
    const folder = await makeFolder();
    const before = await bytesBelow(repo);
    const check = async (name: string, edit: { path?: string; old: string; new: string }) => {
      const { manifest } = proposal('R001', edit, {
        edits: [{ path: 'src/parcel.js', ...edit }],
      }) as { manifest: object };
      const file = join(folder, `${name}.json`);
      await writeFile(file, JSON.stringify(manifest));
      const { code, stdout } = await line.run(['check', file, '--repo', repo, '--json']);
      return { code, ...(JSON.parse(stdout) as CheckResult) };
    };
    const [ok, refused, vague] = await Promise.all([
      check('ok', GOOD.label),
      check('locked', { path: 'test/parcel.test.js', old: "'P-7'", new: "'P-8'" }),
      check('vague', { old: 'return', new: 'return void' }),
    ]);

    expect(ok).toMatchObject({ code: 0, outcome: 'ok', reason: 'ok', files: ['src/parcel.js'] });
    expect(ok.diff).toContain("+  return 'P-' + number;");
    expect(refused).toMatchObject({ code: 2, outcome: 'refused', diff: '' });
    expect(refused.message).toContain('test/parcel.test.js');
    expect(vague).toMatchObject({ code: 2, outcome: 'needs-repair', diff: '' });
    expect(await bytesBelow(repo)).toEqual(before);
  });

  it.concurrent(
    'shows outcome, reason, message and diff to people, and locks what it is told',
    async () => {
      const repo = await makeRepo(PARCEL);
      const file = join(await makeFolder(), 'manifest.json');
      const edits = [{ path: 'src/parcel.js', ...GOOD.label }];
      const { manifest } = proposal('R001', { ...GOOD.label }, { edits }) as { manifest: object };
      await writeFile(file, JSON.stringify(manifest));
      const [ok, locked] = await Promise.all([
        line.run(['check', file, '--repo', repo]),
        line.run(['check', file, '--repo', repo, '--lock', 'src/**']),
      ]);

      expect(ok.code).toBe(0);
      const [outcome, message, diff] = ok.stdout.split('\n');
      expect(outcome).toBe('ok: ok');
      expect(message).toMatch(/^the change [0-9a-f]{12} may be reviewed$/);
      expect(diff).toBe('diff --git a/src/parcel.js b/src/parcel.js');
      expect(locked.code).toBe(2);
      expect(locked.stdout.split('\n')[0]).toBe('refused: protected-path');
      expect(locked.stdout).toContain('lockbox rule "src/**" (added by the project)');
    },
  );
});
