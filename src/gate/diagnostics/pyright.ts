import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

function findingOf({ file, severity, rule, message }: Record<string, unknown>): Finding {
  return {
    file: asText(file),
    severity: asText(severity),
    rule: asText(rule),
    message: asText(message),
  };
}

/** Pyright: 1 is errors; 2 to 4 are a crash, a bad configuration, bad arguments. */
export const pyright: Tool = {
  recognise: ({ tool }) => tool === 'pyright' || tool === 'basedpyright',
  report: 'stdout',
  args: (args) => [
    ...withoutOptions(args, ['--outputjson', '--stats', '--verbose']),
    '--outputjson',
  ],
  read: (output) => {
    const report = asRecord(parseJson(output.report.slice(output.report.indexOf('{'))));
    const { filesAnalyzed } = asRecord(report.summary);
    if (output.code > 1 || typeof filesAnalyzed !== 'number')
      return failed(`it exited with ${output.code} without a usable report`);
    if (filesAnalyzed === 0) return failed(NO_FILE);
    return readAll(output, asList(report.generalDiagnostics).map(asRecord).map(findingOf));
  },
};
