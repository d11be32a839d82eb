import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess, type ProcessOutcome } from '../../adapters/process.js';
import type { BrainRequest } from '../../core/contracts.js';
import { NO_USAGE, type AskOptions, type Brain, type BrainResult } from '../brain.js';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * A brain that is any program, given as argv without a shell: one process a call, request JSON on
 * stdin, one JSON object on stdout, stderr to a log. What it writes into the workspace is the
 * caller's to find and undo.
 */
export function createCommandBrain(settings: { command: readonly string[] }): Brain {
  return {
    id: 'command',
    ask: (request, options) => ask(settings.command, request, options),
    close: () => Promise.resolve(),
  };
}

async function ask(
  command: readonly string[],
  request: BrainRequest,
  options: AskOptions,
): Promise<BrainResult> {
  await mkdir(options.logDir, { recursive: true });
  const name = `${request.role}-${request.iteration}-${randomUUID().slice(0, 8)}`;
  const stdoutPath = join(options.logDir, `${name}.stdout`);
  const stderrPath = join(options.logDir, `${name}.stderr.log`);
  const outcome = await runProcess({
    argv: [...command],
    cwd: request.workspace,
    env: environment(),
    stdin: `${JSON.stringify(request)}\n`,
    stdoutPath,
    stderrPath,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  options.signal.throwIfAborted();
  if (outcome.ended !== 'exited' || outcome.code !== 0)
    return {
      kind: 'fault',
      message: `the brain command ${JSON.stringify(command.join(' '))} ${describe(outcome, options)}; its log: ${stderrPath}`,
      final: outcome.ended === 'spawn-error',
    };
  const answer = parse(await readFile(stdoutPath, 'utf8'));
  await rm(stdoutPath);
  return { kind: 'answer', answer, usage: NO_USAGE };
}

/** What is not JSON stays a text: the schema refuses it, and the program is asked once more. */
function parse(stdout: string): unknown {
  try {
    return JSON.parse(stdout.replace(/^\uFEFF/, ''));
  } catch {
    return stdout;
  }
}

/** The user's own, credentials included: only what would bend git or Node is taken out. */
function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !entry[0].startsWith('GIT_') && entry[0] !== 'NODE_OPTIONS',
  );
  return Object.fromEntries(kept);
}

function describe(outcome: ProcessOutcome, options: AskOptions): string {
  switch (outcome.ended) {
    case 'timeout':
      return `gave no answer within ${options.timeoutMs / 1000} s`;
    case 'output-limit':
      return `wrote more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MiB`;
    case 'spawn-error':
      return `could not be started: ${outcome.message ?? 'no such program'}`;
    case 'signalled':
      return `was killed by ${outcome.signal ?? 'a signal'}`;
    default:
      return `ended with exit code ${outcome.code}`;
  }
}
