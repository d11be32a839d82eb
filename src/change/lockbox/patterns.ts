import picomatch from 'picomatch';
import type { LockboxRules, Refused } from '../change.js';
import { refuse } from '../refuse.js';
import { casedRule } from './cased-names.js';
import { HARD, LOCKED_OTHERS } from './locked-others.js';
import { LOCKED_TESTS, TESTS } from './locked-tests.js';
import { LOCKED_TOOLS } from './locked-tools.js';
import { foldCase, foldPath, trimmedPath } from './paths.js';

/** Locked unless the project opens single entries; matching too much only narrows what the loop may touch. */
const PROTECTED: Readonly<Record<string, string[]>> = {
  ...LOCKED_TESTS,
  ...LOCKED_TOOLS,
  ...LOCKED_OTHERS,
};

type Matcher = (path: string) => boolean;

/** Tells whether a folded path meets a glob. */
export function matcher(glob: string): Matcher {
  const ofName = /^\*\*\/([^/]+)$/.exec(glob)?.[1];
  // Flag s, for a name may hold a newline; with flags, picomatch has no `nocase`.
  const pattern = picomatch.makeRe(foldCase(ofName ?? glob), { dot: true, flags: 'is' });
  if (ofName === undefined) return (path) => pattern.test(path);
  // The same answer, in a third of the time: a survey asks for every file of a repository.
  return (path) => pattern.test(path.slice(path.lastIndexOf('/') + 1));
}

const hard = HARD.map((glob) => ({ glob, matches: matcher(glob) }));
const locked = Object.entries(PROTECTED).flatMap(([group, globs]) =>
  globs.map((glob) => ({ group, glob, matches: matcher(glob) })),
);

function cased(path: string): { glob: string; group: string } | undefined {
  const glob = casedRule(trimmedPath(path));
  return glob === undefined ? undefined : { glob, group: TESTS };
}

/** Decides which paths no change may touch; made once for a set of rules, paths must be safe ones. */
export function lockboxPatterns(rules: LockboxRules): (path: string) => Refused | undefined {
  const reported = new Set(rules.testFiles.map(foldPath));
  const added = rules.add.map((glob) => ({
    group: 'added by the project',
    glob,
    matches: matcher(glob),
  }));
  const open = rules.except.map(matcher);
  return (path) => {
    const folded = foldPath(path);
    if (reported.has(folded)) {
      const message = `${path} is a test file, the project's own test runner reports it. No change may touch tests; change the source only.`;
      return refuse('test-file', message, [path]);
    }
    const always = hard.find(({ matches }) => matches(folded));
    if (always !== undefined) {
      const message = `${path} meets the lockbox rule "${always.glob}", which nothing opens. Leave the file as it is.`;
      return refuse('protected-path', message, [path]);
    }
    if (open.some((matches) => matches(folded))) return undefined;
    const rule = [...added, ...locked].find(({ matches }) => matches(folded)) ?? cased(path);
    if (rule === undefined) return undefined;
    const message = `${path} meets the lockbox rule "${rule.glob}" (${rule.group}). Leave the file as it is; only the project can open it, with lockbox.except.`;
    return refuse('protected-path', message, [path]);
  };
}
