import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change, RawChange } from '../../src/change/change.js';
import { applyChange, prepareChange, revertChange } from '../../src/change/engine.js';
import { workspaceTree } from '../../src/change/tree.js';
import { readCases, setUp, type Case } from './case-file.js';
import { NO_RULES, Sandbox, snapshot } from './repository.js';

const COPY = fileURLToPath(new URL('cases/cases.jsonl', import.meta.url));
const CASES = process.env['PATCH_CASES'] ?? COPY;

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
  const base = await workspaceTree(workspace);
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
  const edited = await snapshot(workspace, ['.git']);
  const reverting = { workspace, changeId: change.id, stateDir: state, lockWaitMs: 100 };
  const reverted = await revertChange(reverting);
  if (mine.some(([path]) => paths.includes(path))) {
    expect(reverted.kind).toBe('needs-attention');
    expect(await snapshot(workspace, ['.git'])).toEqual(edited);
  } else if (one.setup?.index_lock) {
    // The files are back, which the case wants; the index of another git's making is not ours to write.
    expect(reverted).toMatchObject({ message: expect.stringContaining('index.lock') });
  } else expect(reverted).toEqual({ kind: 'reverted', tree: base });
  if (mine.length === 0) expect(await snapshot(workspace, ['.git'])).toEqual(before);

  const fine = [one.expect.afterRevert ?? {}, ...(one.expect.afterRevertAcceptable ?? [])];
  const left = await Promise.all(
    fine.map(async (texts) => {
      const found = Object.keys(texts).map(async (path) => [
        path,
        await contentOf(join(workspace, path)),
      ]);
      return Object.fromEntries(await Promise.all(found)) as Record<string, string | null>;
    }),
  );
  expect(fine.filter((texts, index) => isDeepStrictEqual(texts, left[index]))).not.toEqual([]);
}

function rawOf({ patchBase64, setup = {} }: Case): RawChange {
  const finishReason = setup.response?.finish_reason;
  const files = setup.manifest?.files?.map((file) => (typeof file === 'string' ? file : file.path));
  return {
    diff: Buffer.from(patchBase64, 'base64').toString(),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(files === undefined ? {} : { files }),
  };
}

describe('the shared cases of diffs as models write them', () => {
  it.each(readCases(CASES).map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const workspace = await setUp(sandbox, one);
    const { top } = sandbox;
    for (const [key, value] of Object.entries(one.setup?.env ?? {}))
      process.env[key] = value.replace('{top}', top);
    if (one.setup?.cwd) process.chdir(join(workspace, one.setup.cwd));
    await chmod(top, 0o755);
    const before = await snapshot(top);
    const stateDir = join(top, 'state');
    const request = { workspace, raw: rawOf(one), rules: NO_RULES, stateDir };
    const result = await prepareChange(request);
    expect(others(await snapshot(top), ['state'])).toEqual(before);

    const outcome = result.kind === 'ok' ? 'applied' : result.kind;
    const said = result.kind === 'ok' ? '' : `${result.reason}: ${result.message}`;
    const good = [one.expect.outcome, ...(one.expect.acceptable ?? [])];
    expect([outcome, good.includes(outcome), said]).toEqual([outcome, true, said]);
    // Reasons are suggestions; our copy of the cases holds the codes that we give.
    if (CASES === COPY && result.kind !== 'ok' && one.expect.reason && good[0] === outcome)
      expect(result.reason).toBe(one.expect.reason);
    if (result.kind === 'ok') await checkApplied(one, workspace, result.change, stateDir);
  });
});
