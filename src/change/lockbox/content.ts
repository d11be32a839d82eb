import { SUPPRESSIONS, TEST_MARKS } from '../../core/suppressions.js';
import type { Refused } from '../change.js';
import type { Draft } from '../draft.js';
import { refuse } from '../refuse.js';
import { decode } from '../text.js';
import { inlineTests } from './inline-tests.js';
import { isAtHome } from './languages.js';
import { TEST_CODE } from './test-code.js';

type Side = 'before' | 'after';

type Finder = (path: string, text: string) => string[];

/** What stands more often on one side of the change than on the other, counted over all files. */
function surplus(drafts: Draft[], more: Side, find: Finder): string | undefined {
  const counts = new Map<string, number>();
  const count = (side: Side, by: number): void => {
    for (const draft of drafts)
      for (const found of find(draft.path, decode(draft[side]?.bytes ?? Buffer.alloc(0))))
        counts.set(found, (counts.get(found) ?? 0) + by);
  };
  count(more, 1);
  count(more === 'after' ? 'before' : 'after', -1);
  return [...counts].find(([, number]) => number > 0)?.[0];
}

/** Finds what patterns match: the text that matched, or the name of the pattern. */
function finder(patterns: Readonly<Record<string, RegExp>>, give: 'text' | 'name'): Finder {
  return (path, text) =>
    Object.entries(patterns)
      .filter(([name]) => isAtHome(name, path))
      .flatMap(([name, pattern]) =>
        [...text.matchAll(pattern)].map(([match]) =>
          give === 'name' ? name : match.replace(/\s+/g, ' ').trim(),
        ),
      );
}

const testCode = finder(TEST_CODE, 'name');
const suppressions = finder(SUPPRESSIONS, 'text');
const testMarks = finder(TEST_MARKS, 'text');

function problemOf(drafts: Draft[]): Parameters<typeof refuse> | undefined {
  const test = surplus(drafts, 'after', testCode);
  if (test !== undefined)
    return [
      'test-code',
      `The change adds ${test} to source. Tests are not part of a refactoring, and source may neither end the process nor ask whether a test runs.`,
    ];
  const silencer = surplus(drafts, 'after', suppressions);
  if (silencer !== undefined)
    return [
      'suppression',
      `The change adds ${JSON.stringify(silencer)}. Write code that passes the check without it; one that is there may move as it is.`,
    ];
  const mark = surplus(drafts, 'before', testMarks);
  if (mark !== undefined)
    return [
      'test-code',
      `The change takes ${JSON.stringify(mark)} away, which decides what tests run. Leave it with its code.`,
    ];
  const changed = surplus(drafts, 'before', inlineTests) ?? surplus(drafts, 'after', inlineTests);
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
