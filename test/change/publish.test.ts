import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { git } from '../../src/adapters/git.js';
import { fastForward } from '../../src/change/fast-forward.js';
import { publishBranch } from '../../src/change/publish.js';
import { Sandbox, snapshot } from './repository.js';

const BRANCH = 'refactor-loop/r1';
const REF = `refs/heads/${BRANCH}`;
const SPARE = 'refs/refactor-loop/r1';

let user: Sandbox;
let workspace: string;

async function land(text: string): Promise<string> {
  const tree = (await git(workspace, ['write-tree'])).trim();
  const blob = (await git(workspace, ['hash-object', '-w', '--stdin'], { input: text })).trim();
  await git(workspace, ['update-index', '--cacheinfo', `100644,${blob},a.js`]);
  const next = (await git(workspace, ['write-tree'])).trim();
  if (next === tree) throw new Error('nothing changed');
  const env = {
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x',
  };
  const commit = (
    await git(workspace, ['commit-tree', next, '-p', 'HEAD', '-m', text], { env })
  ).trim();
  await git(workspace, ['update-ref', REF, commit]);
  return commit;
}

const publish = () =>
  publishBranch({ workspace, repo: user.repo, branch: BRANCH, run: 'r1', lockWaitMs: 100 });
const tip = (ref: string) => user.git('rev-parse', '--verify', '--quiet', ref);

beforeEach(async () => {
  user = await Sandbox.create("it's a\nrepo");
  await user.commit({ 'a.js': 'one\n', 'b.js': 'b\n' });
  workspace = join(user.top, 'work space');
  await mkdir(workspace);
  await git(user.top, ['clone', '--quiet', user.repo, workspace]);
  await git(workspace, ['checkout', '--quiet', '-b', BRANCH]);
});

afterEach(async () => user.remove());

describe('publishing the branch of a run', () => {
  it('fetches it, again and again, and touches nothing else of the user', async () => {
    const files = await snapshot(user.repo, ['.git']);
    const first = await land('two\n');
    expect(await publish()).toEqual({ kind: 'published', ref: REF });
    expect(await tip(REF)).toBe(first);
    expect(await publish()).toEqual({ kind: 'published', ref: REF });
    const second = await land('three\n');
    await publish();
    expect(await tip(REF)).toBe(second);
    expect(await snapshot(user.repo, ['.git'])).toEqual(files);
    expect(await user.git('status', '--porcelain')).toBe('');
    const inside = await snapshot(join(user.repo, '.git'));
    expect(inside.some((line) => line.startsWith('FETCH_HEAD'))).toBe(false);
  });

  it('never moves a branch that is checked out there', async () => {
    const first = await land('two\n');
    await publish();
    await user.git('checkout', '--quiet', BRANCH);
    const second = await land('three\n');
    const result = await publish();
    expect(result).toMatchObject({ ref: SPARE, note: expect.stringContaining('checked out') });
    expect([await tip(REF), await tip(SPARE)]).toEqual([first, second]);
  });

  it('never forces a branch that was moved there', async () => {
    await land('two\n');
    await publish();
    const mine = await user.git('commit-tree', 'HEAD^{tree}', '-m', 'mine');
    await user.git('update-ref', REF, mine);
    const second = await land('three\n');
    expect(await publish()).toMatchObject({
      ref: SPARE,
      note: expect.stringContaining('moved there'),
    });
    expect([await tip(REF), await tip(SPARE)]).toEqual([mine, second]);
  });

  it('goes round a branch whose name blocks it', async () => {
    await user.git('branch', 'refactor-loop');
    const first = await land('two\n');
    const result = await publish();
    expect(result).toMatchObject({
      note: expect.stringContaining('refs/heads/refactor-loop blocks'),
    });
    expect(await tip(SPARE)).toBe(first);
  });

  it('goes round a lock that stays, and names it', async () => {
    const first = await land('two\n');
    const lock = join(user.repo, `.git/${REF}.lock`);
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, '');
    const result = await publish();
    expect(result).toMatchObject({ ref: SPARE, note: expect.stringContaining(`${lock} `) });
    expect(await tip(SPARE)).toBe(first);
  });

  it('gives up, with a message, when even the spare ref was moved', async () => {
    await user.git('branch', 'refactor-loop');
    await user.git('update-ref', SPARE, await user.git('commit-tree', 'HEAD^{tree}', '-m', 'mine'));
    await land('two\n');
    expect(await publish()).toMatchObject({
      kind: 'needs-attention',
      message: expect.stringContaining(SPARE),
    });
  });
});

describe('fast-forwarding the checked-out branch', () => {
  const forward = (commit: string) => fastForward({ repo: user.repo, commit, lockWaitMs: 100 });

  it('moves branch and files, and is content when it is done already', async () => {
    const first = await land('two\n');
    await publish();
    await user.write({ '.refactor-loop-ledger.md': '# ledger\n' });
    expect(await forward(first)).toEqual({ kind: 'done' });
    expect(await user.text('a.js')).toBe('two\n');
    expect(await user.git('rev-parse', 'main')).toBe(first);
    expect(await user.git('status', '--porcelain')).toBe('?? .refactor-loop-ledger.md');
    const second = await land('three\n');
    await publish();
    await forward(second);
    expect(await forward(first)).toEqual({ kind: 'done' });
    expect(await user.git('rev-parse', 'main')).toBe(second);
  });

  it('refuses a dirty tree and lists the paths', async () => {
    const first = await land('two\n');
    await publish();
    await user.write({ 'b.js': 'mine\n', 'notes/x.txt': 'x\n' });
    const result = await forward(first);
    expect(result).toMatchObject({ kind: 'dirty-tree', paths: ['b.js', 'notes/x.txt'] });
    expect(result).toMatchObject({ message: expect.stringContaining('git stash') });
    expect(await user.text('a.js')).toBe('one\n');
  });

  it('says what git says when git cannot do it, and does it once that is mended', async () => {
    const first = await land('two\n');
    await publish();
    await user.write({ '.git/index.lock': '' });
    const result = await forward(first);
    expect(result).toMatchObject({
      kind: 'blocked',
      message: expect.stringMatching(
        /^main in .* was not moved forward: .*index\.lock \d+ s ago.*merge --ff-only/s,
      ),
    });
    expect(await user.text('a.js')).toBe('one\n');
    await rm(join(user.repo, '.git/index.lock'));
    expect(await forward(first)).toEqual({ kind: 'done' });
  });

  it('refuses when the branch went another way, or none is checked out', async () => {
    const first = await land('two\n');
    await publish();
    await user.git('commit', '--quiet', '--allow-empty', '-m', 'mine');
    expect(await forward(first)).toMatchObject({
      kind: 'moved',
      message: expect.stringContaining('main'),
    });
    await user.git('checkout', '--quiet', '--detach', 'HEAD~1');
    expect(await forward(first)).toMatchObject({ kind: 'moved' });
    expect(await user.text('a.js')).toBe('one\n');
  });
});
