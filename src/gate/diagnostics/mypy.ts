import { withoutOptions } from '../invocation.js';
import { failed, findingsIn, linesOf, NO_FILE, readAll, type Tool } from './tool.js';

const LINE =
  /^(?<file>.+?)(?::\d+)*: (?<severity>error|warning): (?<message>.*?)(?: +\[(?<rule>[\w-]+)\])?$/;
const DONE = /^(?:Success: no issues found in|Found \d+ errors? in \d+ files? \(checked) (\d+) /;

/** Mypy without cache. Its lines read alike in all versions, its JSON is of the newer ones. */
export const mypy: Tool = {
  recognise: ({ tool }) => tool === 'mypy',
  report: 'log',
  args: (args) => [
    ...withoutOptions(args, [
      ...[
        '--output=',
        '-O=',
        '--cache-dir=',
        '--incremental',
        '-i',
        '--pretty',
        '--no-error-summary',
      ],
      ...['--color-output', '--hide-error-codes', '--show-error-context', '--sqlite-cache'],
    ]),
    ...['--no-incremental', '--cache-dir=/dev/null', '--no-pretty', '--no-color-output'],
    ...['--show-error-codes', '--hide-error-context', '--error-summary'],
  ],
  read: (output) => {
    const lines = linesOf(output.log);
    const findings = findingsIn(lines, LINE, 'error');
    const stopped = lines.find((line) => line.includes('errors prevented further checking'));
    const counts = lines.flatMap((line) => DONE.exec(line)?.[1] ?? []);
    if (lines.some((line) => /^There are no \.py/.test(line)) || counts.includes('0'))
      return failed(NO_FILE);
    if (stopped === undefined && counts.length === 0)
      return failed(`it exited with ${output.code} before it was done`);
    const reading = readAll(output, findings);
    return stopped === undefined || reading.kind === 'failed' ? reading : { ...reading, stopped };
  },
};
