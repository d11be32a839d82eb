import { withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, type Finding, type Tool } from './tool.js';

const FORMATS = ['text', 'json', 'tab', 'html', 'checkstyle', 'code-climate', 'junit-xml', 'sarif'];

function findingOf({ FromLinter, Text, Severity, Pos }: Record<string, unknown>): Finding {
  return {
    file: asText(asRecord(Pos).Filename),
    severity: asText(Severity) || 'error',
    rule: asText(FromLinter),
    message: asText(Text),
  };
}

/** golangci-lint 1 and 2, without its caps and its lock on the machine; 5 means no Go files. */
export const golangciLint: Tool = {
  recognise: ({ tool, args }) => tool === 'golangci-lint' && args.includes('run'),
  report: 'file',
  needsVersion: true,
  args: (args, path, version) => [
    ...withoutOptions(args, [
      ...['--out-format=', ...FORMATS.map((format) => `--output.${format}.path=`)],
      ...['--max-issues-per-linter=', '--max-same-issues=', '--issues-exit-code=', '--fix'],
      ...['-n', '--new', '--new-from-rev=', '--new-from-merge-base=', '--new-from-patch='],
    ]),
    /version v?1\./.test(version) ? `--out-format=json:${path}` : `--output.json.path=${path}`,
    ...['--max-issues-per-linter=0', '--max-same-issues=0', '--issues-exit-code=1'],
    '--allow-parallel-runners',
  ],
  read: (output) => {
    if (output.code === 5) return failed(NO_FILE);
    const report = asRecord(parseJson(output.report));
    if (output.code > 1 || !('Issues' in report))
      return failed(`it exited with ${output.code} without a usable report`);
    return readAll(output, asList(report.Issues).map(asRecord).map(findingOf));
  },
};
