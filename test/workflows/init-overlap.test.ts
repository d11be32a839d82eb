import type { WorkflowHandle } from '@temporalio/client';
import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, makeRepo, writeFiles, type Files } from '../helpers/git-repo.js';
import {
  FINDINGS,
  GOOD,
  outcomeOf,
  PARCEL,
  proposal,
  scripted,
  withLoop,
} from '../helpers/loop.js';
import { waitFor } from '../helpers/wait-for.js';

const loop = withLoop();
const NEVER = [{ $until: '/no/such/file' }];

/** What became of the activities so far, in order: `survey+` begun or put in the queue, `survey-` done. */
async function historyOf(handle: WorkflowHandle): Promise<string[]> {
  const { events = [] } = await handle.fetchHistory();
  const names = new Map<string, string>();
  return (events ?? []).flatMap((event) => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    const name = scheduled?.activityType?.name ?? '';
    if (scheduled) names.set(String(event.eventId), name);
    const ended =
      event.activityTaskCompletedEventAttributes ?? event.activityTaskCanceledEventAttributes;
    if (scheduled) return [`${name}+`];
    return ended ? [`${names.get(String(ended.scheduledEventId))}-`] : [];
  });
}

/** A repository in which packages are installed: what a suite writes among them stays. */
async function withPackages(files: Files): Promise<string> {
  const repo = await makeRepo({ ...files, '.gitignore': 'node_modules/\n' });
  await writeFiles(repo, { 'node_modules/some/package.json': '{"name":"some"}' });
  return repo;
}

describe('the second run of the baseline and the negative control', () => {
  it.concurrent(
    'go on beside the survey, end before a proposal, and are kept for the next run',
    async () => {
      const go = join(await makeFolder(), 'go');
      const { repo, input } = await scripted({
        survey: [{ $until: go, $answer: { findings: [FINDINGS[1]] } }],
        propose: [proposal('R001', GOOD.label)],
      });
      const handle = await loop.start(input);
      await waitFor(async () => (await historyOf(handle)).includes('controlGate-'));
      const before = await historyOf(handle);
      expect(before.slice(before.indexOf('measureBaseline-'))).toEqual([
        'measureBaseline-',
        'survey+',
        'confirmBaseline+',
        'confirmBaseline-',
        'controlGate+',
        'controlGate-',
      ]);
      await writeFile(go, '');
      const { report } = await outcomeOf(handle);
      expect(report).toMatchObject({ reason: 'converged', landed: [{ node: 'R001' }] });

      const next = await scripted({ survey: [{ findings: [] }] }, repo);
      const second = await loop.start(next.input);
      const { report: again } = await outcomeOf(second);
      expect(await historyOf(second)).not.toContain('confirmBaseline+');
      expect(again.gate?.notes).toContainEqual(expect.stringMatching(/^baseline measured .* ago/));
      expect({ ...again.gate, notes: [] }).toEqual({ ...report.gate, notes: [] });
    },
  );

  it.concurrent(
    'halt the run when they disagree with the first, though the survey still thinks',
    async () => {
      const { input, requests } = await scripted(
        { survey: NEVER },
        await withPackages({
          ...PARCEL,
          // The copy of the workspace has what the first run left among the packages.
          'test/once.test.js': `import { existsSync, mkdirSync } from 'node:fs';
import test from 'node:test';

const ran = existsSync('node_modules/.ran');
test('passes once', () => {
  mkdirSync('node_modules/.ran', { recursive: true });
  if (ran) throw new Error('again');
});
`,
        }),
      );
      const handle = await loop.start(input);
      const outcome = await outcomeOf(handle);
      expect(outcome).toMatchObject({ kind: 'failed', type: 'halt:baseline-flaky' });
      expect(outcome.report.message).toContain("--allow-flaky 'test/once.test.js › passes once'");
      expect(outcome.report).toMatchObject({ iterations: 0, landed: [] });
      expect(await requests('propose')).toEqual([]);
      expect(await historyOf(handle)).toContain('survey-');
    },
  );

  it.concurrent('halt the run when the gate cannot fail', async () => {
    const { input, requests } = await scripted(
      { survey: NEVER },
      await makeRepo({
        ...PARCEL,
        'test/parcel.test.js': "import test from 'node:test';\n\ntest('nothing', () => {});\n",
      }),
    );
    const outcome = await loop.run(input);
    expect(outcome).toMatchObject({ kind: 'failed', type: 'halt:gate-cannot-fail' });
    expect(await requests('propose')).toEqual([]);
  });

  it.concurrent('are stopped when the survey ends the run, and by an abort', async () => {
    const slow = {
      ...PARCEL,
      'test/slow.test.js': `import { existsSync } from 'node:fs';
import test from 'node:test';

const isCopy = existsSync('node_modules/.ran');
test('takes its time in the copy', async () => {
  (await import('node:fs')).mkdirSync('node_modules/.ran', { recursive: true });
  await new Promise((end) => setTimeout(end, isCopy ? 100_000 : 0));
});
`,
    };
    const failing = await scripted(
      { survey: [{ $exit: 3 }, { $exit: 3 }, { $exit: 3 }] },
      await withPackages(slow),
    );
    const first = await loop.start(failing.input);
    expect(await outcomeOf(first)).toMatchObject({ kind: 'failed', type: 'halt:brain-failed' });
    expect((await historyOf(first)).slice(-3)).toEqual([
      'confirmBaseline-',
      'finishRun+',
      'finishRun-',
    ]);

    const { input } = await scripted({ survey: NEVER }, await withPackages(slow));
    const second = await loop.start(input);
    await waitFor(async () => (await historyOf(second)).includes('confirmBaseline+'));
    await second.signal('abort', { requestId: 'a1' });
    expect(await outcomeOf(second)).toMatchObject({
      kind: 'completed',
      report: { reason: 'aborted' },
    });
    const ended = await historyOf(second);
    expect(ended).toEqual(expect.arrayContaining(['confirmBaseline-', 'survey-']));
    expect(ended.at(-1)).toBe('finishRun-');
  });
});
