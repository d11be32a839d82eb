import { describe, expect, it } from '@jest/globals';
import { SHOP, readProject, runSuite } from './project.js';

describe('the example shop', () => {
  it('has a green suite of at least forty tests', async () => {
    const { passed, failed } = await runSuite(SHOP);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThanOrEqual(40);
  });

  it('runs on node alone, without a build and without dependencies', async () => {
    const files = await readProject(SHOP);
    const manifest: unknown = JSON.parse(files['package.json'] ?? '');
    expect(manifest).toMatchObject({ type: 'module', scripts: { test: 'node --test' } });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('devDependencies');
  });
});
