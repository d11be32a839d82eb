import { readFile } from 'node:fs/promises';

/** Parsed content of a JSON file; undefined when it is absent or damaged. */
export async function readJson(path: string): Promise<unknown> {
  const content = await readFile(path, 'utf8').catch(() => '');
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
