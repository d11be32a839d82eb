import { toArgv } from '../invocation.js';
import { parseJunit } from './junit-xml.js';
import { makeReport, type Runner } from './runner.js';
import { readTap } from './tap-text.js';

/** Any command that writes a report by itself, as `gate.report` says. */
export const ownReport: Runner = {
  id: 'report',
  recognise: () => false,
  withReport(invocation, _run, { report }) {
    return {
      argv: toArgv(invocation),
      helpers: [],
      report: { kind: 'glob', pattern: report?.path ?? '' },
    };
  },
  failedCode: () => 1,
  parse(reports, run, { report }) {
    if (report?.format !== 'tap') return parseJunit(reports, run);
    const read = reports.map(({ text }) => readTap(text));
    const tests = read.flatMap((found) => found ?? []);
    return read.includes(null) ? null : makeReport(tests, [], run);
  },
  testFilePatterns: [],
};
