import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change } from '../../src/change/change.js';
import { withNewTexts } from '../../src/change/engine.js';
import { Sandbox } from './repository.js';

let sandbox: Sandbox;
let change: Change;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  await sandbox.commit({ 'src/a.js': 'a();\n', 'src/gone.js': 'x();\n' });
  const edits = [
    { path: 'src/a.js', old: 'a();', new: 'b( );' },
    { path: 'src/new.js', create: 'c( )\n' },
    { path: 'src/gone.js', delete: true as const },
  ];
  change = await sandbox.change({ edits });
});
afterEach(() => sandbox.remove());

const withTexts = (texts: Record<string, string>) =>
  withNewTexts({
    workspace: sandbox.repo,
    change,
    texts: new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)])),
    stateDir: sandbox.state,
  });

describe('withNewTexts', () => {
  it('is the change that a proposal with these texts would have made', async () => {
    const result = await withTexts({ 'src/a.js': 'b();\n', 'src/new.js': 'c();\n' });
    const same = await sandbox.change({
      edits: [
        { path: 'src/a.js', old: 'a();', new: 'b();' },
        { path: 'src/new.js', create: 'c();\n' },
        { path: 'src/gone.js', delete: true as const },
      ],
    });
    expect(result).toEqual({ kind: 'ok', change: same });
    expect(same.id).not.toBe(change.id);
    expect(await sandbox.text('src/a.js')).toBe('a();\n');
  });

  it('keeps the id of a change whose texts stay', async () => {
    expect(await withTexts({})).toEqual({ kind: 'ok', change });
  });

  it('leaves out a file that has its old text again', async () => {
    const result = await withTexts({ 'src/a.js': 'a();\n' });
    const paths = result.kind === 'ok' ? result.change.files.map(({ path }) => path) : [];
    expect(paths).toEqual(['src/gone.js', 'src/new.js']);
  });

  it.each([
    ['suppression', '// eslint-disable-next-line\nb();\n'],
    ['file-emptied', ''],
    ['binary', 'b();\0\n'],
    ['too-large', `${'b();\n'.repeat(20_000)}`],
  ])('refuses with %s what a proposal is refused for', async (reason, text) => {
    expect(await withTexts({ 'src/a.js': text })).toMatchObject({ reason });
  });

  it('refuses a change of which nothing but its form is left', async () => {
    change = await sandbox.change({ edits: [{ path: 'src/a.js', old: 'a();', new: 'b();' }] });
    expect(await withTexts({ 'src/a.js': 'a();\n' })).toMatchObject({ reason: 'no-change' });
    expect(await withTexts({ 'src/a.js': 'a( );\n' })).toMatchObject({ reason: 'whitespace-only' });
  });
});
