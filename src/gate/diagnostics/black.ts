import { withoutOptions } from '../invocation.js';
import { failed, findingsIn, linesOf, NO_FILE, readAll, unformatted, type Tool } from './tool.js';

const CHECKS = ['--check', '--diff'];
const SYNTAX = /^error: cannot (?:parse|format)[: ] ?(?<file>.+?)(?::\d+:\d+$|: (?<message>.*)$)/;

/** Black with `--check`: 1 is unformatted, 123 is text that it cannot read. */
export const black: Tool = {
  recognise: ({ tool, args }) => tool === 'black' && args.some((arg) => CHECKS.includes(arg)),
  report: 'log',
  args: (args) => [...withoutOptions(args, [...CHECKS, '-q', '--quiet']), '--check'],
  read: (output) => {
    const lines = linesOf(output.log);
    if (lines.some((line) => /^No Python files are present|^No Path provided/.test(line)))
      return failed(NO_FILE);
    const files = lines.flatMap((line) => /^would reformat (.+)$/.exec(line)?.[1] ?? []);
    const syntax = findingsIn(lines, SYNTAX, 'error').map((finding) => ({
      ...finding,
      rule: 'syntax',
      message: 'cannot be read',
    }));
    return readAll(output, [...files.map(unformatted), ...syntax]);
  },
};
