import { mkdir, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess, type ProcessOutcome } from '../adapters/process.js';
import { hostSandbox } from '../adapters/sandbox.js';
import { suiteHome, suiteEnvironment, tempOf, type SuitePlace } from './environment.js';
import type { GateContext } from './gate.js';
import { linkDistributions } from './gradle-home.js';
import { scrub } from './scrub.js';
import { sandboxOf, workspaceSeen, type StepAccess } from './step-sandbox.js';
import { plainText } from './text.js';
import { toolHomes, userGradleHome } from './tool-homes.js';

const LOG_END_BYTES = 256 * 1024;

/** How one step of the gate ended, and where its log is. */
export interface StepResult extends ProcessOutcome {
  name: string;
  argv: string[];
  /** Standard error, and standard output too unless it has a file of its own. */
  logPath: string;
  stdoutPath?: string;
}

export interface StepOptions extends StepAccess {
  timeoutMs: number;
  /** Time without output after which the step is ended; absent: only its time limit counts. */
  stallMs?: number;
  /** Text for standard input; absent: `/dev/null`. */
  stdin?: string;
  /** File of its own for standard output, for a report that is written there. */
  stdoutPath?: string;
  /** Folder in which it runs, relative to the workspace. */
  cwd?: string;
  /** Further variables. */
  env?: Record<string, string>;
}

/** Folder for the reports of the steps. */
export const reportsOf = (ctx: GateContext): string => join(ctx.outDir, 'reports');

/** The context with real paths, as the runners report them, and its folder made. */
export async function openContext(ctx: GateContext): Promise<GateContext> {
  await mkdir(ctx.outDir, { recursive: true });
  const [workspace, outDir] = await Promise.all([realpath(ctx.workspace), realpath(ctx.outDir)]);
  if (ctx.mounted === undefined) return { ...ctx, workspace, outDir };
  return { ...ctx, workspace, outDir, mounted: await realpath(ctx.mounted) };
}

/** Gives the suite an empty HOME and TMPDIR, and takes old reports away. */
export async function freshPlace(ctx: GateContext): Promise<void> {
  for (const folder of [suiteHome(ctx), tempOf(ctx), reportsOf(ctx)]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  await mkdir(join(ctx.outDir, 'logs'), { recursive: true });
  await linkDistributions(userGradleHome(process.env), join(suiteHome(ctx), '.gradle'));
}

/** Whether a step ran to its end and exited with 0. */
export const succeeded = (step: StepResult): boolean => step.ended === 'exited' && step.code === 0;

async function endOfFile(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const start = Math.max(0, (await file.stat()).size - LOG_END_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_END_BYTES), { position: start });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The last lines of a step's output, without terminal codes and secrets; at most `bytes` long. */
export async function logTail(step: StepResult, bytes = 1_500): Promise<string> {
  const paths = [...(step.stdoutPath === undefined ? [] : [step.stdoutPath]), step.logPath];
  const ends = await Promise.all(paths.map(endOfFile));
  return scrub(plainText(ends.join('\n')))
    .trim()
    .slice(-bytes);
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
  const { stdoutPath, network, cwd = '' } = options;
  const seen = await workspaceSeen(ctx);
  const place: SuitePlace = { workspace: seen, outDir: ctx.outDir, cwd };
  const isConfined = (await hostSandbox()).tier === 'bwrap';
  const home = isConfined && options.home === 'real' ? 'real' : 'own';
  const homes = toolHomes(suiteHome(ctx), process.env);
  for (const cache of homes.caches) await mkdir(cache, { recursive: true });
  const env = { ...suiteEnvironment(place, process.env, { network, home }), ...options.env };
  const outcome = await runProcess({
    argv,
    cwd: join(seen, cwd),
    env,
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    stdoutPath: stdoutPath ?? logPath,
    stderrPath: logPath,
    timeoutMs: options.timeoutMs,
    stallMs: options.stallMs,
    signal: ctx.signal,
    sandbox: await sandboxOf(ctx, options, homes, { argv, path: env.PATH ?? '' }),
  });
  ctx.signal.throwIfAborted();
  const result = { ...outcome, name, argv, logPath };
  return stdoutPath === undefined ? result : { ...result, stdoutPath };
}
