import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { asList, asRecord, asText } from '../json.js';
import { FILE_ITSELF, makeReport, type ParsedReport, type RawTest } from './runner.js';

const LISTS = ['testsuite', 'testcase', 'failure', 'error', 'skipped'];

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => LISTS.includes(name),
});

function casesOf(suite: Record<string, unknown>): Record<string, unknown>[] {
  return [
    ...asList(suite.testcase).map(asRecord),
    ...asList(suite.testsuite).map(asRecord).flatMap(casesOf),
  ];
}

function problemOf(problem: unknown): string {
  const { '@message': message, '#text': text } = asRecord(problem);
  return asText(text) || asText(message) || asText(problem);
}

/** `tests.test_a.TestB` in `tests/test_a.py` is the class `TestB`. */
function classTitles(className: string, file: string): string[] {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  const rest = className.startsWith(module) ? className.slice(module.length + 1) : className;
  return rest === '' ? [] : rest.split('.');
}

function readCase(testcase: Record<string, unknown>): RawTest {
  const file = asText(testcase['@file']);
  const problems = [...asList(testcase.failure), ...asList(testcase.error)];
  const isCollection = asText(testcase['@classname']) === '';
  const name = asText(testcase['@name']);
  const titles = [...classTitles(asText(testcase['@classname']), file), name];
  const skipped = asList(testcase.skipped).length > 0;
  return {
    file: file === '' && isCollection ? `${name.replaceAll('.', '/')}.py` : file,
    titles: isCollection ? [FILE_ITSELF] : titles,
    outcome: problems.length > 0 ? 'failed' : skipped ? 'skipped' : 'passed',
    message: problems.map(problemOf).join('\n'),
  };
}

/** Reads JUnit XML as pytest writes it with `junit_family=xunit1`, the family that names files. */
export function parseJunitXml(report: string, workspace: string): ParsedReport | null {
  if (XMLValidator.validate(report) !== true) return null;
  const document = asRecord(parser.parse(report));
  const root = 'testsuites' in document ? asRecord(document.testsuites) : document;
  return makeReport(casesOf(root).map(readCase), [], workspace);
}
