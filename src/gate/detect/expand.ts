import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { Word } from './shell-words.js';

async function step(root: string, found: string[], segment: string): Promise<string[]> {
  // A shell without globstar reads ** as *.
  const matches = picomatch(segment.replaceAll('**', '*'), { nobrace: true, noextglob: true });
  const next = await Promise.all(
    found.map(async (folder) => {
      const names = await readdir(join(root, folder)).catch((): string[] => []);
      return names
        .filter((name) => matches(name))
        .sort()
        .map((name) => (folder === '' ? name : `${folder}/${name}`));
    }),
  );
  return next.flat();
}

/** Words as `sh` passes them: a glob becomes the paths it matches, or stays when it matches none. */
export async function expandWords(words: readonly Word[], root: string): Promise<string[]> {
  const expanded = await Promise.all(
    words.map(async ({ text, glob }) => {
      if (!glob || text.startsWith('/') || /^-/.test(text)) return [text];
      const segments = text.replace(/^\.\//, '').split('/').filter(Boolean);
      let found = [''];
      for (const segment of segments) found = await step(root, found, segment);
      return found.length > 0 ? found : [text];
    }),
  );
  return expanded.flat();
}
