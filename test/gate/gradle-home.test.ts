import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { linkDistributions } from '../../src/gate/gradle-home.js';
import { makeFolder } from '../helpers/git-repo.js';

describe('linkDistributions', () => {
  it('shows the unpacked distributions in folders where the wrapper can lock', async () => {
    const [user, suite] = [await makeFolder(), await makeFolder()];
    const hash = 'wrapper/dists/gradle-8.5-bin/5t9huq95ubn472n8rpzujfbqh';
    await mkdir(join(user, hash, 'gradle-8.5/bin'), { recursive: true });
    await writeFile(join(user, hash, 'gradle-8.5/bin/gradle'), 'program');
    for (const name of ['gradle-8.5-bin.zip.ok', 'gradle-8.5-bin.zip.lck'])
      await writeFile(join(user, hash, name), '');
    await linkDistributions(user, suite);
    expect(await readdir(join(suite, hash))).toEqual(['gradle-8.5', 'gradle-8.5-bin.zip.ok']);
    expect(await readFile(join(suite, hash, 'gradle-8.5/bin/gradle'), 'utf8')).toBe('program');
    await writeFile(join(suite, hash, 'gradle-8.5-bin.zip.lck'), 'own');
    expect(await readFile(join(user, hash, 'gradle-8.5-bin.zip.lck'), 'utf8')).toBe('');
  });

  it('does nothing for a user without Gradle', async () => {
    const suite = await makeFolder();
    await linkDistributions('/nowhere', suite);
    expect(await readdir(suite)).toEqual([]);
  });
});
