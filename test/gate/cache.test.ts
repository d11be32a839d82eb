import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GateCache } from '../../src/gate/cache.js';
import { makeFolder } from '../helpers/git-repo.js';

const HOUR_MS = 60 * 60_000;

describe('GateCache', () => {
  it('gives what was kept, in another process too, and how old it is', async () => {
    const folder = join(await makeFolder(), 'cache');
    await new GateCache(folder, () => 1_000).write('key', { passed: ['a'] });
    const later = new GateCache(folder, () => 61_000);
    expect(await later.read('key')).toEqual({ value: { passed: ['a'] }, ageMs: 60_000 });
    expect(await later.read('other')).toBeNull();
  });

  it('forgets after a day, and never trusts a time to come', async () => {
    const folder = await makeFolder();
    await new GateCache(folder, () => 25 * HOUR_MS).write('key', 1);
    expect(await new GateCache(folder, () => 49 * HOUR_MS).read('key')).not.toBeNull();
    expect(await new GateCache(folder, () => 49 * HOUR_MS + 1).read('key')).toBeNull();
    expect(await new GateCache(folder, () => 24 * HOUR_MS).read('key')).toBeNull();
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -1)],
    ['altered', (text: string) => text.replace('green', 'great')],
    ['emptied', () => ''],
  ])('takes an entry that was %s for none', async (_, damage) => {
    const folder = await makeFolder();
    const cache = new GateCache(folder);
    await cache.write('key', 'green');
    const path = join(folder, 'key.json');
    await writeFile(path, damage(await readFile(path, 'utf8')));
    expect(await cache.read('key')).toBeNull();
    await cache.write('key', 'green');
    expect(await cache.read('key')).toMatchObject({ value: 'green' });
  });

  it('keeps the newest fifty and nothing that is older than a day', async () => {
    const folder = await makeFolder();
    const cache = new GateCache(folder);
    for (let number = 0; number < 51; number += 1) {
      const path = join(folder, `old${number}.json`);
      await writeFile(path, '');
      const seconds = Date.now() / 1_000 - 60 - number;
      await utimes(path, seconds, seconds);
    }
    const ancient = join(folder, 'key.json.17.abc.tmp');
    await writeFile(ancient, '');
    await utimes(ancient, 1, 1);
    await cache.write('new', 1);
    const left = await readdir(folder);
    expect(left).toHaveLength(50);
    expect(left).toContain('new.json');
    expect(left).toContain('old48.json');
    expect(left).not.toContain('old49.json');
  });
});
