import type { Invocation } from '../invocation.js';

/** One finding as a tool tells it; `file` is absolute, or relative to the step's folder. */
export interface Finding {
  /** Empty where the finding is about no file. */
  file: string;
  severity: string;
  /** Empty where the tool names none. */
  rule: string;
  message: string;
}

/** What a tool left behind, as plain text. */
export interface ToolOutput {
  code: number;
  /** Its report file or its standard output, as `Tool.report` says; empty for a tool without. */
  report: string;
  /** What it wrote beside the report. */
  log: string;
}

/** What a tool found, or why it did not check; `stopped` says why it did not check everything. */
export type Reading =
  { kind: 'read'; findings: Finding[]; stopped?: string } | { kind: 'failed'; why: string };

/** A linter, formatter or type checker whose findings the gate can read one by one. */
export interface Tool {
  recognise(invocation: Invocation): boolean;
  /** Where its machine-readable report stands; `log`: there is none, its lines are read. */
  report: 'file' | 'stdout' | 'log';
  /** Whether `args` must know the version that the tool prints for `--version`. */
  needsVersion?: true;
  /** Its arguments with those of the report at `path`, and without those that contradict them. */
  args(args: readonly string[], path: string, version: string): string[];
  read(output: ToolOutput): Reading;
}

/** A tool that did not check; clean is only what was looked at. */
export const failed = (why: string): Reading => ({ kind: 'failed', why });

export const NO_FILE = 'it looked at no file';

/** Findings as the whole answer; a bad exit without any is a failure of the tool itself. */
export function readAll({ code }: ToolOutput, findings: Finding[]): Reading {
  if (code !== 0 && findings.length === 0)
    return failed(`it exited with ${code} and named nothing`);
  return { kind: 'read', findings };
}

/** A file that a formatter would write otherwise. */
export const unformatted = (file: string): Finding => ({
  file,
  severity: 'error',
  rule: 'format',
  message: 'is not formatted',
});

/** The lines of a log, without blanks at their ends and without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What a pattern with the groups `file`, `severity`, `rule` and `message` finds, line by line. */
export function findingsIn(lines: readonly string[], pattern: RegExp, severity: string): Finding[] {
  return lines.flatMap((line) => {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) return [];
    const { file = '', rule = '', message = '' } = groups;
    return [{ file, severity: groups.severity?.toLowerCase() ?? severity, rule, message }];
  });
}
