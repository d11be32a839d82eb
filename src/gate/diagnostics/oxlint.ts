import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

function findingOf({ filename, severity, code, message }: Record<string, unknown>): Finding {
  return {
    file: asText(filename),
    severity: asText(severity),
    rule: asText(code) || 'syntax',
    message: asText(message),
  };
}

/** Oxlint; its warnings leave the exit code at 0. */
export const oxlint: Tool = {
  recognise: ({ tool }) => tool === 'oxlint',
  report: 'stdout',
  args: (args) => [...withoutOptions(args, ['-f=', '--format=']), '--format=json'],
  read: (output) => {
    const report = asRecord(parseJson(output.report.slice(output.report.indexOf('{'))));
    if (!Array.isArray(report.diagnostics) || typeof report.number_of_files !== 'number')
      return failed(`it exited with ${output.code} without a usable report`);
    if (report.number_of_files === 0) return failed(NO_FILE);
    return readAll(output, asList(report.diagnostics).map(asRecord).map(findingOf));
  },
};
