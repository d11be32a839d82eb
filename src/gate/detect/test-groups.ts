import { RUNNERS, runnerOf } from '../runners/index.js';
import type { RunnerId } from '../../core/vocabulary.js';
import { languageOfRunner, type LanguageId } from './languages.js';
import { nearestOf } from './paths.js';
import { partOnly, redFlag } from './red-flags.js';
import type { Leaf } from './resolve.js';
import { AUTHORITIES, type Authority, type Suggestion } from './suggestions.js';

/** A test command of the repository, and what runs with it. */
export interface Suite extends Leaf {
  runner: RunnerId;
}

/** What one place of the repository says of the tests of one project. */
export interface TestGroup {
  authority: Authority;
  source: string;
  /** Folder of the project. */
  dir: string;
  suites: Suite[];
  before: Leaf[];
  after: Leaf[];
  /** Its name says that it is not the usual test run: end-to-end, benchmarks, … */
  isSpecial: boolean;
}

/** A place that speaks of tests and cannot be used. */
export interface Unusable {
  authority: Authority;
  source: string;
  dir: string;
  why: string;
  /** Its green would prove nothing: nothing weaker may take its place silently. */
  isRedFlag: boolean;
}

export interface Sorted {
  /** The usual test runs before special ones, the highest authority first. */
  groups: TestGroup[];
  unusable: Unusable[];
}

const SPECIAL =
  /e2e|end.to.end|integration|browser|bench|smoke|nightly|\bdocs?\b|release|deploy|publish|canary|example|downstream|compat|legacy|\bdist\b|coverage|watch|debug|\bui\b|windows|macos|acceptance|visual|storybook|type-?(?:check|test)|mutation|perf|\bbun\b|\bdeno\b/i;
const ABOUT_TESTS =
  /\btests?\b|\bunit\b|jest|vitest|mocha|\bava\b|pytest|unittest|playwright|nextest|gotestsum|\bmvnw?\b|gradlew?\b/;

/** Lines that speak of tests to a person, or look whether their runner is there. */
const ONLY_TELLS = /^"(?:echo|printf|command|which|type|hash)\b/;

function toSuite(leaf: Leaf, language: LanguageId): Suite | null {
  const runner = runnerOf(leaf.argv);
  const isOurs = runner !== null && languageOfRunner(runner.id) === language;
  return isOurs ? { ...leaf, runner: runner.id } : null;
}

function flawOf(suite: Suite, { authority, own, flaw }: Suggestion): string | null {
  if (flaw !== null) return flaw;
  if (suite.ignoresFailure) return 'it ignores the failure of the tests';
  const flag = redFlag(suite.argv);
  if (flag !== null) return flag;
  const isWritten = authority === 'instructions' || authority === 'CI files';
  return isWritten ? partOnly(suite.argv, own, authority === 'instructions') : null;
}

function groupOf(suggestion: Suggestion, dir: string, leaves: Leaf[], language: LanguageId) {
  const suites = leaves.map((leaf) => toSuite(leaf, language));
  const last = suites.findLastIndex((suite) => suite !== null);
  const others = leaves.filter((leaf, index) => suites[index] === null && !leaf.ignoresFailure);
  const { authority, source, label } = suggestion;
  const found = suites.filter((suite) => suite !== null);
  const names = [label, ...found.map(({ via }) => via[0] ?? '')].join(' ');
  const group: TestGroup = {
    authority,
    source,
    dir,
    suites: found,
    before: others.filter((leaf) => leaves.indexOf(leaf) < last),
    after: others.filter((leaf) => leaves.indexOf(leaf) > last),
    isSpecial: SPECIAL.test(names) || found.every(({ runner }) => runner === 'playwright'),
  };
  return group;
}

function groupsOf(suggestion: Suggestion, language: LanguageId, dirs: ReadonlySet<string>): Sorted {
  const { authority, source, resolved, label, dir } = suggestion;
  const place = { authority, source, dir };
  if (resolved.kind === 'refused') {
    const { message, masks } = resolved;
    const isProse = authority === 'instructions';
    // What prose only mentions needs no explanation when it cannot be followed.
    const isScript = authority === 'package scripts';
    const speaks =
      ABOUT_TESTS.test(isScript ? `${label} ${message}` : message) && !ONLY_TELLS.test(message);
    return {
      groups: [],
      unusable: speaks && !isProse ? [{ ...place, why: message, isRedFlag: masks }] : [],
    };
  }
  if (!resolved.leaves.some(({ argv }) => runnerOf(argv) !== null)) {
    const isScript = authority === 'package scripts' && ABOUT_TESTS.test(label);
    const why = `${source} runs none of the supported runners (${Object.keys(RUNNERS).join(', ')})`;
    return { groups: [], unusable: isScript ? [{ ...place, why, isRedFlag: false }] : [] };
  }
  const byDir = new Map<string, Leaf[]>();
  for (const leaf of resolved.leaves) {
    const project = nearestOf(dirs, leaf.cwd) ?? '';
    byDir.set(project, [...(byDir.get(project) ?? []), leaf]);
  }
  const withTests = [...byDir].filter(([, leaves]) =>
    leaves.some((leaf) => toSuite(leaf, language) !== null),
  );
  const sorted: Sorted = { groups: [], unusable: [] };
  for (const [project, leaves] of withTests) {
    const all = withTests.length === 1 ? resolved.leaves : leaves;
    const group = groupOf(suggestion, project, all, language);
    const why = group.suites.map((suite) => flawOf(suite, suggestion)).find((flaw) => flaw);
    if (why == null) sorted.groups.push(group);
    else sorted.unusable.push({ ...place, dir: project, why, isRedFlag: true });
  }
  return sorted;
}

/** Sorts what suggestions say of the tests of a language's projects, whose folders are `dirs`. */
export function sortSuggestions(
  suggestions: readonly Suggestion[],
  language: LanguageId,
  dirs: ReadonlySet<string>,
): Sorted {
  const parts = suggestions.map((suggestion) => groupsOf(suggestion, language, dirs));
  const rank = ({ authority, isSpecial }: TestGroup): number =>
    AUTHORITIES.indexOf(authority) + (isSpecial ? AUTHORITIES.length : 0);
  const groups = parts.flatMap((part) => part.groups);
  return {
    groups: groups
      .map((group, index) => ({ group, index }))
      .sort((a, b) => rank(a.group) - rank(b.group) || a.index - b.index)
      .map(({ group }) => group),
    unusable: parts.flatMap((part) => part.unusable),
  };
}
