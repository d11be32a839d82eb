import { readFile } from 'node:fs/promises';
import type { CheckResult, Step } from './gate.js';
import { readInvocation, toArgv, withoutOptions } from './invocation.js';
import { asList, asRecord, asText, parseJson } from './json.js';
import { minus } from '../core/multiset.js';
import { relativeFile } from './runners/runner.js';
import type { StepResult } from './run-step.js';
import { maskVolatile, plainText, withoutWorkspace } from './text.js';

/** A check's command and, where the tool has one, the file of its machine-readable report. */
export interface CheckCommand {
  argv: string[];
  read: (result: StepResult, workspace: string) => Promise<CheckResult | null>;
}

const maskNumbers = (text: string): string => maskVolatile(text).replace(/\d+/g, '#');

function eslintFile(file: Record<string, unknown>, workspace: string): string[] {
  const path = relativeFile(asText(file.filePath), workspace);
  return asList(file.messages)
    .map(asRecord)
    .map(({ ruleId, severity, message }) => {
      const level = severity === 2 ? 'error' : 'warning';
      return `${path}: ${level} ${asText(ruleId)} ${maskNumbers(asText(message))}`;
    });
}

function readEslint(reportPath: string): CheckCommand['read'] {
  return async (result, workspace) => {
    const report = parseJson(await readFile(reportPath, 'utf8').catch(() => ''));
    // Exit code 2 is a crash or a broken configuration, never a finding.
    if (!Array.isArray(report) || result.code === null || result.code > 1) return null;
    const diagnostics = report.map(asRecord).flatMap((file) => eslintFile(file, workspace));
    return { code: result.code, diagnostics: diagnostics.sort() };
  };
}

async function logLines(result: StepResult, workspace: string): Promise<string[]> {
  const log = withoutWorkspace(plainText(await readFile(result.logPath, 'utf8')), workspace);
  return log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function tscDiagnostic(line: string): string[] {
  const match = /^(?:(.+?)\(\d+,\d+\): )?(error TS\d+): (.*)$/.exec(line);
  if (match === null) return [];
  const [, file = '', code = '', message = ''] = match;
  return [`${file}: ${code} ${maskNumbers(message)}`];
}

const readTsc: CheckCommand['read'] = async (result, workspace) => {
  if (result.code === null) return null;
  const lines = await logLines(result, workspace);
  const found = lines.flatMap(tscDiagnostic);
  const diagnostics = found.length > 0 || result.code === 0 ? found : lines.map(maskNumbers);
  return { code: result.code, diagnostics: diagnostics.sort() };
};

/** A tool that exits with 0 has nothing to complain of, whatever it prints. */
const readLines: CheckCommand['read'] = async (result, workspace) => {
  if (result.code === null) return null;
  const lines = result.code === 0 ? [] : await logLines(result, workspace);
  return { code: result.code, diagnostics: lines.map(maskNumbers).sort() };
};

/** How a static check is run and its outcome read; null from `read`: the tool itself failed. */
export function checkCommand(step: Step, reportPath: string): CheckCommand {
  const invocation = readInvocation(step.argv);
  if (invocation.tool === 'tsc') return { argv: step.argv, read: readTsc };
  if (invocation.tool !== 'eslint') return { argv: step.argv, read: readLines };
  const args = withoutOptions(invocation.args, ['-f=', '--format=', '-o=', '--output-file=']);
  const report = ['-f', 'json', '-o', reportPath];
  return {
    argv: toArgv({ ...invocation, args: [...args, ...report] }),
    read: readEslint(reportPath),
  };
}

const withoutPath = (diagnostic: string): string => diagnostic.replace(/^[^:]*: /, '');

/** Diagnostics that were not there before; one that only moved to another file is not new. */
export function newDiagnostics(before: readonly string[], after: readonly string[]): string[] {
  const added = minus(after, before);
  const gone = minus(before, after).map(withoutPath);
  const unknown = minus(added.map(withoutPath), gone);
  return added.filter((diagnostic) => unknown.includes(withoutPath(diagnostic)));
}
