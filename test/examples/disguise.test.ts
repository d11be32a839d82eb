import { beforeAll, describe, expect, it } from '@jest/globals';
import { disguise, topLevelNames } from '../helpers/disguise.js';
import { makeFolder } from '../helpers/git-repo.js';
import { SHOP, readProject, runSuite, writeProject } from './project.js';

describe('the example in disguise', () => {
  let original: Record<string, string>;
  let disguised: Record<string, string>;

  beforeAll(async () => {
    original = await readProject(SHOP);
    disguised = disguise(original);
  });

  it('passes the same tests', async () => {
    const folder = await makeFolder();
    await writeProject(folder, disguised);
    const before = await runSuite(SHOP);
    expect(await runSuite(folder)).toEqual(before);
    expect(before.failed).toBe(0);
  });

  it('shares no top-level name with the original and has as many', () => {
    const names = topLevelNames(original);
    const others = topLevelNames(disguised);
    expect(others.filter((name) => names.includes(name))).toEqual([]);
    expect(others).toHaveLength(names.length);
  });

  it('has functions in other modules', () => {
    const checkout = 'Turns a cart into a paid order.';
    expect(original['src/checkout.js']).toContain(checkout);
    expect(disguised['src/checkout.js']).not.toContain(checkout);
    expect(disguised['src/money.js']).toContain(checkout);
  });

  it('is indented with tabs or four spaces and never with two', () => {
    const lines = Object.entries(disguised)
      .filter(([path]) => path.endsWith('.js'))
      .flatMap(([, text]) => text.split('\n'));
    expect(lines.filter((line) => /^ {2}(?: {4})*\S/.test(line))).toEqual([]);
    expect(lines.some((line) => line.startsWith('\t'))).toBe(true);
    expect(lines.some((line) => line.startsWith('    '))).toBe(true);
  });
});
