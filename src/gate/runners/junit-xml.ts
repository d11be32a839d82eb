import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { asList, asRecord, asText } from '../json.js';
import {
  makeReport,
  type ParsedReport,
  type RawTest,
  type ReportText,
  type SuiteRun,
} from './runner.js';

/** One `testcase` of a JUnit report; what a report does not say is empty. */
export interface JunitCase {
  file: string;
  className: string;
  name: string;
  /** Names of the suites around it, outermost first. */
  suites: string[];
  outcome: RawTest['outcome'];
  message: string;
}

/** A failure of an earlier try is a failure too, whatever came of the later ones. */
const PROBLEMS = [
  'failure',
  'error',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
] as const;
const LISTS: readonly string[] = ['testsuite', 'testcase', 'skipped', ...PROBLEMS];
const NOT_RUN: readonly string[] = ['notrun', 'disabled', 'skipped', 'ignored', 'pending'];

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => LISTS.includes(name),
});

function problemOf(problem: unknown): string {
  const { '@message': message, '#text': text } = asRecord(problem);
  return asText(text) || asText(message) || asText(problem);
}

function readCase(testcase: Record<string, unknown>, suites: string[]): JunitCase {
  const problems = PROBLEMS.flatMap((name) => asList(testcase[name]));
  const isSkipped =
    asList(testcase.skipped).length > 0 || NOT_RUN.includes(asText(testcase['@status']));
  return {
    file: asText(testcase['@file']),
    className: asText(testcase['@classname']),
    name: asText(testcase['@name']),
    suites,
    outcome: problems.length > 0 ? 'failed' : isSkipped ? 'skipped' : 'passed',
    message: problems.map(problemOf).join('\n'),
  };
}

function casesOf(suite: Record<string, unknown>, around: string[]): JunitCase[] {
  return [
    ...asList(suite.testcase).map((testcase) => readCase(asRecord(testcase), around)),
    ...asList(suite.testsuite)
      .map(asRecord)
      .flatMap((inner) => casesOf(inner, [...around, asText(inner['@name'])])),
  ];
}

/** Reads JUnit XML; null when it is cut short or something else. */
export function readJunit(report: string): JunitCase[] | null {
  if (XMLValidator.validate(report) !== true) return null;
  const document = asRecord(parser.parse(report));
  if ('testsuites' in document) return casesOf(asRecord(document.testsuites), []);
  return 'testsuite' in document ? casesOf(document, []) : null;
}

function rawTest({ file, className, name, suites, outcome, message }: JunitCase): RawTest {
  const around = className === '' ? suites.filter((suite) => suite !== '') : [className];
  return { file, titles: [...around, name], outcome, message };
}

/**
 * Reads reports as most tools write them: a test is named by its class, else by the suites around
 * it. `placeOf` tells what stands before that, e.g. the module whose folder the report lies in.
 */
export function parseJunit(
  reports: readonly ReportText[],
  run: SuiteRun,
  placeOf: (path: string) => string = () => '',
): ParsedReport | null {
  const read = reports.map(({ path, text }) => ({ place: placeOf(path), cases: readJunit(text) }));
  const tests: RawTest[] = [];
  for (const { place, cases } of read) {
    if (cases === null) return null;
    for (const raw of cases.map(rawTest))
      tests.push(place === '' ? raw : { ...raw, titles: [place, ...raw.titles] });
  }
  return makeReport(tests, [], run);
}
