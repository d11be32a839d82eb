import { SUPPRESSIONS } from '../../core/suppressions.js';
import type { Refused } from '../change.js';
import type { Draft } from '../draft.js';
import { refuse } from '../refuse.js';

/** Code that belongs to tests, or that ends a test run before it has failed. */
const TEST_CODE: Record<string, RegExp> = {
  'test-framework call':
    /(?<![.\w$])(?:describe|context|suite|it|test)(?:\.(?:only|skip|todo|each|failing|fails|concurrent))?\s*\(\s*['"`]/g,
  'test-framework import':
    /(?:from|require\(|import\(?)\s*['"](?:vitest|@jest\/globals|mocha|chai|ava|tap|node:test)['"]/g,
  'test-framework object': /(?<![.\w$])(?:jest|vi)\.(?:mock|fn|spyOn|setTimeout|unmock)\b/g,
  'pytest or unittest': /\b(?:import|from)\s+(?:pytest|unittest)\b|\bpytest\.\w+|@unittest\.\w+/g,
  'process.exit': /\bprocess\s*\.\s*(?:exit|exitCode|reallyExit|abort|kill)\b/g,
  'os._exit': /\b(?:os\s*\.\s*_exit|os\s*\.\s*abort|sys\s*\.\s*exit)\b/g,
};

/** Tests inside a source file, from the first line that matches to the end of the file. */
const INLINE_TESTS = /import\.meta\.vitest|#\[\s*cfg\s*\(\s*test\s*\)\s*\]/;

function textOf(state: { bytes: Buffer } | null): string {
  return state?.bytes.toString('latin1') ?? '';
}

function inlineTests(text: string): string {
  const at = text.search(INLINE_TESTS);
  return at === -1 ? '' : text.slice(text.lastIndexOf('\n', at) + 1);
}

function risen(drafts: Draft[], patterns: Readonly<Record<string, RegExp>>): string | undefined {
  const total = (pattern: RegExp, side: 'before' | 'after'): number =>
    drafts.reduce((sum, draft) => sum + [...textOf(draft[side]).matchAll(pattern)].length, 0);
  return Object.entries(patterns).find(
    ([, pattern]) => total(pattern, 'after') > total(pattern, 'before'),
  )?.[0];
}

/** What may not come into source files, counted over the whole change, so that it may move. */
export function checkContent(drafts: Draft[]): Refused | undefined {
  const files = drafts.map((draft) => draft.path);
  const testCode = risen(drafts, TEST_CODE);
  if (testCode !== undefined) {
    const message = `The change adds ${testCode} to source. Tests are not part of a refactoring, and source may not end the process.`;
    return refuse('test-code', message, files);
  }
  const suppression = risen(drafts, SUPPRESSIONS);
  if (suppression !== undefined) {
    const message = `The change adds "${suppression}". Write code that passes the check without it.`;
    return refuse('suppression', message, files);
  }
  const inline = drafts.find(
    ({ before, after }) =>
      after !== null && inlineTests(textOf(before)) !== inlineTests(textOf(after)),
  );
  const gone = drafts.find(
    ({ before, after }) => after === null && inlineTests(textOf(before)) !== '',
  );
  const touched = inline ?? gone;
  if (touched === undefined) return undefined;
  const message = `${touched.path} holds tests inside the source, and the change touches them or what follows them. Leave that part as it is.`;
  return refuse('inline-tests', message, [touched.path]);
}
