import type { Step } from '../gate.js';
import type { Invocation } from '../invocation.js';

/** A file to be formatted: its path relative to the workspace, and where that is. */
export interface FormatTarget {
  path: string;
  /** Absolute real path. */
  workspace: string;
  /** Folder of the check that asks for the form, relative to the workspace. */
  cwd: string;
}

/** A formatter that gives the new text of a file on standard output and writes nothing. */
export interface Formatter {
  /** For people. */
  name: string;
  /** Whether a command of the repository asks for this formatter's form. */
  isAskedForBy(invocation: Invocation): boolean;
  /** Paths of files that it may know. */
  handles: RegExp;
  /** The command that reads the file's text from standard input, with the check's own options. */
  command(invocation: Invocation, target: FormatTarget): Step | Promise<Step>;
  /** What it says, with a bad exit, of a file that is none of its own. */
  declines?: RegExp;
}

/** Only the options among arguments; those of `valued` take the next argument with them. */
export function optionsOf(args: readonly string[], valued: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('-') || arg === '-' || arg === '--') continue;
    kept.push(arg);
    if (valued.includes(arg)) kept.push(args[++index] ?? '');
  }
  return kept;
}
