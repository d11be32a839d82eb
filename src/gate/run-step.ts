import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess, type ProcessOutcome } from '../adapters/process.js';
import { homeOf, suiteEnvironment, tempOf } from './environment.js';
import type { GateContext } from './gate.js';
import { scrub } from './scrub.js';
import { plainText } from './text.js';

/** How one step of the gate ended, and where its log is. */
export interface StepResult extends ProcessOutcome {
  name: string;
  argv: string[];
  logPath: string;
}

export interface StepOptions {
  network: 'on' | 'off';
  timeoutMs: number;
  /** The step only looks: not even the workspace may be written. */
  readOnly?: boolean;
}

/** Folder for the reports of the steps. */
export const reportsOf = (ctx: GateContext): string => join(ctx.outDir, 'reports');
/** The tests' report, as the runner wrote it. */
export const testReportOf = (ctx: GateContext): string => join(reportsOf(ctx), 'tests', 'report');

/** The context with real paths, as the runners report them, and its folder made. */
export async function openContext(ctx: GateContext): Promise<GateContext> {
  await mkdir(ctx.outDir, { recursive: true });
  const [workspace, outDir] = await Promise.all([realpath(ctx.workspace), realpath(ctx.outDir)]);
  return { ...ctx, workspace, outDir };
}

/** Gives the suite an empty HOME and TMPDIR, and takes old reports away. */
export async function freshPlace(ctx: GateContext): Promise<void> {
  for (const folder of [homeOf(ctx), tempOf(ctx), reportsOf(ctx)]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  await mkdir(join(ctx.outDir, 'logs'), { recursive: true });
}

/** Its configuration and hooks would be run outside the sandbox, by our own git. */
async function gitFolder(workspace: string): Promise<string[]> {
  const git = join(workspace, '.git');
  return stat(git).then(
    (found) => (found.isDirectory() ? [git] : []),
    () => [],
  );
}

/** Whether a step ran to its end and exited with 0. */
export const succeeded = (step: StepResult): boolean => step.ended === 'exited' && step.code === 0;

/** The last lines of a step's log, without terminal codes and secrets; at most `bytes` long. */
export async function logTail(step: StepResult, bytes = 1_500): Promise<string> {
  const log = await readFile(step.logPath, 'utf8').catch(() => '');
  return scrub(plainText(log)).trim().slice(-bytes);
}

/** Runs one command in the suite's environment and sandbox; rejects when the gate is aborted. */
export async function runStep(
  ctx: GateContext,
  name: string,
  argv: string[],
  options: StepOptions,
): Promise<StepResult> {
  ctx.signal.throwIfAborted();
  ctx.onProgress?.(name);
  const logPath = join(ctx.outDir, 'logs', `${name}.log`);
  const outcome = await runProcess({
    argv,
    cwd: ctx.workspace,
    env: suiteEnvironment(ctx),
    stdoutPath: logPath,
    stderrPath: logPath,
    timeoutMs: options.timeoutMs,
    signal: ctx.signal,
    sandbox: {
      writable: options.readOnly === true ? [ctx.outDir] : [ctx.workspace, ctx.outDir],
      readOnly: options.readOnly === true ? [ctx.workspace] : await gitFolder(ctx.workspace),
      network: options.network,
    },
  });
  ctx.signal.throwIfAborted();
  return { ...outcome, name, argv, logPath };
}
