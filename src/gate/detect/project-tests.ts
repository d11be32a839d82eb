import { inShort } from './in-short.js';
import { chooseTests, unusableInWords, type Choice, type ChosenTests } from './choose-tests.js';
import type { Detection } from './detection.js';
import type { Language, Project, Projects } from './language.js';
import { packagesIn, testScripts, type Suggestion } from './suggestions.js';
import { sortSuggestions, type Unusable } from './test-groups.js';

/** The tests that a language's projects in scope need. */
export type LanguageTests =
  | { kind: 'found'; tests: ChosenTests[]; notes: string[] }
  | { kind: 'refused'; message: string }
  | { kind: 'none'; unusable: Unusable[] };

const ROOT: Project = { dir: '', name: 'the root', why: '' };

const inWords = ({ name, why }: Project): string => (why === '' ? name : `${name} (${why})`);

function notRun(project: Project, unusable: readonly Unusable[]): string[] {
  const reasons = [...new Set(unusable.map(({ source, why }) => unusableInWords(source, why)))];
  if (reasons.length === 0) return [];
  return [`the tests of ${inWords(project)} are not run: ${inShort(reasons, '; ')}`];
}

function whichProjects({ wanted, dirs, word }: Projects): string[] {
  if (dirs.size <= 1 || wanted.length === 0) return [];
  return [`${wanted.length} of ${dirs.size} ${word}: ${inShort(wanted.map(inWords), ', ')}`];
}

/** Finds the tests of every wanted project; those of the root instead where they run them all. */
export async function projectTests(
  language: Language,
  projects: Projects,
  { packages, resolver }: Detection,
  written: readonly Suggestion[],
): Promise<LanguageTests> {
  const { wanted, dirs } = projects;
  if (wanted.length === 0) return { kind: 'none', unusable: [] };
  const places = [...wanted.filter(({ dir }) => dir !== ''), ROOT];
  const folders = places.map(({ dir }) => dir);
  const scripts = packagesIn(packages, folders).map((pkg) => testScripts(pkg, resolver));
  const configured = places.map((place) => language.configured(place));
  const suggestions = [...written, ...(await Promise.all([...scripts, ...configured])).flat()];
  const sorted = sortSuggestions(suggestions, language.id, new Set([...dirs, '']));
  const choose = (project: Project) => chooseTests(language, project, sorted);

  const root = await choose(wanted.find(({ dir }) => dir === '') ?? ROOT);
  const covering = root.kind === 'chosen' ? root.tests : null;
  const own: { project: Project; choice: Choice }[] = [];
  const covered = wanted.filter(({ dir }) => dir === '');
  for (const project of wanted.filter(({ dir }) => dir !== '')) {
    const isCovered = covering !== null && (await language.covers(covering.group, project));
    const choice = isCovered ? null : await choose(project);
    if (choice !== null) own.push({ project, choice });
    if (choice === null || choice.kind === 'none') covered.push(project);
  }
  const notes = whichProjects(projects);
  const choices = [...own.map(({ choice }) => choice), root];
  const unusable = choices.flatMap((one) => (one.kind === 'none' ? one.unusable : []));
  const tests: ChosenTests[] = [];
  for (const { project, choice } of own) {
    if (choice.kind === 'chosen') tests.push(choice.tests);
    else if (choice.kind === 'none') notes.push(...notRun(project, choice.unusable));
    else if (project.why === '') return choice;
    else notes.push(`the tests of ${inWords(project)} are not run: ${choice.message}`);
  }
  const [first] = covered;
  const isCovering = first !== undefined;
  if (isCovering && covering !== null) {
    const why = covered.every((project) => project.why !== '') ? first.why : '';
    tests.push({ ...covering, project: { ...covering.project, why } });
  } else if (isCovering && root.kind === 'refused') return root;
  if (tests.length === 0) return { kind: 'none', unusable };
  if (isCovering && covering === null) notes.push(...withoutTests(wanted, tests));
  return { kind: 'found', tests, notes };
}

function withoutTests(wanted: readonly Project[], tests: readonly ChosenTests[]): string[] {
  const tested = new Set(tests.map(({ project }) => project.dir));
  const missing = wanted.filter(({ dir, why }) => why === '' && !tested.has(dir));
  return missing.length === 0
    ? []
    : [`without tests of their own: ${missing.map(({ name }) => name).join(', ')}`];
}
