import { asList, asRecord, asText, parseJson } from '../json.js';
import { makeReport, type ParsedReport, type RawTest, type SuiteRun } from './runner.js';

const OUTCOMES = ['passed', 'failed', 'skipped'] as const;

/**
 * Reads what our own reporters write: one JSON object a line, `{"test": {file, titles, outcome,
 * message}}` or `{"file": path}`, and `{"end": true}` last; without that line the run was cut short.
 */
export function parseOwnReport(report: string, run: SuiteRun): ParsedReport | null {
  const lines = report.split('\n').filter(Boolean).map(parseJson).map(asRecord);
  if (lines.at(-1)?.end !== true) return null;
  const tests = lines.flatMap((line): RawTest[] => {
    const test = asRecord(line.test);
    const outcome = OUTCOMES.find((known) => known === test.outcome);
    if (outcome === undefined) return [];
    const titles = asList(test.titles).map(asText);
    return [{ file: asText(test.file), titles, outcome, message: asText(test.message) }];
  });
  const files = lines.map((line) => asText(line.file)).filter(Boolean);
  return makeReport(tests, files, run);
}
