import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { detectAll } from '../../src/brains/rules/detect.js';
import { createProject } from '../../src/brains/rules/project.js';
import { applyEdits } from '../../src/brains/rules/syntax/text.js';
import { disguise } from '../helpers/disguise.js';
import { makeFolder } from '../helpers/git-repo.js';
import { SHOP, readProject, runSuite, writeProject } from './project.js';

// Every rewrite asks the type checker anew: seconds on a free machine, a minute on a busy one.
jest.setTimeout(240_000);

/** More rewrites than there are: an offer and its inverse would go on for ever. */
const LIMIT = 40;
const PLANTED = [
  'boolean-return',
  'comment-extract',
  'comment-extract',
  'common-tail',
  'consolidate',
  'consolidate',
  'consolidate',
  'dead-local',
  'dead-local',
  'else-after-jump',
  'guard-invert',
  'guard-loop',
  'guard-tail',
  'loop-pipeline',
  'loop-pipeline',
  'use-helper',
  'use-helper',
];

type Project = Record<string, string>;

function modulesOf(files: Project): string[] {
  return Object.keys(files).filter((path) => path.startsWith('src/'));
}

/** Does every rewrite that is more than a nit, file by file, the strongest first, until none is left. */
function rewriteAll(files: Project): { files: Project; rules: string[] } {
  const texts = new Map(Object.entries(files));
  const scope = modulesOf(files);
  const project = createProject('/shop', scope, texts);
  const rules: string[] = [];
  for (const path of scope) {
    while (rules.length < LIMIT) {
      const context = project.context(path);
      const { candidates } = detectAll(context ? [context] : []);
      const next = candidates.find(({ severity }) => severity > 1);
      if (!next) break;
      rules.push(next.rule);
      texts.set(path, applyEdits(texts.get(path) ?? '', next.edits));
      project.update(scope, texts);
    }
  }
  return { files: Object.fromEntries(texts), rules: rules.sort() };
}

function leftAlone(files: Project): string[] {
  const project = createProject('/shop', modulesOf(files), new Map(Object.entries(files)));
  const { skipped } = detectAll(project.contexts());
  return skipped.map(({ rule }) => rule).sort();
}

describe('the rules on the example', () => {
  let original: Project;
  let disguised: Project;

  beforeAll(async () => {
    original = await readProject(SHOP);
    disguised = disguise(original);
  });

  it('find everything that is planted, and the suite sees the one wrong rewrite', async () => {
    const { files, rules } = rewriteAll(original);
    expect(rules).toEqual(PLANTED);
    await expectOneRed(files);
  });

  it('find the same when names, indentation and modules are others', async () => {
    const { files, rules } = rewriteAll(disguised);
    expect(rules).toEqual(PLANTED);
    await expectOneRed(files);
  });

  it('tell what they leave alone', () => {
    expect(leftAlone(original)).toEqual(['dead-local', 'guard-tail', 'known-constant']);
  });

  it('tell the same in disguise, where the literal and its equal are in different modules', () => {
    expect(leftAlone(disguised)).toEqual(['dead-local', 'guard-tail']);
  });

  async function expectOneRed(files: Project): Promise<void> {
    const folder = await makeFolder();
    await writeProject(folder, files);
    const { passed } = await runSuite(SHOP);
    expect(await runSuite(folder)).toEqual({ passed: passed - 1, failed: 1 });
  }
});
