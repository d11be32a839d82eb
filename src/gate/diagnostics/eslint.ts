import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

/** What eslint says when its file of bulk suppressions lists more than there is to suppress. */
const STALE = /suppressions left that do not occur/;

/** `eslint-suppressions.json` is locked, so a change cannot prune it, and the project goes red. */
const stale: Finding = {
  file: '',
  severity: 'error',
  rule: 'unused-suppressions',
  message:
    'the file of bulk suppressions lists findings that are gone; somebody must run eslint --prune-suppressions',
};

function findingsOf(file: Record<string, unknown>): Finding[] {
  return asList(file.messages)
    .map(asRecord)
    .map(({ ruleId, severity, message, fatal }) => ({
      file: asText(file.filePath),
      severity: severity === 2 ? 'error' : 'warning',
      rule: fatal === true ? 'syntax' : asText(ruleId),
      message: asText(message),
    }));
}

/** ESLint 8 to 10: 1 is findings; 2 is a crash, a bad configuration, or stale suppressions. */
export const eslint: Tool = {
  recognise: ({ tool }) => tool === 'eslint',
  report: 'file',
  // A cache answers for files that it believes unchanged.
  args: (args, path) => [
    ...withoutOptions(args, [
      ...['-f=', '--format=', '-o=', '--output-file=', '--cache', '--cache-file='],
      ...['--cache-location=', '--cache-strategy='],
    ]),
    ...['-f', 'json', '-o', path],
  ],
  read: (output) => {
    const files = parseJson(output.report);
    const isStale = output.code === 2 && STALE.test(output.log);
    if (!Array.isArray(files) || (output.code > 1 && !isStale))
      return failed(`it exited with ${output.code} without a usable report`);
    if (files.length === 0) return failed(NO_FILE);
    const findings = files.map(asRecord).flatMap(findingsOf);
    return readAll(output, isStale ? [...findings, stale] : findings);
  },
};
