/** The repository that the measurement works on, and the brain's script for it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../dist/adapters/git.js';

/** @typedef {{ path: string, old: string, new: string }} Edit */

/** The one good change of a module. @param {number} index @returns {Edit} */
export function editOf(index) {
  return {
    path: `src/part-${index}.js`,
    old: `  const text = 'part ${index} ' + value;\n  return text;\n`,
    new: `  return 'part ${index} ' + value;\n`,
  };
}

/**
 * A module for each landing, and a test for each module.
 *
 * @param {string} repo
 * @param {number} count
 */
export async function generateRepository(repo, count) {
  await mkdir(join(repo, 'src'), { recursive: true });
  await mkdir(join(repo, 'test'));
  const manifest = {
    name: 'parts',
    type: 'module',
    private: true,
    scripts: { test: 'node --test' },
  };
  await writeFile(join(repo, 'package.json'), JSON.stringify(manifest));
  for (let index = 0; index < count; index += 1) {
    const { path, old } = editOf(index);
    await writeFile(join(repo, path), `export function part${index}(value) {\n${old}}\n`);
  }
  const numbers = Array.from({ length: count }, (_, index) => index);
  const test = [
    "import assert from 'node:assert/strict';",
    "import test from 'node:test';",
    ...numbers.map((n) => `import { part${n} } from '../src/part-${n}.js';`),
    ...numbers.map((n) => `test('part ${n}', () => assert.equal(part${n}(1), 'part ${n} 1'));`),
  ];
  await writeFile(join(repo, 'test/parts.test.js'), `${test.join('\n')}\n`);
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Bench'],
      [`GIT_${who}_EMAIL`, 'bench@example.com'],
    ]),
  );
  await git(repo, ['init', '--quiet', '--initial-branch=main']);
  await git(repo, ['add', '--all']);
  await git(repo, ['commit', '--quiet', '-m', 'first'], { env });
  return repo;
}

/** Answers for `scripted.mjs`: a finding for each module, and its proposal. @param {number} count */
export function scriptFor(count) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const findings = indexes.map((index) => ({
    smell: `needless variable in part ${index}`,
    span: `${editOf(index).path}:2-3`,
    severity: 'major',
    confidence: 0.9,
    route: 'loop',
  }));
  const manifests = indexes.map((index) => ({
    node_id: `R${String(index + 1).padStart(3, '0')}`,
    named_refactoring: 'Inline Variable',
    target_span: `${editOf(index).path}:2-3`,
    stated_intent: `Inline the variable of part ${index}`,
    public_api_touched: false,
    edits: [editOf(index)],
  }));
  return {
    survey: [{ findings }],
    propose: manifests.map((manifest) => ({ kind: 'proposal', manifest })),
  };
}
