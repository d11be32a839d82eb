import { isAtHome } from '../../core/languages.js';
import { minus } from '../../core/multiset.js';
import { marksIn, SUPPRESSIONS, TEST_MARKS } from '../../core/suppressions.js';
import type { Refused } from '../change.js';
import type { Draft } from '../draft.js';
import { refuse } from '../refuse.js';
import { decode } from '../text.js';
import { inlineTests } from './inline-tests.js';
import { TEST_CODE } from './test-code.js';

type Finder = (path: string, text: string) => string[];

/** A file of the change, decoded; empty where there is none. */
interface Texts {
  path: string;
  before: string;
  after: string;
}

/** What all files of the change hold before and after it. */
function findIn(texts: Texts[], find: Finder): { before: string[]; after: string[] } {
  return {
    before: texts.flatMap(({ path, before }) => find(path, before)),
    after: texts.flatMap(({ path, after }) => find(path, after)),
  };
}

const testCode: Finder = (path, text) =>
  Object.entries(TEST_CODE)
    .filter(([name]) => isAtHome(name, path))
    .flatMap(([name, pattern]) => Array<string>(text.match(pattern)?.length ?? 0).fill(name));
const suppressions: Finder = (path, text) => marksIn(SUPPRESSIONS, path, text);
const testMarks: Finder = (path, text) => marksIn(TEST_MARKS, path, text);

function problemOf(drafts: Draft[]): Parameters<typeof refuse> | undefined {
  const texts = drafts.map(({ path, before, after }) => ({
    path,
    before: before === null ? '' : decode(before.bytes),
    after: after === null ? '' : decode(after.bytes),
  }));
  const code = findIn(texts, testCode);
  const [test] = minus(code.after, code.before);
  if (test !== undefined)
    return [
      'test-code',
      `The change adds ${test} to source. Tests are not part of a refactoring, and source may neither end the process nor ask whether a test runs.`,
    ];
  const silencers = findIn(texts, suppressions);
  const [silencer] = minus(silencers.after, silencers.before);
  if (silencer !== undefined)
    return [
      'suppression',
      `The change adds ${JSON.stringify(silencer)}. Write code that passes the check without it; one that is there may move as it is.`,
    ];
  const marks = findIn(texts, testMarks);
  const [mark] = minus(marks.before, marks.after);
  if (mark !== undefined)
    return [
      'test-code',
      `The change takes ${JSON.stringify(mark)} away, which decides what tests run. Leave it with its code.`,
    ];
  const { before, after } = findIn(texts, inlineTests);
  const [changed] = [...minus(before, after), ...minus(after, before)];
  if (changed === undefined) return undefined;
  const [first = ''] = changed.split('\n');
  return [
    'inline-tests',
    `Tests stand inside the source, and the change touches the one that starts with ${JSON.stringify(first)}. It may move as a whole, but its text must stay.`,
  ];
}

/** What may not come into source files, or change in them; counted over the whole change, so that it may move. */
export function checkContent(drafts: Draft[]): Refused | undefined {
  const problem = problemOf(drafts);
  if (problem === undefined) return undefined;
  const [reason, message] = problem;
  return refuse(
    reason,
    message,
    drafts.map((draft) => draft.path),
  );
}
