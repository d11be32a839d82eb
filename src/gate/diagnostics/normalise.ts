import { relativeFile } from '../runners/runner.js';
import { maskVolatile, withoutWorkspace } from '../text.js';
import type { Finding } from './tool.js';

/** Where a check ran: the workspace, and its folder in it. */
export interface CheckPlace {
  /** Absolute real path. */
  workspace: string;
  /** Relative to the workspace; empty: the workspace itself. */
  cwd: string;
}

const QUOTED_PATH =
  /(?<quote>['"`])(?:\.{1,2}\/|\/)[^'"`\s]*\k<quote>|(?<other>['"`])[^'"`\s]+\/[^'"`\s/]+\.\w{1,6}\k<other>/g;

/** A message without what differs when the same fault stands elsewhere: paths, numbers, times. */
export function masked(message: string): string {
  return maskVolatile(message)
    .replace(QUOTED_PATH, '<path>')
    .replace(/(?<![\w.])\d+(?:[.,]\d+)*(?![\w])/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A line of which nobody knows the parts: every number in it may be a place. */
export function maskedLine(line: string): string {
  return maskVolatile(line).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}

/**
 * A finding as `path: severity rule message`, without its line: the same fault reads the same when
 * the code above it grows.
 */
export function diagnosticOf(finding: Finding, place: CheckPlace): string {
  const { file, severity, rule, message } = finding;
  const path = file === '' ? '.' : relativeFile(withoutScheme(file), place);
  const [first = ''] = withoutWorkspace(message, place.workspace).trim().split('\n');
  const words = [severity, rule.replace(/\s+/g, '-') || '-', masked(first)];
  return `${path}: ${words.join(' ').trim()}`;
}

const withoutScheme = (file: string): string => file.replace(/^file:\/\//, '');
