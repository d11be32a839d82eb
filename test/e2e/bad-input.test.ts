import { describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commitFiles, makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';
import { GOOD, PARCEL } from '../helpers/loop.js';
import { isNightly } from '../helpers/nightly.js';
import { PATIENCE, reportIn, withCommandLine, type Ended } from './command-line.js';
import { bytesBelow } from './repository-state.js';

jest.setTimeout(PATIENCE);

const line = withCommandLine();

interface Refusal {
  name: string;
  repository?(): Promise<string>;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** What the message must hold: the value, the rule and the way out. */
  told: string[];
}

const parcel = () => makeRepo(PARCEL);

async function unmerged(): Promise<string> {
  const repo = await parcel();
  await runGit(repo, 'checkout', '--quiet', '-b', 'other');
  await commitFiles(repo, { 'README.md': 'other\n' });
  await runGit(repo, 'checkout', '--quiet', 'main');
  await commitFiles(repo, { 'README.md': 'main\n' });
  await runGit(repo, 'merge', '--quiet', 'other').catch(() => undefined);
  return repo;
}

async function bare(): Promise<string> {
  const repo = join(await makeFolder(), 'bare.git');
  await runGit(await parcel(), 'clone', '--quiet', '--bare', '.', repo);
  return repo;
}

async function withoutCommits(): Promise<string> {
  const repo = await makeFolder();
  await runGit(repo, 'init', '--quiet');
  return repo;
}

async function withFile(path: string, text: string): Promise<string> {
  const repo = await parcel();
  await writeFiles(repo, { [path]: text });
  return repo;
}

const NO_REPOSITORY: Refusal[] = [
  { name: 'a folder without a repository', repository: makeFolder, told: ['git init'] },
  { name: 'a repository without commits', repository: withoutCommits, told: ['make one first'] },
  { name: 'a bare repository', repository: bare, told: ['working tree', 'give a clone'] },
  { name: 'a merge under way', repository: unmerged, told: ['merge under way', '--abort'] },
].map((refusal) => ({ ...refusal, told: ['repo "', ...refusal.told] }));

const GIT_MISSING: Refusal = {
  name: 'no git',
  env: { PATH: '/nowhere' },
  told: ['git was not found on PATH', '2.30', 'install it'],
};

/** Known before anything is started. */
const AT_ONCE: Refusal[] = [
  ...NO_REPOSITORY,
  GIT_MISSING,
  { name: 'an unknown option', args: ['--nonsense'], told: ["'--nonsense'", 'unknown', '--help'] },
  {
    name: '--max-iterations x',
    args: ['--max-iterations', 'x'],
    told: ['--max-iterations', "'x'", 'whole number from 1 up'],
  },
  {
    name: 'a command brain without its command',
    args: ['--brain', 'command'],
    told: ['--brain command', 'needs the program', 'add --brain-command'],
  },
];

const TEMPORAL_MISSING: Refusal = {
  name: 'a Temporal program that is not there',
  env: { TEMPORAL_CLI: '/nowhere/temporal' },
  told: ['TEMPORAL_CLI', '"/nowhere/temporal"', 'cannot be run', 'unset it'],
};

const RED_TEST = `import test from 'node:test';

test('sums up', () => { throw new Error('off by one'); });
`;
const BLIND_TEST = `import test from 'node:test';

test('is content', () => {});
`;

/** Known after a look at the repository by the run itself. */
const BY_THE_RUN: (Refusal & { reason: string })[] = [
  {
    name: 'a dirty tree with --in-place',
    reason: 'dirty-tree',
    repository: () => withFile('src/half.js', 'export const half = 1;\n'),
    args: ['--in-place'],
    told: ['--in-place', 'src/half.js', 'clean', 'git stash push'],
  },
  {
    name: 'a scope that is not there',
    reason: 'bad-input',
    args: ['lib'],
    told: ['scope "lib"', 'does not exist', 'give files'],
  },
  {
    name: 'a red baseline',
    reason: 'baseline-red',
    repository: () => makeRepo({ ...PARCEL, 'test/sums.test.js': RED_TEST }),
    told: ['test/sums.test.js › sums up', 'fails on the base commit', '--allow-failing'],
  },
  {
    name: 'a suite that stays green on a broken module',
    reason: 'gate-cannot-fail',
    repository: () => makeRepo({ ...PARCEL, 'test/parcel.test.js': BLIND_TEST }),
    told: ['src/parcel.js', 'stays green', 'gate.build'],
  },
];

async function refused(
  command: (repo: string) => string[],
  { repository = parcel, args = [], env = {} }: Refusal,
  home = line.home,
): Promise<Ended> {
  const repo = await repository();
  const before = await bytesBelow(repo);
  const ended = await line.run([...command(repo), ...args], {
    env: { REFACTOR_LOOP_HOME: home, ...env },
  });
  expect(await bytesBelow(repo)).toEqual(before);
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  return ended;
}

const MANIFEST = {
  node_id: 'R001',
  named_refactoring: 'Inline Variable',
  target_span: 'src/parcel.js:13-16',
  stated_intent: 'Inline the name of the label',
  public_api_touched: false,
  edits: [{ path: 'src/parcel.js', ...GOOD.label }],
};

const run = (repo: string) => ['run', '--json', '--repo', repo];

function expectTold(message: string, told: string[]): void {
  for (const part of told) expect(message).toContain(part);
}

describe('run', () => {
  it.concurrent.each(AT_ONCE)('refuses $name before it starts anything', async (refusal) => {
    const home = join(await makeFolder(), 'home');
    const { code, stdout, stderr } = await refused(run, refusal, home);

    expect(code).toBe(3);
    expectTold(stderr, refusal.told);
    if (stdout !== '') expectTold(reportIn(stdout).message ?? '', refusal.told);
    expect(existsSync(home)).toBe(false);
  });

  it.concurrent(`refuses ${TEMPORAL_MISSING.name}`, async () => {
    const home = join(await makeFolder(), 'home');
    const { code, stdout, stderr } = await refused(run, TEMPORAL_MISSING, home);

    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expectTold(stderr, TEMPORAL_MISSING.told);
  });

  it.concurrent.each(isNightly ? BY_THE_RUN : BY_THE_RUN.slice(0, 3))(
    'refuses $name',
    async (refusal) => {
      const { code, stdout, stderr } = await refused(run, refusal);

      expect(code).toBe(3);
      const report = reportIn(stdout, stderr);
      expect(report).toMatchObject({ outcome: 'halted', reason: refusal.reason, iterations: 0 });
      expectTold(report.message ?? '', refusal.told);
      expect(stderr).toContain(report.message);
    },
  );
});

describe('check', () => {
  it.concurrent.each([
    ...NO_REPOSITORY.slice(0, 1),
    GIT_MISSING,
    { name: 'an unknown option', args: ['--nonsense'], told: ["'--nonsense'", '--help'] },
  ])('refuses $name', async (refusal) => {
    const folder = await makeFolder();
    await writeFiles(folder, { 'manifest.json': JSON.stringify(MANIFEST) });
    const manifest = join(folder, 'manifest.json');
    const command = (repo: string) => ['check', manifest, '--json', '--repo', repo];
    const { code, stdout, stderr } = await refused(command, refusal);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectTold(stderr, refusal.told);
  });

  it.concurrent('refuses a manifest that is not there', async () => {
    const manifest = join(await makeFolder(), 'none.json');
    const command = (repo: string) => ['check', manifest, '--repo', repo];
    const { code, stderr } = await refused(command, { name: 'none', told: [] });

    expect(code).toBe(2);
    expectTold(stderr, [`"${manifest}"`, 'cannot be read', 'give the path of a JSON file']);
  });
});
