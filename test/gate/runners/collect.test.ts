import { mkdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { collectReports, removeReports } from '../../../src/gate/runners/collect.js';
import type { ReportSource } from '../../../src/gate/runners/runner.js';
import { commitFiles, makeFolder, makeRepo, writeFiles } from '../../helpers/git-repo.js';

const XML = '<testsuite/>';
const source: ReportSource = { kind: 'glob', pattern: '**/target/*-reports/TEST-*.xml' };

describe('reports of a glob', () => {
  let files: string;
  const folder = () => ({ files, seen: '/seen' });
  const output = { logPath: '/nowhere' };

  beforeEach(async () => {
    files = await makeRepo({ '.gitignore': 'target/\n', 'a.txt': '' });
  });

  it('are those that the run wrote, and none of an earlier one', async () => {
    const stale = 'core/target/surefire-reports/TEST-Old.xml';
    await writeFiles(files, { [stale]: XML, 'core/target/surefire-reports/x.txt': '' });
    const old = await removeReports(source, files);
    expect(await collectReports(source, folder(), output, old)).toEqual({ kind: 'none' });
    await writeFiles(files, { 'target/x-reports/TEST-New.xml': XML, 'TEST-Other.xml': XML });
    expect(await collectReports(source, folder(), output, old)).toEqual({
      kind: 'ok',
      reports: [{ path: '/seen/target/x-reports/TEST-New.xml', text: XML }],
    });
  });

  it('are none that were copied from elsewhere with an older time', async () => {
    const old = await removeReports(source, files);
    await writeFiles(files, { 'target/x-reports/TEST-A.xml': XML });
    await utimes(join(files, 'target/x-reports/TEST-A.xml'), 1, 1);
    expect(await collectReports(source, folder(), output, old)).toEqual({ kind: 'none' });
  });

  it('leave a tracked file in place, which counts once the run has changed it', async () => {
    const data = 'test/target/some-reports/TEST-Data.xml';
    await writeFiles(files, { '.gitignore': '' });
    await commitFiles(files, { [data]: XML });
    const old = await removeReports(source, files);
    expect(await readFile(join(files, data), 'utf8')).toBe(XML);
    expect(await collectReports(source, folder(), output, old)).toEqual({ kind: 'none' });
    await writeFile(join(files, data), '<testsuites/>');
    expect(await collectReports(source, folder(), output, old)).toMatchObject({
      kind: 'ok',
      reports: [{ text: '<testsuites/>' }],
    });
  });

  it.each(['../outside/TEST-a.xml', '/tmp/TEST-a.xml', 'link/TEST-a.xml', '../**/*.xml'])(
    'are never removed or read outside the folder: %s',
    async (pattern) => {
      const root = await makeFolder();
      const suite = join(root, 'suite');
      await mkdir(suite);
      await writeFiles(root, { 'outside/TEST-a.xml': XML });
      await symlink('../outside', join(suite, 'link'));
      const glob: ReportSource = { kind: 'glob', pattern };
      const old = await removeReports(glob, suite);
      await writeFiles(root, { 'outside/TEST-b.xml': XML });
      await utimes(join(root, 'outside/TEST-a.xml'), new Date(), new Date());
      const place = { files: suite, seen: suite };
      expect(await collectReports(glob, place, output, old)).toEqual({ kind: 'none' });
    },
  );

  it('may be one plain path', async () => {
    const plain: ReportSource = { kind: 'glob', pattern: './out/junit.xml' };
    await writeFiles(files, { 'out/junit.xml': 'stale' });
    const old = await removeReports(plain, files);
    expect(await collectReports(plain, folder(), output, old)).toEqual({ kind: 'none' });
    await writeFiles(files, { 'out/junit.xml': XML });
    expect(await collectReports(plain, folder(), output, old)).toEqual({
      kind: 'ok',
      reports: [{ path: '/seen/out/junit.xml', text: XML }],
    });
  });

  it('are not read when they are too large together', async () => {
    const old = await removeReports(source, files);
    for (const name of ['A', 'B']) {
      const path = join(files, `target/x-reports/TEST-${name}.xml`);
      await writeFiles(files, { [`target/x-reports/TEST-${name}.xml`]: XML });
      await truncate(path, 40 * 1024 * 1024);
    }
    expect(await collectReports(source, folder(), output, old)).toMatchObject({
      kind: 'too-large',
    });
  });
});

describe('a report in one file', () => {
  it('is none when the file is missing, older than the run, or a link', async () => {
    const root = await makeFolder();
    const path = join(root, 'report');
    const file: ReportSource = { kind: 'file', path };
    const collect = async () => {
      const old = await removeReports(file, root);
      return collectReports(file, { files: root, seen: root }, { logPath: '' }, old);
    };
    expect(await collect()).toEqual({ kind: 'none' });
    await writeFile(path, 'x');
    expect(await collect()).toEqual({ kind: 'ok', reports: [{ path, text: 'x' }] });
    await utimes(path, 1, 1);
    expect(await collect()).toEqual({ kind: 'none' });
    await rm(path);
    await writeFile(join(root, 'other'), 'x');
    await symlink('other', path);
    expect(await collect()).toEqual({ kind: 'none' });
  });
});

describe('a report on standard output', () => {
  it('is read from its own file, one of both streams from the log', async () => {
    const root = await makeFolder();
    await writeFiles(root, { out: 'stdout', log: 'both' });
    const paths = { stdoutPath: join(root, 'out'), logPath: join(root, 'log') };
    const place = { files: root, seen: root };
    for (const [kind, text] of [
      ['stdout', 'stdout'],
      ['log', 'both'],
    ] as const) {
      const old = await removeReports({ kind }, root);
      expect(await collectReports({ kind }, place, paths, old)).toMatchObject({
        reports: [{ text }],
      });
    }
  });
});
