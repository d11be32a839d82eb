import { withoutOptions } from '../invocation.js';
import { failed, findingsIn, linesOf, NO_FILE, readAll, type Tool } from './tool.js';

const LINE = /^(?<file>.+?):\d+:\d+: (?<rule>[A-Z]+\d+) (?<message>.*)$/;

/** Flake8 in its default format; its benchmark tells how many files it looked at. */
export const flake8: Tool = {
  recognise: ({ tool }) => tool === 'flake8',
  report: 'file',
  args: (args, path) => [
    ...withoutOptions(args, [
      ...['--format=', '--output-file=', '--tee', '-q', '--quiet', '-v', '--verbose'],
      ...['--show-source', '--statistics', '--count', '--exit-zero', '--benchmark'],
    ]),
    ...['--format=default', '--benchmark', `--output-file=${path}`],
  ],
  read: (output) => {
    const lines = linesOf(output.report);
    const files = lines.flatMap((line) => /^(\d+) +total files processed$/.exec(line)?.[1] ?? []);
    if (files.length === 0) return failed(`it exited with ${output.code} before it was done`);
    if (files.includes('0')) return failed(NO_FILE);
    return readAll(output, findingsIn(lines, LINE, 'error'));
  },
};
