import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { git } from '../../src/adapters/git.js';
import type { Change } from '../../src/change/change.js';
import { applyChange, prepareChange, revertChange } from '../../src/change/engine.js';
import { readCases, setUp, type Case } from './case-file.js';
import { NO_RULES, Sandbox, snapshot } from './repository.js';

const CASES =
  process.env['PATCH_CASES'] ?? fileURLToPath(new URL('cases/cases.jsonl', import.meta.url));

/** Forms and faults that no parser reads yet: they must be sent back, with nothing written. */
const LATER = new Set([
  '07-count-long-corrupt',
  '08-recount-swallows-next-file',
  '36-code-fence-and-prose-around',
]);

let sandbox: Sandbox;
const environment = { ...process.env };
const folder = process.cwd();

beforeEach(async () => {
  sandbox = await Sandbox.create();
});

afterEach(async () => {
  process.chdir(folder);
  process.env = { ...environment };
  await sandbox.remove();
});

async function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'latin1').catch(() => null);
}

function expected({ after = {}, afterBase64 = {} }: Case['expect']): Record<string, string | null> {
  const texts = Object.entries(after).map(([path, text]) => [
    path,
    text === null ? null : Buffer.from(text).toString('latin1'),
  ]);
  const bytes = Object.entries(afterBase64).map(([path, data]) => [
    path,
    Buffer.from(data, 'base64').toString('latin1'),
  ]);
  return Object.fromEntries([...texts, ...bytes]) as Record<string, string | null>;
}

/** Lines of a snapshot that are not about these paths or the folders above them. */
function others(lines: string[], paths: string[]): string[] {
  return lines.filter(
    (line) => !paths.some((path) => line.startsWith(`${path} `) || `${path}/`.startsWith(line)),
  );
}

async function checkApplied(
  one: Case,
  workspace: string,
  change: Change,
  state: string,
): Promise<void> {
  const before = await snapshot(workspace, ['.git']);
  const base = (await git(workspace, ['rev-parse', 'HEAD^{tree}'])).trim();
  for (let time = 0; time < (one.expect.applyTwice ? 2 : 1); time += 1) {
    const applied = await applyChange({ workspace, change, baseTree: base, stateDir: state });
    expect(applied.kind).toBe('applied');
  }
  const after = expected(one.expect);
  for (const [path, text] of Object.entries(after))
    expect([path, await contentOf(join(workspace, path))]).toEqual([path, text]);
  for (const [path, mode] of Object.entries(one.expect.afterMode ?? {}))
    expect(((await stat(join(workspace, path))).mode & 0o777).toString(8)).toBe(mode);
  const paths = Object.keys(after);
  expect(change.files.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect(others(await snapshot(workspace, ['.git']), paths)).toEqual(others(before, paths));

  const mine = Object.entries(one.setup?.write_before_revert ?? {});
  for (const [path, text] of mine) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const request = { workspace, changeId: change.id, stateDir: state };
  expect(await revertChange(request)).toEqual({ kind: 'reverted', tree: base });
  for (const [path, text] of Object.entries(one.expect.afterRevert ?? {}))
    expect([path, await contentOf(join(workspace, path))]).toEqual([path, text]);
  if (mine.length === 0) expect(await snapshot(workspace, ['.git'])).toEqual(before);
}

describe('the shared cases of diffs as models write them', () => {
  it.each(readCases(CASES).map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const workspace = await setUp(sandbox, one);
    const { top } = sandbox;
    for (const [key, value] of Object.entries(one.setup?.env ?? {}))
      process.env[key] = value.replace('{top}', top);
    if (one.setup?.cwd) process.chdir(join(workspace, one.setup.cwd));
    await chmod(top, 0o755);
    const before = await snapshot(top);
    const raw = { diff: Buffer.from(one.patchBase64, 'base64').toString() };
    const stateDir = join(top, 'state');
    const result = await prepareChange({ workspace, raw, rules: NO_RULES, stateDir });
    expect(others(await snapshot(top), ['state'])).toEqual(before);

    const outcome = result.kind === 'ok' ? 'applied' : result.kind;
    if (LATER.has(name)) {
      expect(outcome).toBe('needs-repair');
      return;
    }
    const said = result.kind === 'ok' ? '' : `${result.reason}: ${result.message}`;
    const good = [one.expect.outcome, ...(one.expect.acceptable ?? [])];
    expect([outcome, good.includes(outcome), said]).toEqual([outcome, true, said]);
    if (result.kind !== 'ok' && one.expect.reason && outcome === one.expect.outcome)
      expect(result.reason).toBe(one.expect.reason);
    if (result.kind === 'ok') await checkApplied(one, workspace, result.change, stateDir);
  });
});
