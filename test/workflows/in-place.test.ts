import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, runGit, writeFiles } from '../helpers/git-repo.js';
import { FINDINGS, GOOD, proposal, scripted, withLoop } from '../helpers/loop.js';
import { waitFor } from '../helpers/wait-for.js';

const loop = withLoop();

describe('a run in place', () => {
  it.concurrent(
    'moves the branch that is checked out, and its files, with each landing',
    async () => {
      const { repo, input } = await scripted({
        survey: [{ findings: FINDINGS.slice(0, 2) }],
        propose: [proposal('R001', GOOD.price), proposal('R002', GOOD.label)],
      });
      // The loop's own files may be there.
      await writeFiles(repo, { '.refactoring-backlog.md': '- tidy up\n' });
      const identity = { name: 'Ada Lovelace', email: 'ada@example.com' };
      const { report } = await loop.run({ ...input, inPlace: true, identity });

      expect(report).toMatchObject({ reason: 'converged', landed: [{}, {}] });
      expect(await runGit(repo, 'log', '-1', '--format=%an <%ae>', 'main')).toBe(
        'Ada Lovelace <ada@example.com>',
      );
      expect(await runGit(repo, 'symbolic-ref', '--short', 'HEAD')).toBe('main');
      expect(await runGit(repo, 'log', '--format=%H', `${report.base}..main`)).toBe(
        report.landed
          .map(({ commit }) => commit)
          .reverse()
          .join('\n'),
      );
      expect(await runGit(repo, 'status', '--porcelain')).toBe('?? .refactoring-backlog.md');
      expect(await readFile(join(repo, 'src/parcel.js'), 'utf8')).toContain(
        "return 'P-' + number;",
      );
    },
  );

  it.concurrent(
    'ends after the landing that finds the tree dirty, and leaves the tree alone',
    async () => {
      const gate = join(await makeFolder(), 'go on');
      const { repo, input, requests } = await scripted({
        survey: [{ findings: FINDINGS }],
        propose: [
          proposal('R001', GOOD.price),
          { $until: gate, $answer: proposal('R002', GOOD.label) },
        ],
      });
      const handle = await loop.start({ ...input, inPlace: true });
      await waitFor(async () => (await requests('propose')).length > 1);
      const mine = `${await readFile(join(repo, 'src/parcel.js'), 'utf8')}// mine\n`;
      await writeFiles(repo, { 'src/parcel.js': mine, 'todo.txt': 'tidy up\n' });
      await writeFile(gate, '');
      const report = (await handle.result()) as Record<string, unknown> & {
        landed: { commit: string }[];
      };

      expect(report).toMatchObject({
        outcome: 'halted',
        reason: 'dirty-tree',
        message: expect.stringMatching(/src\/parcel\.js, todo\.txt.*git stash push/s),
        landed: [{ node: 'R001' }, { node: 'R002' }],
        nodes: [{ status: 'resolved' }, { status: 'resolved' }, { status: 'pending' }],
      });
      const [first, second] = report.landed.map(({ commit }) => commit);
      expect(await runGit(repo, 'rev-parse', 'main')).toBe(first);
      expect(await runGit(repo, 'rev-parse', String(report['branch']))).toBe(second);
      expect(await runGit(repo, 'status', '--porcelain')).toBe(' M src/parcel.js\n?? todo.txt');
      expect(await readFile(join(repo, 'src/parcel.js'), 'utf8')).toBe(mine);
    },
  );
});
