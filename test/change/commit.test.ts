import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommitRequest, CommitResult } from '../../src/change/change.js';
import { applyChange, commitChange } from '../../src/change/engine.js';
import { Sandbox } from './repository.js';

const REF = 'refs/heads/refactor-loop/r1';

let sandbox: Sandbox;
let request: CommitRequest;

async function nextRequest(node: string, old: string, fresh: string): Promise<CommitRequest> {
  const parent = await sandbox.git('rev-parse', 'HEAD');
  const change = await sandbox.change({ edits: [{ path: 'a.js', old, new: fresh }] });
  const { repo, state } = sandbox;
  const applied = await applyChange({ workspace: repo, change, baseTree: parent, stateDir: state });
  if (applied.kind !== 'applied') throw new Error(applied.message);
  return {
    workspace: repo,
    tree: applied.tree,
    parent,
    ref: REF,
    base: request?.base ?? parent,
    subject: 'Extract\nFunction: a',
    body: 'Why.\n\nRefactor-Loop-Node: R999',
    trailers: { run: 'r1', node, refactoring: 'Extract Function' },
    date: '2026-01-02T03:04:05.678Z',
  };
}

beforeEach(async () => {
  sandbox = await Sandbox.create();
  await sandbox.commit({ 'a.js': 'const a = 1;\n' });
  await sandbox.git('checkout', '--quiet', '-b', 'refactor-loop/r1');
  request = undefined as unknown as CommitRequest;
  request = await nextRequest('R001', '1', '2');
});

afterEach(async () => sandbox.remove());

const inGit = (name: string) => join(sandbox.repo, '.git', name);

/** Commits while another git holds a lock, which does something before it lets go. */
async function whileLocked(name: string, work: () => Promise<void>): Promise<CommitResult> {
  await writeFile(inGit(`${name}.lock`), '');
  const result = commitChange(request);
  await delay(300);
  await work();
  await rm(inGit(`${name}.lock`));
  return result;
}

