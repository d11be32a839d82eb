import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { git, records } from '../adapters/git.js';
import { isBreakable } from './break-module.js';
import type { Baseline, GatePlan, TestSuite } from './gate.js';
import { RUNNERS } from './runners/index.js';

const MOST_IN_SCOPE = 5;
const MOST_OUTSIDE = 3;
const SCRIPT = /^\.[cm]?[jt]sx?$/;
/** Names that say nothing of a module; its folder is named where it is imported. */
const GENERIC = new Set(['index', 'main', 'mod', 'lib', '__init__']);

/** Whether a suite's runner tests modules of this language. */
function loads({ runner }: TestSuite, path: string): boolean {
  const patterns = RUNNERS[runner].testFilePatterns;
  const extension = SCRIPT.test(extname(path)) ? 'js' : extname(path).slice(1);
  const inPattern = new RegExp(`\\b${extension}\\b`);
  return patterns.length === 0 || patterns.some((pattern) => inPattern.test(pattern));
}

const isInside = (path: string, { cwd }: TestSuite): boolean =>
  cwd === '' || path.startsWith(`${cwd}/`);

/** The suites of the innermost package that holds a module, in its language. */
function owners(tests: readonly TestSuite[], path: string): TestSuite[] {
  const holding = tests.filter((suite) => isInside(path, suite) && loads(suite, path));
  const deepest = Math.max(...holding.map(({ cwd }) => cwd.length));
  return holding.filter(({ cwd }) => cwd.length === deepest);
}

/** How likely tests load a module: by how many its name occurs, and whether one stands beside it. */
function likelihood(path: string, tests: readonly { path: string; text: string }[]): number {
  const own = basename(path, extname(path));
  const name = GENERIC.has(own) ? basename(dirname(path)) : own;
  const naming = tests.filter(({ text }) => name !== '' && text.includes(name)).length;
  const isBeside = tests.some((test) => dirname(test.path) === dirname(path));
  return naming + (isBeside ? 0.5 : 0);
}

/** Modules to break, the likeliest first, and the suites of which each must show it can fail. */
export interface ControlModules {
  inScope: string[];
  /** The suites that own something in scope. */
  required: TestSuite[];
  /** Further modules of a suite's package, for one that nothing in scope reaches. */
  outside: (suite: TestSuite) => Promise<string[]>;
}

/** Chooses what to break; each suite that owns something in scope comes in turn. */
export async function controlModules(
  workspace: string,
  { tests }: Pick<GatePlan, 'tests'>,
  { testFiles }: Pick<Baseline, 'testFiles'>,
  scope: readonly string[],
): Promise<ControlModules> {
  const reading = testFiles.map(async (path) => ({
    path,
    text: await readFile(join(workspace, path), 'utf8').catch(() => ''),
  }));
  const texts = await Promise.all(reading);
  const isTest = new Set(testFiles);
  const likeliest = (paths: readonly string[]): string[] =>
    paths
      .filter((path) => !isTest.has(path) && isBreakable(path))
      .map((path) => ({ path, score: likelihood(path, texts) }))
      .sort((left, right) => right.score - left.score)
      .map(({ path }) => path);

  const ranked = likeliest(scope);
  const required = tests.filter((suite) =>
    ranked.some((path) => owners(tests, path).includes(suite)),
  );
  const turns = required.map((suite) =>
    ranked.filter((path) => owners(tests, path).includes(suite)),
  );
  const inTurns = ranked.flatMap((_, round) =>
    turns.flatMap((paths) => paths.slice(round, round + 1)),
  );
  return {
    inScope: [...new Set([...inTurns, ...ranked])].slice(0, MOST_IN_SCOPE),
    required,
    outside: async (suite) => {
      const tracked = records(await git(workspace, ['ls-files', '-z']));
      const own = tracked.filter((path) => owners(tests, path).includes(suite));
      const inScope = new Set(scope);
      return likeliest(own.filter((path) => !inScope.has(path))).slice(0, MOST_OUTSIDE);
    },
  };
}
