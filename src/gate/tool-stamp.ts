import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../adapters/find-program.js';
import { isBelow } from '../adapters/link-back.js';
import { suiteEnvironment } from './environment.js';
import type { GatePlan, Step } from './gate.js';
import { withoutWorkspace } from './text.js';

/** What the programs of steps run in turn. */
const RUNTIMES = ['node', 'python', 'python3', 'java', 'go', 'cargo', 'git'];
/** By the variable of a home: files that say which of several versions is taken. */
const CHOICES: readonly (readonly [string, string])[] = [
  ['PYENV_ROOT', 'version'],
  ['RUSTUP_HOME', 'settings.toml'],
  ['VOLTA_HOME', 'tools/user/platform.json'],
];
/** By the variable of a home: folders whose parts are renewed by an update. */
const VERSIONS: readonly (readonly [string, string])[] = [
  ['RUSTUP_HOME', 'update-hashes'],
  ['RUSTUP_HOME', 'toolchains'],
];

const stepsOf = (plan: GatePlan): Step[] => [
  ...(plan.setup === null ? [] : [plan.setup]),
  ...plan.build,
  ...plan.checks,
  ...plan.tests,
];

async function timeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? 'absent' : `${found.size} ${Math.floor(found.mtimeMs)}`;
}

/** A file in the workspace is part of its tree or of its dependencies. */
async function stampProgram(workspace: string, name: string, cwd: string): Promise<string> {
  const { PATH } = suiteEnvironment({ workspace, outDir: '/', cwd });
  const program = await findProgram(name, join(workspace, cwd), PATH);
  const path = program === null ? null : await realpath(program).catch(() => null);
  const named = withoutWorkspace(name, workspace);
  if (path === null) return `${named} absent`;
  if (isBelow(workspace, path)) return `${named} ${withoutWorkspace(path, workspace)}`;
  return `${named} ${path} ${await timeOf(path)}`;
}

async function stampHomes(variables: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, file] of CHOICES) {
    const home = variables[name];
    if (home === undefined) continue;
    lines.push(`${name} ${await readFile(join(home, file), 'utf8').catch(() => '')}`);
  }
  for (const [name, folder] of VERSIONS) {
    const home = variables[name];
    if (home === undefined) continue;
    for (const part of (await readdir(join(home, folder)).catch(() => [])).sort())
      lines.push(`${name} ${part} ${await timeOf(join(home, folder, part))}`);
  }
  return lines;
}

/**
 * One line for each thing outside the workspace that a plan's steps are run with: the variables that
 * every suite gets, the programs, and the versions that their managers have chosen.
 */
export async function stampTools(workspace: string, plan: GatePlan): Promise<string[]> {
  const variables = suiteEnvironment({ workspace: '/workspace', outDir: '/run/gate' });
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  for (const name of RUNTIMES) lines.push(await stampProgram(workspace, name, ''));
  for (const { argv, cwd } of stepsOf(plan))
    lines.push(await stampProgram(workspace, argv[0] ?? '', cwd));
  return [...lines, ...(await stampHomes(variables))];
}
