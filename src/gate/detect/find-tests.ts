import type { DetectResult, ReportPlace } from '../gate.js';
import { unusableInWords, type ChosenTests } from './choose-tests.js';
import type { Detection } from './detection.js';
import { explicitTests, WAY_OUT } from './explicit-tests.js';
import { inShort } from './in-short.js';
import type { Language, Projects } from './language.js';
import { filesOf } from './languages.js';
import { go } from './languages/go.js';
import { java } from './languages/java.js';
import { javascript } from './languages/javascript.js';
import { python } from './languages/python.js';
import { rust } from './languages/rust.js';
import { projectTests } from './project-tests.js';
import { writtenSuggestions, type Suggestion } from './suggestions.js';
import type { Unusable } from './test-groups.js';

/** A language of the files in scope, and its projects that the run needs. */
export interface UsedLanguage {
  language: Language;
  projects: Projects;
}

/** The tests of the run, and the languages whose checks go with them. */
export interface FoundTests {
  kind: 'found';
  tests: ChosenTests[];
  languages: UsedLanguage[];
  report: ReportPlace | null;
  notes: string[];
}

type NotFound = Extract<DetectResult, { kind: 'refused' }>;

const LOOKED_AT = [
  'refactor-loop.json',
  'CLAUDE.md and AGENTS.md',
  'CI files of GitHub, GitLab and CircleCI',
];

const broken = (message: string): NotFound => ({
  kind: 'refused',
  reason: 'gate-broken',
  message: message.includes(WAY_OUT) ? message : `${message}; ${WAY_OUT}`,
});

async function used(languages: readonly Language[], detection: Detection): Promise<UsedLanguage[]> {
  const inScope = languages.filter(({ id }) => filesOf(id, detection.scope).length > 0);
  return Promise.all(
    inScope.map(async (language) => ({
      language,
      projects: await language.projects(filesOf(language.id, detection.scope)),
    })),
  );
}

function noTests(languages: readonly Language[], unusable: readonly Unusable[]): NotFound {
  if (unusable.length > 0) {
    const reasons = unusable.map(({ source, why }) => unusableInWords(source, why));
    return broken(`no usable test command: ${inShort(reasons, '; ')}`);
  }
  const places = [...LOOKED_AT, ...languages.map(({ looksAt }) => looksAt)];
  const message = `no tests found (looked at: ${places.join(', ')}, Makefile, justfile and Taskfile); ${WAY_OUT}`;
  return { kind: 'refused', reason: 'no-tests', message };
}

async function givenTests(
  detection: Detection,
  argv: string[],
  source: string,
  languages: readonly Language[],
): Promise<FoundTests | NotFound> {
  const found = await explicitTests(detection, argv, source, languages);
  if (found.kind === 'refused') return broken(found.message);
  const dirs = [...new Set(found.suites.map(({ cwd }) => cwd))];
  const tests = dirs.map((dir, index): ChosenTests => ({
    project: { dir, name: dir, why: '' },
    group: index === 0 ? found.group : { ...found.group, before: [], after: [] },
    suites: found.suites.filter(({ cwd }) => cwd === dir),
    notes: [],
  }));
  return {
    kind: 'found',
    tests,
    languages: await used(languages, detection),
    report: found.report,
    notes: [],
  };
}

async function search(
  detection: Detection,
  languages: readonly UsedLanguage[],
  all: readonly Language[],
): Promise<FoundTests | NotFound> {
  const { repo, resolver } = detection;
  const dirs = languages.flatMap(({ projects }) => projects.wanted.map(({ dir }) => dir));
  const written: Suggestion[] = await writtenSuggestions(repo, dirs, resolver);
  const result: FoundTests = { kind: 'found', tests: [], languages: [], report: null, notes: [] };
  const unusable: Unusable[] = [];
  for (const one of languages) {
    const found = await projectTests(one.language, one.projects, detection, written);
    if (found.kind === 'refused') return broken(found.message);
    if (found.kind === 'none') {
      unusable.push(...found.unusable);
      continue;
    }
    result.languages.push(one);
    result.tests.push(...found.tests);
    result.notes.push(...found.notes, ...found.tests.flatMap(({ notes }) => notes));
  }
  if (result.tests.length === 0) return noTests(all, unusable);
  return result;
}

function untested(
  languages: readonly UsedLanguage[],
  found: FoundTests | NotFound,
  scope: readonly string[],
): FoundTests | NotFound {
  if (found.kind === 'refused') return found;
  const without = languages.filter((one) => !found.languages.includes(one));
  const notes = without.map(({ language: { id } }) => {
    const files = filesOf(id, scope);
    return `no tests of ${id} found for ${files.length === 1 ? (files[0] ?? '') : `${files.length} files in scope`}`;
  });
  return { ...found, notes: [...found.notes, ...notes] };
}

/**
 * Finds the tests of the languages in scope; files of a language without any, such as a script, are
 * left to the tests of the project around them.
 */
export async function findTests(
  detection: Detection,
  source: string,
): Promise<FoundTests | NotFound> {
  const { settings, scope } = detection;
  const all = [javascript, python, go, rust, java].map((create) => create(detection));
  if (settings.test !== undefined) return givenTests(detection, settings.test, source, all);
  if (settings.report !== undefined) return broken('gate.report needs gate.test');
  const inScope = await used(all, detection);
  const own = await search(detection, inScope, all);
  if (own.kind === 'found' || own.reason !== 'no-tests') return untested(inScope, own, scope);
  const others = await Promise.all(
    all
      .filter(({ id }) => !inScope.some(({ language }) => language.id === id))
      .map(async (language) => ({ language, projects: await language.projects(scope) })),
  );
  if (others.length === 0) return own;
  return untested(inScope, await search(detection, others, all), scope);
}
