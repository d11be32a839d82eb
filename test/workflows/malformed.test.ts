import { describe, expect, it } from '@jest/globals';
import { runGit } from '../helpers/git-repo.js';
import { listing } from '../helpers/listing.js';
import {
  FINDINGS,
  GOOD,
  finding,
  proposal,
  scripted,
  withLoop,
  type Request,
} from '../helpers/loop.js';
import { itNightlyConcurrent } from '../helpers/nightly.js';

const loop = withLoop();

const errors = (requests: Request[]) => requests.map((request) => request.previous_error);
const containing = (text: string): unknown => expect.stringContaining(text);

describe('a malformed answer', () => {
  it.concurrent(
    'is asked for once more with the error, then the node that it names is skipped',
    async () => {
      const quotes = (line: string) => ({
        justification: 'as the script says',
        verdict: 'accept',
        confidence: 0.9,
        per_criterion: [
          {
            criterion: 'behavior-preserved',
            met: true,
            severity: 'major',
            type: 'logic',
            mechanism: '',
            span: 'src/parcel.js:14-15',
            evidence: line,
          },
        ],
      });
      const { input, requests } = await scripted({
        survey: [
          {
            findings: [...FINDINGS, finding('no type', 'src/parcel.js:19-24', { depends_on: [2] })],
          },
        ],
        propose: [
          proposal('R001', GOOD.price, { named_refactoring: 'Improve Everything' }),
          { ...proposal('R001', GOOD.price), comment: 'with pleasure' },
          proposal('R099', GOOD.label),
          proposal('R002', GOOD.label),
          proposal('new', GOOD.price, {
            smell: 'temp in price',
            target_span: 'src/parcel.js:2-10',
          }),
          proposal('R003', GOOD.carried, { depends_on: ['R004'] }),
          proposal('R003', GOOD.carried, { depends_on: ['R003'] }),
          proposal('R003', GOOD.carried, { depends_on: ['R098'] }),
        ],
        critique: [quotes('const invented = 1;'), { verdict: 'accept' }],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'done', reason: 'nothing-landed' });
      expect(report.nodes).toMatchObject([
        { id: 'R001', status: 'skipped', note: containing('"comment"') },
        { id: 'R002', status: 'skipped', note: containing('the verdict was malformed twice') },
        { id: 'R003', status: 'skipped', note: containing('R004 would make a cycle with R003') },
        { id: 'R004', status: 'invalid' },
      ]);
      expect(report.attempts.every(({ outcome }) => outcome === 'malformed')).toBe(true);
      expect(errors(await requests('propose'))).toEqual([
        undefined,
        containing('"Improve Everything" is not in the catalogue'),
        undefined,
        containing('"R099" is not in the ledger'),
        undefined,
        containing('the finding equals R001, which is skipped'),
      ]);
      expect(errors(await requests('critique'))).toEqual([
        undefined,
        containing('the quoted line "const invented = 1;" does not exist'),
      ]);
    },
  );

  it.concurrent(
    'that names no node ends the run as brain-failed when it is the third in a row',
    async () => {
      const { input, requests } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [
          { $raw: 'Sure, here is a refactoring!' },
          { kind: 'finding-gone', node_id: 'R001', note: 'this one counts anew' },
          { $raw: '' },
          { kind: 'proposal', manifest: { node_id: 'R099' } },
          { $raw: '[]' },
        ],
      });
      const { report } = await loop.run(input);

      expect(report).toMatchObject({ outcome: 'halted', reason: 'brain-failed', iterations: 3 });
      expect(report.message).toMatch(/^3 malformed answers in a row, last: /);
      expect(report.nodes).toMatchObject([
        { status: 'resolved-incidental' },
        { status: 'pending' },
        { status: 'pending' },
      ]);
      expect(await requests('propose')).toHaveLength(5);
    },
  );

  it.concurrent('to the survey, twice, lets no run begin', async () => {
    const { repo, input, requests } = await scripted({
      survey: [{ findings: [{ smell: 'all of it' }] }, { findings: 'none' }],
    });
    const before = await listing(repo);
    const outcome = await loop.run(input);

    expect(outcome).toMatchObject({ kind: 'failed', type: 'halt:brain-failed' });
    expect(outcome.report.message).toContain('findings');
    expect(errors(await requests('survey'))).toEqual([undefined, containing('findings.0.span')]);
    expect(await listing(repo)).toEqual(before);
  });
});

describe('a brain at fault', () => {
  it.concurrent('is asked again, and what it wrote into the workspace is put back', async () => {
    const written = { 'src/parcel.js': 'export {};\n', 'notes/plan.txt': 'I only wanted to help' };
    const { repo, input, requests, dirt } = await scripted({
      survey: [{ $exit: 3 }, { findings: [FINDINGS[1]] }],
      propose: [
        { $write: written, $answer: proposal('R001', GOOD.label) },
        { $exit: 1 },
        proposal('R001', GOOD.label),
      ],
      critique: [{ $write: written, $answer: 'accept' }],
    });
    const handle = await loop.start(input);
    const report = (await handle.result()) as { reason: string; branch: string; base: string };

    expect(report.reason).toBe('converged');
    const roles = (await requests()).map(({ role }) => role);
    expect(roles).toEqual([
      ...['survey', 'survey'],
      ...['propose', 'propose', 'propose'],
      ...['critique', 'critique'],
    ]);
    expect(await dirt()).toBe('');
    expect(await runGit(repo, 'diff', '--name-only', report.base, report.branch)).toBe(
      'src/parcel.js',
    );
    const { events } = await handle.query<{ events: { text: string }[] }>('status');
    const faults = events.map(({ text }) => text).filter((text) => text.startsWith('brain fault'));
    expect(faults).toEqual([
      containing('ended with exit code 3'),
      containing('brain-wrote-files: the propose call changed the workspace'),
      containing('ended with exit code 1'),
      containing('brain-wrote-files: the critique call changed the workspace'),
    ]);
    expect(faults[1]).toContain('notes/plan.txt');
  });

  itNightlyConcurrent(
    'three times in a row ends the run as brain-failed with nothing landed',
    async () => {
      const { repo, input } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [{ $exit: 1 }, { $exit: 2 }, { $exit: 3 }],
      });
      const { kind, report } = await loop.run(input);

      expect(kind).toBe('completed');
      expect(report).toMatchObject({ outcome: 'halted', reason: 'brain-failed', landed: [] });
      expect(report.message).toContain('ended with exit code 3');
      expect(report.nodes).toMatchObject([{ status: 'pending' }]);
      expect(await runGit(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    },
  );

  itNightlyConcurrent(
    'by giving no answer in its time is stopped, and counts the same',
    async () => {
      const { input } = await scripted({
        survey: [{ findings: [FINDINGS[1]] }],
        propose: [proposal('R001', GOOD.label)],
      });
      const never = await scripted({ critique: [{ $until: '/no/such/file' }] }, input.repo);
      const critic = { ...never.input.critic, timeoutSeconds: 2 };
      const { report } = await loop.run({ ...input, critic });

      expect(report).toMatchObject({ outcome: 'halted', reason: 'brain-failed', iterations: 1 });
      expect(report.message).toContain('gave no answer within 2 s');
      expect((await never.requests()).length).toBeGreaterThanOrEqual(1);
    },
  );
});
