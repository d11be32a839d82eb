import { withoutOptions } from '../invocation.js';
import { asRecord, asText, parseJson } from '../json.js';
import { failed, readAll, type Tool } from './tool.js';

const FATAL = 1;
const USAGE = 32;

/** Pylint, whose exit code has a bit for each kind of message. It never says how many files it saw. */
export const pylint: Tool = {
  recognise: ({ tool }) => tool === 'pylint',
  report: 'stdout',
  args: (args) => [
    ...withoutOptions(args, [
      ...['-f=', '--output-format=', '--output=', '-r=', '--reports=', '-s=', '--score='],
      ...['--msg-template=', '--exit-zero'],
    ]),
    ...['--output-format=json', '--reports=n', '--score=n'],
  ],
  read: (output) => {
    const report = parseJson(
      output.report.trim() === '' && output.code === 0 ? '[]' : output.report,
    );
    if (!Array.isArray(report) || (output.code & (FATAL | USAGE)) !== 0)
      return failed(`it exited with ${output.code} without a usable report`);
    const findings = report.map(asRecord).map(({ path, type, symbol, message }) => ({
      file: asText(path),
      severity: asText(type),
      rule: asText(symbol),
      message: asText(message),
    }));
    return readAll(output, findings);
  },
};
