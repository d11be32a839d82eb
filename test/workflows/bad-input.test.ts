import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { describe, expect, it } from '@jest/globals';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKFLOW_TYPE } from '../../src/core/protocol.js';
import { makeFolder, makeRepo, runGit, writeFiles } from '../helpers/git-repo.js';
import { listing } from '../helpers/listing.js';
import {
  FINDINGS,
  GOOD,
  PARCEL,
  proposal,
  scripted,
  withLoop,
  type Outcome,
} from '../helpers/loop.js';
import { waitFor } from '../helpers/wait-for.js';

const loop = withLoop();

describe('an input that is not one', () => {
  it.concurrent('fails the workflow with a report that says what is wrong', async () => {
    const inputs: [unknown[], string][] = [
      [[], '(none)'],
      [[null], 'null'],
      [['/a/repository'], 'expected object'],
      [[['/a/repository']], 'expected object'],
      [[{}], 'repo'],
      [[{ repo: 7 }], 'repo'],
      [[{ repo: 'here' }], 'must be an absolute path'],
      [[{ repo: '/here', colour: 'red' }], '"colour"'],
      [[{ repo: '/here', maxIterations: 0 }], 'maxIterations'],
      [[{ repo: '/here', theta: '0.6' }], 'theta'],
      [[{ repo: '/here', proposer: { brain: 'command' } }], 'needs "command"'],
      [[{ repo: '/here', lockbox: { except: 'test' } }], 'lockbox.except'],
    ];
    const outcomes = await Promise.all(inputs.map(([args]) => loop.run(...args)));

    for (const [index, outcome] of outcomes.entries()) {
      expect(outcome).toMatchObject({
        kind: 'failed',
        type: 'halt:bad-input',
        report: { outcome: 'halted', reason: 'bad-input', iterations: 0, nodes: [] },
      });
      expect(outcome.report.message).toContain(inputs[index]?.[1]);
    }
  });
});

describe('a repository on which no run can begin', () => {
  it.concurrent('is refused for what it is', async () => {
    const folder = await makeFolder();
    await writeFiles(folder, PARCEL);
    await refuses(folder, { repo: folder }, 'bad-input', 'is not a git repository');

    const bare = await makeFolder();
    await runGit(bare, 'init', '--quiet', '--bare');
    await refuses(bare, { repo: bare }, 'bad-input', 'is a bare repository');

    const empty = await makeFolder();
    await runGit(empty, 'init', '--quiet');
    await refuses(empty, { repo: empty }, 'bad-input', 'has no commits');

    await refuses(folder, { repo: join(folder, 'gone') }, 'bad-input', 'does not exist');
  });

  it.concurrent('is refused for a scope that names nothing to work on', async () => {
    const repo = await makeRepo(PARCEL);
    const scopes: [string, string, string][] = [
      ['../elsewhere', 'bad-input', 'lies outside the repository'],
      ['lib', 'bad-input', 'does not exist in the base commit'],
      ['test', 'nothing-in-scope', 'test/parcel.test.js'],
    ];
    for (const [entry, reason, message] of scopes)
      await refuses(repo, { repo, scope: [entry] }, reason, message);
  });

  it.concurrent('is refused for a damaged ledger, with its line', async () => {
    const repo = await makeRepo(PARCEL);
    await writeFile(
      join(repo, '.refactor-loop-ledger.md'),
      [
        '# Refactor loop ledger',
        '',
        '| id | smell | span | depends_on | status | note |',
        '| --- | --- | --- | --- | --- | --- |',
        '| R001 | temp | src/parcel.js:2-10 |  | perhaps |  |',
        '',
      ].join('\n'),
    );
    await refuses(repo, { repo }, 'bad-ledger', 'line 5: "perhaps" is not a node status');
  });

  it.concurrent('is refused without tests', async () => {
    const repo = await makeRepo({ ...PARCEL, 'test/parcel.test.js': null });
    await refuses(repo, { repo, scope: ['src'] }, 'no-tests', 'test');
  });

  it.concurrent('is refused while another run works on it, which the message names', async () => {
    const gate = join(await makeFolder(), 'go on');
    const { repo, input, requests } = await scripted({
      survey: [{ findings: [FINDINGS[1]] }],
      propose: [{ $until: gate, $answer: proposal('R001', GOOD.label) }],
    });
    const first = await loop.start(input);
    await waitFor(async () => (await requests('propose')).length > 0);
    const outcome = await refuses(repo, input, 'locked', `workflow "${first.workflowId}"`);
    const { run } = await first.query<{ run: string }>('status');
    expect(outcome.report.message).toContain(`refactor-loop abort ${run}`);
    await expect(
      loop.client.workflow.start(WORKFLOW_TYPE, {
        workflowId: first.workflowId,
        taskQueue: loop.queue,
        args: [input],
      }),
    ).rejects.toThrow(WorkflowExecutionAlreadyStartedError);

    await writeFile(gate, '');
    expect(await first.result()).toMatchObject({ reason: 'converged' });
    await expect(access(join(repo, '.git/refactor-loop.lock'))).rejects.toThrow('ENOENT');
  });
});

describe('a repository that is only unusual', () => {
  const script = {
    survey: [{ findings: [FINDINGS[1]] }],
    propose: [proposal('R001', GOOD.label)],
  };

  it.concurrent('works with blanks, quotes, a newline and other letters in its path', async () => {
    const name = 'it\'s a "new"\nparcel é';
    const { repo, input } = await scripted(script, await makeRepo(PARCEL, { name }));
    const { report } = await loop.run(input);

    expect(report).toMatchObject({ reason: 'converged', repo });
    expect(await runGit(repo, 'rev-parse', report.branch)).toBe(report.head);
  });

  it.concurrent('works as a linked worktree with a detached HEAD', async () => {
    const main = await makeRepo(PARCEL);
    const worktree = join(await makeFolder(), 'worktree');
    await runGit(main, 'worktree', 'add', '--quiet', '--detach', worktree);
    const before = await listing(join(worktree, 'src'));
    const { input } = await scripted(script, worktree);
    const { report } = await loop.run(input);

    expect(report).toMatchObject({ reason: 'converged', repo: worktree });
    expect(await runGit(main, 'rev-parse', report.branch)).toBe(report.head);
    expect(await runGit(worktree, 'rev-parse', 'HEAD')).toBe(report.base);
    expect(await runGit(worktree, 'branch', '--show-current')).toBe('');
    expect(await runGit(worktree, 'status', '--porcelain')).toBe('');
    expect(await listing(join(worktree, 'src'))).toEqual(before);
    expect(await readFile(join(worktree, '.refactor-loop-ledger.md'), 'utf8')).toContain(
      'outcome: done: converged',
    );
  });
});

/** Runs, and proves the refusal and that nothing in the folder has changed. */
async function refuses(
  folder: string,
  input: Record<string, unknown>,
  reason: string,
  message: string,
): Promise<Outcome> {
  const before = await listing(folder);
  const outcome = await loop.run(input);
  expect(outcome).toMatchObject({
    kind: 'failed',
    type: `halt:${reason}`,
    report: { outcome: 'halted', reason, iterations: 0, landed: [] },
  });
  expect(outcome.report.message).toContain(message);
  expect(await listing(folder)).toEqual(before);
  return outcome;
}