describe('committing a reviewed tree', () => {
  it('makes one commit with trailers, fixed identity and date, and a clean status', async () => {
    const result = await commitChange(request);
    const head = await sandbox.git('rev-parse', REF);
    expect(result).toEqual({ kind: 'committed', commit: head });
    expect(await sandbox.git('status', '--porcelain')).toBe('');
    expect(await sandbox.git('log', '-1', '--format=%an <%ae>|%cn|%aI|%cI|%s|%T|%P')).toBe(
      `refactor-loop <refactor-loop@localhost>|refactor-loop|2026-01-02T03:04:05+00:00|2026-01-02T03:04:05+00:00|Extract Function: a|${request.tree}|${request.parent}`,
    );
    expect(await sandbox.git('log', '-1', '--format=%(trailers)')).toBe(
      'Refactor-Loop-Run: r1\nRefactor-Loop-Node: R001\nRefactor-Loop-Refactoring: Extract Function',
    );
  });

  it('returns the same commit when it is asked again, also after later landings', async () => {
    const first = await commitChange(request);
    expect(await commitChange(request)).toEqual(first);
    await commitChange(await nextRequest('R002', '2', '3'));
    expect(await commitChange(request)).toEqual(first);
    expect(await sandbox.git('rev-list', '--count', `${request.base}..${REF}`)).toBe('2');
    expect(await sandbox.git('status', '--porcelain')).toBe('');
  });

  it('does not take a line in a message body for a trailer', async () => {
    await commitChange(request);
    const other = await nextRequest('R999', '2', '3');
    await commitChange(other);
    expect(await sandbox.git('rev-list', '--count', `${request.base}..${REF}`)).toBe('2');
  });

  it('leaves a branch alone that somebody moved, and names both tips', async () => {
    const foreign = await sandbox.git(
      'commit-tree',
      request.tree,
      '-p',
      request.parent,
      '-m',
      'mine',
    );
    await sandbox.git('update-ref', REF, foreign);
    const result = await commitChange(request);
    expect(result).toMatchObject({
      kind: 'needs-attention',
      message: expect.stringContaining(foreign),
    });
    expect(result).toMatchObject({ message: expect.stringContaining(request.parent) });
    expect(await sandbox.git('rev-parse', REF)).toBe(foreign);
  });

  it('swaps the branch only if it is still where it was looked at', async () => {
    const args = ['commit-tree', request.tree, '-p', request.parent, '-m', 'mine'];
    const foreign = await sandbox.git(...args);
    const result = await whileLocked(REF, () => writeFile(inGit(REF), `${foreign}\n`));
    expect(result).toMatchObject({ message: expect.stringContaining(foreign) });
    expect(await sandbox.git('rev-parse', REF)).toBe(foreign);
  });

  it('takes the commit of an overtaken attempt, whose git went on, for its own', async () => {
    const made = await commitChange(request);
    const { commit } = made as { commit: string };
    await sandbox.git('update-ref', REF, request.parent);
    const result = await whileLocked(REF, () => writeFile(inGit(REF), `${commit}\n`));
    expect(result).toEqual(made);
    expect(await sandbox.git('status', '--porcelain')).toBe('');
  });

  it('makes no empty commit and no second commit of a node with another tree', async () => {
    const empty = { ...request, tree: await sandbox.git('rev-parse', `${request.parent}^{tree}`) };
    expect(await commitChange(empty)).toMatchObject({ kind: 'needs-attention' });
    await commitChange(request);
    const other = await nextRequest('R001', '2', '3');
    expect(await commitChange(other)).toMatchObject({ kind: 'needs-attention' });
  });

  it('takes no commit of the same node for its own that stands on another parent', async () => {
    const between = await sandbox.git(
      'commit-tree',
      `${request.parent}^{tree}`,
      '-p',
      'HEAD',
      '-m',
      'x',
    );
    await sandbox.git('update-ref', REF, between);
    await commitChange({ ...request, parent: between });
    const message = expect.stringContaining(`on ${between}`);
    expect(await commitChange(request)).toEqual({ kind: 'needs-attention', message });
  });

  it('finds its commit whatever the repository takes for a trailer', async () => {
    const first = await commitChange(request);
    await sandbox.git('config', 'trailer.separators', '=');
    expect(await commitChange(request)).toEqual(first);
  });

  it('commits in the name of the identity that is configured', async () => {
    const identity = { name: 'Ada Lovelace', email: 'ada@example.com' };
    await commitChange({ ...request, identity });
    const who = 'Ada Lovelace <ada@example.com>';
    expect(await sandbox.git('log', '-1', '--format=%an <%ae>|%cn <%ce>')).toBe(`${who}|${who}`);
  });

  it('makes a message that git takes of any text', async () => {
    await commitChange({ ...request, subject: 'Extract\0 it', body: 'a\0b' });
    expect(await sandbox.git('log', '-1', '--format=%s')).toBe('Extract it');
  });

  it('runs no hook', async () => {
    const hook = join(sandbox.repo, '.git/hooks/reference-transaction');
    await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect((await commitChange(request)).kind).toBe('committed');
  });

  it('makes the branch when it does not exist yet', async () => {
    await sandbox.git('checkout', '--quiet', '--detach');
    await sandbox.git('update-ref', '-d', REF);
    expect((await commitChange(request)).kind).toBe('committed');
  });
});

describe('a lock of another git', () => {
  it('is waited for, whichever of the three that a commit meets it is', async () => {
    for (const name of ['index', 'HEAD', REF]) {
      await sandbox.git('update-ref', REF, request.parent);
      await sandbox.git('reset', '--quiet');
      expect((await whileLocked(name, async () => undefined)).kind).toBe('committed');
      expect(await sandbox.git('status', '--porcelain')).toBe('');
    }
  });

  it.each(['index', 'HEAD', REF])(
    'is reported before anything is committed when it stays: %s.lock',
    async (name) => {
      const lock = inGit(`${name}.lock`);
      await writeFile(lock, '');
      const old = new Date(Date.now() - 300_000);
      await utimes(lock, old, old);
      const objects = await sandbox.git('count-objects');
      const result = await commitChange({ ...request, lockWaitMs: 50 });
      const message = expect.stringMatching(
        `^Nothing was committed.*${lock} 5 minutes ago.*delete that file`,
      );
      expect(result).toEqual({ kind: 'needs-attention', message });
      expect(await sandbox.git('rev-parse', REF)).toBe(request.parent);
      expect(await sandbox.git('count-objects')).toBe(objects);
      await rm(lock);
      expect((await commitChange(request)).kind).toBe('committed');
    },
  );

  it('is reported when it came after the commit, and the index follows once it is gone', async () => {
    const first = await commitChange(request);
    await sandbox.git('read-tree', request.parent);
    await writeFile(inGit('index.lock'), '');
    expect(await commitChange({ ...request, lockWaitMs: 50 })).toMatchObject({
      kind: 'needs-attention',
      message: expect.stringMatching(/is committed, but.*index\.lock/),
    });
    await rm(inGit('index.lock'));
    expect(await commitChange(request)).toEqual(first);
    expect(await sandbox.git('status', '--porcelain')).toBe('');
  });
});
