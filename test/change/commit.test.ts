import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommitRequest } from '../../src/change/change.js';
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

  it.each(['commit made', 'branch moved'])('lands once when it died after "%s"', async (point) => {
    const atStep = (step: string): void => {
      if (step === point) throw new Error('killed');
    };
    await expect(commitChange({ ...request, atStep })).rejects.toThrow('killed');
    const again = await commitChange(request);
    expect(again).toEqual({ kind: 'committed', commit: await sandbox.git('rev-parse', REF) });
    expect(await sandbox.git('rev-list', '--count', `${request.base}..${REF}`)).toBe('1');
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
    const foreign = await sandbox.git(
      'commit-tree',
      request.tree,
      '-p',
      request.parent,
      '-m',
      'mine',
    );
    const { execFileSync } = await import('node:child_process');
    const atStep = (step: string): void => {
      if (step === 'commit made')
        execFileSync('git', ['update-ref', REF, foreign], { cwd: sandbox.repo });
    };
    expect(await commitChange({ ...request, atStep })).toMatchObject({ kind: 'needs-attention' });
    expect(await sandbox.git('rev-parse', REF)).toBe(foreign);
  });

  it('makes no empty commit and no second commit of a node with another tree', async () => {
    const empty = { ...request, tree: await sandbox.git('rev-parse', `${request.parent}^{tree}`) };
    expect(await commitChange(empty)).toMatchObject({ kind: 'needs-attention' });
    await commitChange(request);
    const other = await nextRequest('R001', '2', '3');
    expect(await commitChange(other)).toMatchObject({ kind: 'needs-attention' });
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
