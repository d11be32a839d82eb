import { withoutOptions } from '../invocation.js';
import { asRecord, asText, parseJson } from '../json.js';
import { failed, NO_FILE, readAll, unformatted, type Finding, type Tool } from './tool.js';

const NO_PYTHON = /No Python files found/;

/** `ruff check`, with which a configuration may ask for fixes: they are turned off. */
export const ruffCheck: Tool = {
  recognise: ({ tool, args }) => tool === 'ruff' && args[0] === 'check',
  report: 'stdout',
  args: (args) => [
    ...withoutOptions(args, [
      ...['--output-format=', '--format=', '-o=', '--output-file=', '--statistics'],
      ...['--show-files', '--fix', '--unsafe-fixes', '--fix-only', '--diff', '-q', '--quiet'],
      ...['-s', '--silent', '--cache-dir='],
      // Ruff refuses a flag that is given twice.
      ...['--no-fix', '--no-cache', '-n'],
    ]),
    ...['--no-fix', '--no-cache', '--output-format', 'json'],
  ],
  read: (output) => {
    const report = parseJson(output.report);
    if (!Array.isArray(report) || output.code > 1)
      return failed(`it exited with ${output.code} without a usable report`);
    if (NO_PYTHON.test(output.log)) return failed(NO_FILE);
    const findings = report.map(asRecord).map(({ filename, code, severity, message }) => ({
      file: asText(filename),
      severity: asText(severity) || 'error',
      rule: asText(code) || 'syntax',
      message: asText(message),
    }));
    return readAll(output, findings);
  },
};

/** What ruff tells of a file: up to 0.14 in one line, later with the place on the next. */
const PLACES: readonly (readonly [RegExp, 'format' | 'syntax'])[] = [
  [/^(?<message>Would reformat): (?<file>.+)$/gm, 'format'],
  [/^unformatted: (?<message>.*)\n\s*--> (?<file>.+?):\d+:\d+$/gm, 'format'],
  [/^error: Failed to parse (?<file>.+?):\d+:\d+: (?<message>.*)$/gm, 'syntax'],
  [/^invalid-syntax: (?<message>.*)\n\s*--> (?<file>.+?):\d+:\d+$/gm, 'syntax'],
];

function findingsOf(log: string): Finding[] {
  return PLACES.flatMap(([pattern, rule]) =>
    [...log.matchAll(pattern)].map(({ groups: { file = '', message = '' } = {} }) =>
      rule === 'format' ? unformatted(file) : { file, severity: 'error', rule, message },
    ),
  );
}

/** `ruff format --check`: 1 is unformatted, 2 is text that it cannot read. */
export const ruffFormat: Tool = {
  recognise: ({ tool, args }) => tool === 'ruff' && args[0] === 'format',
  report: 'log',
  args: (args) => [
    ...withoutOptions(args, [
      ...['--check', '--diff', '-q', '--quiet', '-s', '--silent', '--cache-dir='],
      ...['--output-format=', '-n', '--no-cache'],
    ]),
    ...['--check', '--no-cache'],
  ],
  read: (output) =>
    NO_PYTHON.test(output.log) ? failed(NO_FILE) : readAll(output, findingsOf(output.log)),
};
