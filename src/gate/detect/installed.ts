import { join } from 'node:path';
import { findProgram } from '../../adapters/process.js';
import { suiteEnvironment } from '../environment.js';
import type { GateContext } from '../gate.js';
import { readInvocation, toArgv } from '../invocation.js';
import { asSeenFrom, foldersUp, within } from './paths.js';

/** Whether a program is found by a suite that runs in a folder of the workspace. */
export async function isProgram(ctx: GateContext, program: string, cwd: string): Promise<boolean> {
  const { PATH } = suiteEnvironment({ ...ctx, cwd });
  return (await findProgram(program, join(ctx.workspace, cwd), PATH)) !== null;
}

/** Path, as seen from a folder, of a program in the nearest `node_modules`; null: in none. */
export async function localProgram(
  ctx: GateContext,
  program: string,
  cwd: string,
): Promise<string | null> {
  for (const dir of foldersUp(cwd)) {
    const path = within(dir, `node_modules/.bin/${program}`);
    if (await isProgram(ctx, path, '')) return asSeenFrom(cwd, path);
  }
  return null;
}

/**
 * A command that starts its program from the nearest `node_modules`, else from PATH; wrappers such
 * as `npx` are gone. Null: the program is not installed.
 */
export async function localised(
  ctx: GateContext,
  argv: readonly string[],
  cwd: string,
): Promise<string[] | null> {
  const { env, launcher, args } = readInvocation(argv);
  const [program = '', ...rest] = launcher;
  const local = program.includes('/') ? null : await localProgram(ctx, program, cwd);
  if (local === null && !(await isProgram(ctx, program, cwd))) return null;
  return toArgv({ env, launcher: [local ?? program, ...rest], args });
}

/** Like {@link localised}, and with the program's bare name where it is not installed. */
export async function localisedOrBare(
  ctx: GateContext,
  argv: readonly string[],
  cwd: string,
): Promise<string[]> {
  return (await localised(ctx, argv, cwd)) ?? toArgv(readInvocation(argv));
}
