import { readFile } from 'node:fs/promises';
import type { CheckResult, Step } from '../gate.js';
import { readInvocation, toArgv } from '../invocation.js';
import type { StepResult } from '../run-step.js';
import { plainText, withoutWorkspace } from '../text.js';
import { biome } from './biome.js';
import { black } from './black.js';
import { clippy, rustfmt } from './cargo.js';
import { checkstyle } from './checkstyle.js';
import { eslint } from './eslint.js';
import { flake8 } from './flake8.js';
import { gofmt, goVet } from './go.js';
import { golangciLint } from './golangci-lint.js';
import { isort } from './isort.js';
import { mypy } from './mypy.js';
import { diagnosticOf, maskedLine } from './normalise.js';
import { oxlint } from './oxlint.js';
import { prettier } from './prettier.js';
import { pylint } from './pylint.js';
import { pyright } from './pyright.js';
import { ruffCheck, ruffFormat } from './ruff.js';
import { svelteCheck } from './svelte-check.js';
import { linesOf, type Tool } from './tool.js';
import { tsc } from './tsc.js';

export { uncovered } from './coverage.js';
export { newDiagnostics } from './delta.js';

/** A line each; the first that recognises a command reads it. */
const TOOLS: readonly Tool[] = [
  eslint,
  biome,
  oxlint,
  prettier,
  tsc,
  svelteCheck,
  ruffCheck,
  ruffFormat,
  black,
  isort,
  flake8,
  mypy,
  pyright,
  pylint,
  goVet,
  gofmt,
  golangciLint,
  clippy,
  rustfmt,
  checkstyle,
];

/** What a check said; `check` is null where its tool did not check. */
export interface CheckReading {
  check: CheckResult | null;
  /** Why the tool did not check, or not everything that it would have checked; else absent. */
  why?: string;
}

/** A check's command and how its outcome is read. */
export interface CheckCommand {
  argv: string[];
  /** The report is read from standard output, which must not be mixed with the log. */
  stdoutPath?: string;
  read: (result: StepResult, workspace: string) => Promise<CheckReading>;
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').then(plainText, () => '');

const toolOf = ({ argv }: Step): Tool | undefined => {
  const invocation = readInvocation(argv);
  return TOOLS.find((tool) => tool.recognise(invocation));
};

/** A tool that nobody knows and that exits with 0 has nothing to complain of, whatever it prints. */
const readLines: CheckCommand['read'] = async ({ code, logPath }, workspace) => {
  if (code === null) return { check: null };
  const lines = code === 0 ? [] : linesOf(withoutWorkspace(await textOf(logPath), workspace));
  return { check: { code, diagnostics: lines.map(maskedLine).sort() } };
};

function reader(tool: Tool, { cwd }: Step, reportPath: string): CheckCommand['read'] {
  return async ({ code, logPath }, workspace) => {
    if (code === null) return { check: null };
    const report = tool.report === 'log' ? '' : await textOf(reportPath);
    const reading = tool.read({ code, report, log: await textOf(logPath) });
    if (reading.kind === 'failed') return { check: null, why: reading.why };
    const diagnostics = reading.findings.map((one) => diagnosticOf(one, { workspace, cwd })).sort();
    // Its kinds of bad are told by the findings; a bit mask changes with each kind that is fixed.
    const check = { code: Math.min(code, 1), diagnostics };
    return reading.stopped === undefined ? { check } : { check, why: reading.stopped };
  };
}

/** The command that prints the version of a check's tool; null: nobody needs to know it. */
export function versionCommand(step: Step): string[] | null {
  if (toolOf(step)?.needsVersion === undefined) return null;
  return toArgv({ ...readInvocation(step.argv), args: ['--version'] });
}

/** How a static check is run and its outcome read; `reportPath` is a file of ours to be written. */
export function checkCommand(step: Step, reportPath: string, version = ''): CheckCommand {
  const tool = toolOf(step);
  if (tool === undefined) return { argv: step.argv, read: readLines };
  const invocation = readInvocation(step.argv);
  const argv = toArgv({ ...invocation, args: tool.args(invocation.args, reportPath, version) });
  const command = { argv, read: reader(tool, step, reportPath) };
  return tool.report === 'stdout' ? { ...command, stdoutPath: reportPath } : command;
}
