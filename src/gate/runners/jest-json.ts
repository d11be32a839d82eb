import { asList, asRecord, asText, parseJson } from '../json.js';
import { FILE_ITSELF, makeReport, type ParsedReport, type RawTest } from './runner.js';

function outcomeOf(status: unknown): RawTest['outcome'] {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}

function testsOfFile(result: Record<string, unknown>): RawTest[] {
  const file = asText(result.name);
  const tests = asList(result.assertionResults)
    .map(asRecord)
    .map((assertion): RawTest => ({
      file,
      titles: [...asList(assertion.ancestorTitles).map(asText), asText(assertion.title)],
      outcome: outcomeOf(assertion.status),
      message: asList(assertion.failureMessages).map(asText).join('\n'),
    }));
  const unloadable = result.status === 'failed' && !tests.some((t) => t.outcome === 'failed');
  if (!unloadable) return tests;
  const message = asText(result.message);
  return [...tests, { file, titles: [FILE_ITSELF], outcome: 'failed', message }];
}

/** Reads the JSON report of jest and vitest. */
export function parseJestJson(report: string, workspace: string): ParsedReport | null {
  const { testResults, wasInterrupted } = asRecord(parseJson(report));
  if (!Array.isArray(testResults) || wasInterrupted === true) return null;
  const results = testResults.map(asRecord);
  const files = results.map((result) => asText(result.name));
  return makeReport(results.flatMap(testsOfFile), files, workspace);
}
