import { withoutOptions } from '../invocation.js';
import { failed, findingsIn, linesOf, NO_FILE, readAll, unformatted, type Tool } from './tool.js';

const CHECKS = ['-c', '--check', '-l', '--list-different'];
const SYNTAX = /^\[error\] (?<file>.+?): \w*Error: (?<message>.*)$/;

/** Prettier with `--check`: 1 is unformatted; 2 is text that it cannot read, or no files. */
export const prettier: Tool = {
  recognise: ({ tool, args }) => tool === 'prettier' && args.some((arg) => CHECKS.includes(arg)),
  report: 'log',
  args: (args) => [
    ...withoutOptions(args, [
      ...CHECKS,
      ...['--log-level=', '--loglevel=', '--cache', '--cache-location=', '--cache-strategy='],
    ]),
    '--check',
  ],
  read: (output) => {
    const lines = linesOf(output.log);
    // It calls that clean as well: "All matched files use Prettier code style!"
    if (lines.some((line) => /^\[error\] No (?:files matching|supported files)/.test(line)))
      return failed(`${NO_FILE} of a pattern`);
    const warned = lines.flatMap((line) => /^\[warn\] (.+)$/.exec(line)?.[1] ?? []);
    // It warns of its own options, too.
    const files =
      output.code === 0 ? [] : warned.filter((line) => !/^Code style issues/.test(line));
    const syntax = findingsIn(lines, SYNTAX, 'error').map((f) => ({ ...f, rule: 'syntax' }));
    const message = (text: string): string => text.replace(/\s*\(\d+:\d+\)$/, '');
    return readAll(output, [
      ...files.map(unformatted),
      ...syntax.map((finding) => ({ ...finding, message: message(finding.message) })),
    ]);
  },
};
