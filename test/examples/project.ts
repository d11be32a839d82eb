import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The example project, as it is in this repository. */
export const SHOP = fileURLToPath(new URL('../../examples/shop/', import.meta.url));

/** All text files below a folder, by their relative path. */
export async function readProject(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

/** Writes a project into a new folder. */
export async function writeProject(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Runs `node --test` in a folder; the output tells the counts, a red suite too. */
export async function runSuite(folder: string): Promise<{ passed: number; failed: number }> {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const run = execute(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { passed: count('pass'), failed: count('fail') };
}
