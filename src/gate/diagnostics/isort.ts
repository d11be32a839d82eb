import { withoutOptions } from '../invocation.js';
import { linesOf, readAll, unformatted, type Tool } from './tool.js';

const CHECKS = ['-c', '--check', '--check-only'];

/** isort with `--check-only`. It never says how many files it looked at. */
export const isort: Tool = {
  recognise: ({ tool, args }) => tool === 'isort' && args.some((arg) => CHECKS.includes(arg)),
  report: 'log',
  args: (args) => [
    ...withoutOptions(args, [...CHECKS, '--diff', '--df', '-d', '-q', '--quiet', '--color']),
    '--check-only',
  ],
  read: (output) => {
    const pattern = /^ERROR: (.+) Imports are incorrectly sorted/;
    const files = linesOf(output.log).flatMap((line) => pattern.exec(line)?.[1] ?? []);
    return readAll(output, files.map(unformatted));
  },
};
