import type { RunnerId } from '../../core/vocabulary.js';
import { inShort } from './in-short.js';
import type { Adapted, Language, Project } from './language.js';
import { failingWhenEmpty } from './red-flags.js';
import type { Leaf } from './resolve.js';
import { AUTHORITIES } from './suggestions.js';
import type { Sorted, Suite, TestGroup, Unusable } from './test-groups.js';

/** A test command as it runs here. */
export interface ChosenSuite {
  argv: string[];
  cwd: string;
  runner: RunnerId;
  source: string;
}

/** The tests of one project, and the other commands of the same script. */
export interface ChosenTests {
  project: Project;
  group: TestGroup;
  suites: ChosenSuite[];
  notes: string[];
}

/** What came of looking for a project's tests; `none`: no place speaks of any. */
export type Choice =
  | { kind: 'chosen'; tests: ChosenTests }
  | { kind: 'refused'; message: string }
  | { kind: 'none'; unusable: Unusable[] };

const runnersIn = ({ suites }: TestGroup): string =>
  [...new Set(suites.map(({ runner }) => runner))].join(', ');

const commandOf = ({ suites }: TestGroup): string =>
  JSON.stringify(suites.map(({ argv, cwd }) => [argv, cwd]));

interface AdaptedGroup {
  group: TestGroup;
  suites: ChosenSuite[];
  notes: string[];
  missing: string | null;
}

async function adaptGroup(
  group: TestGroup,
  adapt: (leaf: Leaf) => Promise<Adapted>,
): Promise<AdaptedGroup> {
  const result: AdaptedGroup = { group, suites: [], notes: [], missing: null };
  for (const suite of group.suites) {
    const adapted = await adapt({ ...suite, argv: failingWhenEmpty(suite.argv) });
    if (adapted.kind === 'missing') return { ...result, missing: adapted.message };
    const { cwd, runner } = suite satisfies Suite;
    result.suites.push({ argv: adapted.argv, cwd, runner, source: group.source });
    if (adapted.note !== undefined) result.notes.push(adapted.note);
  }
  return result;
}

/** Two runners that only configuration speaks for, both installed, and nothing to prefer one by. */
function rivalOf(winner: AdaptedGroup, others: readonly AdaptedGroup[]): AdaptedGroup | undefined {
  if (winner.group.authority !== 'configuration') return undefined;
  return others.find(
    ({ group, missing }) =>
      missing === null &&
      group.authority === 'configuration' &&
      group.isSpecial === winner.group.isSpecial &&
      runnersIn(group) !== runnersIn(winner.group),
  );
}

function reasonFor(winner: TestGroup, others: readonly AdaptedGroup[]): string {
  const rivals = others.filter(({ missing, group }) => missing === null && !group.isSpecial);
  if (rivals.length === 0) return 'the only usual run that is installed';
  const isHigher = rivals.every(({ group }) => group.authority !== winner.authority);
  return isHigher ? 'a higher authority than the others' : 'the first of its kind';
}

/** Another place is worth a word when it names another runner, or another command as usual. */
function isDifferent(winner: TestGroup, { group }: AdaptedGroup): boolean {
  if (commandOf(group) === commandOf(winner) || group.source === winner.source) return false;
  if (runnersIn(group) !== runnersIn(winner)) return true;
  return group.authority !== 'configuration' && !group.isSpecial;
}

function whyThisOne(winner: TestGroup, others: readonly AdaptedGroup[]): string[] {
  const different = others.filter((other) => isDifferent(winner, other));
  const bySource = new Map(different.map((other) => [other.group.source, other]));
  if (bySource.size === 0) return [];
  const listed = [...bySource.values()].map(({ group, missing }) => {
    const why = missing !== null ? ', not installed' : group.isSpecial ? ', not the usual run' : '';
    return `${group.source} (${runnersIn(group)}${why})`;
  });
  const won = `tests as ${winner.source} says (${runnersIn(winner)}), ${reasonFor(winner, different)}`;
  return [`${won}; also found: ${inShort(listed, '; ')}`];
}

/** The places of a higher authority that could not be used, and the scripts. */
function notUsed(winner: TestGroup, unusable: readonly Unusable[]): string[] {
  const rank = AUTHORITIES.indexOf(winner.authority);
  const passed = unusable.filter(
    ({ authority }) =>
      AUTHORITIES.indexOf(authority) < rank ||
      (authority === 'package scripts' && authority === winner.authority),
  );
  const reasons = [...new Set(passed.map(({ source, why }) => unusableInWords(source, why)))];
  return reasons.length === 0 ? [] : [`not used: ${inShort(reasons, '; ')}`];
}

/** A place that cannot be used and why, the place once. */
export const unusableInWords = (source: string, why: string): string =>
  why.startsWith(source) ? why : `${source}: ${why}`;

/** Chooses the tests of one project among all that is said of them. */
export async function chooseTests(
  language: Language,
  project: Project,
  { groups, unusable }: Sorted,
): Promise<Choice> {
  const here = groups.filter(({ dir }) => dir === project.dir);
  const broken = unusable.filter(({ dir }) => dir === project.dir);
  const flagged = broken.find((one) => one.authority === 'package scripts' && one.isRedFlag);
  const isStrong = ({ authority }: TestGroup) =>
    authority !== 'configuration' && authority !== 'targets';
  const usable = flagged === undefined ? here : here.filter(isStrong);
  if (usable.length === 0) {
    if (flagged === undefined) return { kind: 'none', unusable: broken };
    return { kind: 'refused', message: `${flagged.source} cannot prove anything: ${flagged.why}` };
  }
  const obstacle = await language.obstacle(project);
  if (obstacle !== null) return { kind: 'refused', message: obstacle };
  const adapt = (leaf: Leaf) => language.adaptTests(leaf, project);
  const adapted: AdaptedGroup[] = [];
  for (const group of usable) adapted.push(await adaptGroup(group, adapt));
  const winner = adapted.find(({ missing }) => missing === null);
  if (winner === undefined)
    return { kind: 'refused', message: adapted.map(({ missing }) => missing).find(Boolean) ?? '' };
  const others = adapted.filter((other) => other !== winner);
  const rival = rivalOf(winner, others);
  if (rival !== undefined) {
    const [one, two] = [winner.group, rival.group].map((g) => `${g.source} (${runnersIn(g)})`);
    return { kind: 'refused', message: `${one} and ${two} cannot be told apart` };
  }
  const { group, suites, notes } = winner;
  return {
    kind: 'chosen',
    tests: {
      project,
      group,
      suites,
      notes: [...new Set([...notes, ...whyThisOne(group, others), ...notUsed(group, broken)])],
    },
  };
}
