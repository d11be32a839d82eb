import { detectGate } from '../../../src/gate/detect/index.js';
import type { DetectResult, GateInput, GatePlan } from '../../../src/gate/gate.js';
import { makeFolder, runGit, writeFiles, type Files } from '../../helpers/git-repo.js';
import { contextOf } from '../plans.js';

/** What a person asks for: the run's input and scope; without a scope, every file. */
export interface Asked {
  input?: GateInput;
  scope?: string[];
}

const IGNORED = ['node_modules/', '.venv/', 'venv/', '.tox/', 'dist/'];

/** Detection in a repository with the given files; installed packages are ignored by git. */
export async function detectIn(
  files: Files,
  { input = {}, scope = [] }: Asked = {},
): Promise<DetectResult> {
  const workspace = await makeFolder();
  await runGit(workspace, 'init', '--quiet');
  await writeFiles(workspace, { '.gitignore': IGNORED.join('\n'), ...files });
  return detectGate(await contextOf(workspace), input, scope);
}

/** The plan of a repository whose gate must be found. */
export async function planIn(files: Files, asked?: Asked): Promise<GatePlan> {
  const result = await detectIn(files, asked);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.plan;
}

/** Why detection refuses; fails when it does not. */
export function refusalOf(result: DetectResult): Extract<DetectResult, { kind: 'refused' }> {
  if (result.kind === 'ok') throw new Error(`found ${JSON.stringify(result.plan.tests)}`);
  return result;
}

const program = { exec: '#!/bin/sh\nexit 0\n' };

/** Programs that are found from every folder of the repository, as if they were installed. */
export function installed(...names: string[]): Files {
  return Object.fromEntries(names.map((name) => [`node_modules/.bin/${name}`, program]));
}

/** A virtual environment whose Python imports everything, with some programs. */
export function environment(folder: string, ...names: string[]): Files {
  const all = ['python', ...names];
  return Object.fromEntries(all.map((name) => [`${folder}/bin/${name}`, program]));
}

/** A `package.json` with scripts and other keys. */
export const manifest = (scripts: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: 'root', scripts, ...more });

interface Placed {
  argv: string[];
  cwd: string;
}

const inWords = ({ argv, cwd }: Placed): string =>
  `${cwd === '' ? '' : `${cwd}: `}${argv.join(' ').replaceAll('node_modules/.bin/', '')}`;

/** A plan in one line a step: `folder: command`, and where it was found. */
export function shown({
  tests,
  checks,
  build,
}: GatePlan): Record<'tests' | 'checks' | 'build', string[]> {
  return {
    tests: tests.map((suite) => `${inWords(suite)} (${suite.runner}, ${suite.source})`),
    checks: checks.map((check) => `${check.kind} ${inWords(check)}`),
    build: build.map(inWords),
  };
}
