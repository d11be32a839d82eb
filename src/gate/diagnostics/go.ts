import { withoutOptions } from '../invocation.js';
import { findingsIn, linesOf, readAll, unformatted, type Tool } from './tool.js';

const VET = /^(?:vet: )?(?<file>\S.*?\.go):\d+(?::\d+)?: (?<message>.*)$/;

/** `go vet` as text: with `-json` it exits with 0, and type errors stay text all the same. */
export const goVet: Tool = {
  recognise: ({ tool, args }) => tool === 'go' && args[0] === 'vet',
  report: 'log',
  args: (args) => withoutOptions(args, ['-json', '--json']),
  read: (output) => readAll(output, findingsIn(linesOf(output.log), VET, 'error')),
};

const FORMATTERS = new Set(['gofmt', 'gofumpt', 'goimports']);
const LOOKS = ['-l', '-d'];

/** `gofmt -l` and its like, which exit with 0 although they list files. */
export const gofmt: Tool = {
  recognise: ({ tool, args }) =>
    FORMATTERS.has(tool) && !args.includes('-w') && args.some((arg) => LOOKS.includes(arg)),
  report: 'log',
  args: (args) => ['-l', ...withoutOptions(args, LOOKS)],
  read: (output) => {
    const lines = linesOf(output.log);
    const syntax = findingsIn(lines, VET, 'error').map((f) => ({ ...f, rule: 'syntax' }));
    const files = lines.filter((line) => line.endsWith('.go')).map(unformatted);
    return readAll(output, [...files, ...syntax]);
  },
};
