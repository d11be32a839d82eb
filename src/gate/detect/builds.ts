import type { Step } from '../gate.js';
import { filesMatching } from '../test-files.js';
import { RUNNERS } from '../runners/index.js';
import { isFileTool } from './beside-tests.js';
import type { ChosenTests } from './choose-tests.js';
import type { Detection } from './detection.js';
import { scriptEntry } from './entries.js';
import { localised, localisedOrBare } from './installed.js';
import { languageOfRunner } from './languages.js';
import { dependenciesFirst } from './languages/javascript-projects.js';
import { entryIsBuilt, needsOwnBuild, toolOfPackage } from './outputs.js';
import type { Package } from './packages.js';
import { isInside, nearestOf, within } from './paths.js';
import type { Leaf } from './resolve.js';
import { isWriting } from './tools.js';

const SCRIPTS: readonly string[] = [
  'build',
  'compile',
  'bundle',
  'prepare',
  'prepack',
  'prepublishOnly',
];
const MOST_FILES = 400;

/** The steps that must run before the tests, dependencies first. */
export interface FoundBuilds {
  steps: Step[];
  notes: string[];
}

/** A package and all of the repository that it depends on, dependencies first. */
function withDependencies(pkg: Package, known: readonly Package[]): Package[] {
  const reached = new Set([pkg]);
  // A Set grows while it is gone through, so this follows dependencies of dependencies.
  for (const one of reached)
    for (const other of known)
      if (other.name !== '' && one.dependsOn.has(other.name)) reached.add(other);
  return dependenciesFirst([...reached]);
}

/** Packages that checks look at as they are published, and must be built for that. */
function packagesChecked({ repo, packages }: Detection, checks: readonly Step[]) {
  const dirs = new Set(packages.all.map(({ dir }) => dir));
  const wanted = new Map<Package, string>();
  for (const { argv, cwd } of checks) {
    const tool = toolOfPackage(argv);
    const pkg = packages.at(nearestOf(dirs, cwd) ?? '');
    if (tool !== null && pkg !== null && entryIsBuilt(repo, pkg))
      wanted.set(pkg, `${tool} looks at what it builds`);
  }
  return wanted;
}

/** Packages whose build tests or checks cannot do without, and why. */
async function packagesToBuild(
  detection: Detection,
  tests: readonly ChosenTests[],
  checks: readonly Step[],
): Promise<Map<Package, string>> {
  const { repo, packages } = detection;
  const known = [...packages.members, ...packages.all.filter(({ dir }) => dir === '')];
  const wanted = packagesChecked(detection, checks);
  for (const { project, suites } of tests) {
    const pkg = packages.at(project.dir);
    const isOurs = suites.some(({ runner }) => languageOfRunner(runner) === 'JavaScript');
    if (pkg === null || !isOurs) continue;
    // The root's runner may run the tests of every package.
    const tested = project.dir === '' ? dependenciesFirst(known) : withDependencies(pkg, known);
    const used = new Set(tested.flatMap(({ dependsOn }) => [...dependsOn]));
    for (const one of tested)
      if (used.has(one.name) && entryIsBuilt(repo, one))
        wanted.set(one, 'other packages import what it builds');
    const patterns = suites.flatMap(({ runner }) => RUNNERS[runner].testFilePatterns);
    const files = filesMatching(
      patterns.flatMap((glob) => [glob, within(project.dir, glob)]),
      repo.files.filter((file) => isInside(file, project.dir)),
    );
    for (const one of project.dir === '' ? tested : [pkg])
      if (!wanted.has(one) && (await needsOwnBuild(repo, one, ofPackage(one, files, known))))
        wanted.set(one, 'its tests import what it builds');
  }
  return wanted;
}

function ofPackage(pkg: Package, files: readonly string[], known: readonly Package[]): string[] {
  const inner = known.filter(({ dir }) => dir !== pkg.dir && isInside(dir, pkg.dir));
  return files
    .filter((file) => isInside(file, pkg.dir) && !inner.some(({ dir }) => isInside(file, dir)))
    .slice(0, MOST_FILES);
}

async function stepsOf({ ctx, settings }: Detection, leaves: readonly Leaf[], source: string) {
  const found: FoundBuilds = { steps: [], notes: [] };
  for (const { argv, cwd } of leaves) {
    const command = argv.join(' ');
    const start = settings.setup === undefined ? localised : localisedOrBare;
    const local = isWriting(argv) ? null : await start(ctx, argv, cwd);
    if (local !== null) found.steps.push({ argv: local, cwd });
    else if (isWriting(argv))
      found.notes.push(`${source} is run without ${command}: it rewrites files`);
    else found.notes.push(`${source} is run without ${command}: it is not installed`);
  }
  return found;
}

async function buildOf(detection: Detection, pkg: Package, why: string): Promise<FoundBuilds> {
  const place = pkg.dir || 'the root';
  const name = SCRIPTS.find((script) => script in pkg.scripts);
  const entry = name === undefined ? null : scriptEntry(pkg, name);
  if (entry === null)
    return { steps: [], notes: [`${place} must be built (${why}), but no script says how`] };
  const resolved = await detection.resolver.entry(entry);
  if (resolved.kind === 'refused')
    return { steps: [], notes: [`${place} must be built (${why}), but ${resolved.message}`] };
  const source = `the script "${entry.name}" of ${place}`;
  const { steps, notes } = await stepsOf(detection, resolved.leaves, source);
  return { steps, notes: [`${source} runs before the tests: ${why}`, ...notes] };
}

const sameStep = (one: Step, other: Step): boolean =>
  one.cwd === other.cwd && one.argv.join('\0') === other.argv.join('\0');

/** What may need a build: tests, what their script builds itself, and checks. */
export interface BuildNeeds {
  tests: readonly ChosenTests[];
  ofScripts: readonly Leaf[];
  checks: readonly Step[];
}

/** Finds what must be built first: what the test script builds, and what tests and checks look at. */
export async function findBuilds(
  detection: Detection,
  { tests, ofScripts, checks }: BuildNeeds,
): Promise<FoundBuilds> {
  const scripted = await stepsOf(detection, ofScripts, 'the test script');
  const needed = await packagesToBuild(detection, tests, checks);
  const built = new Set(ofScripts.filter((leaf) => !isFileTool(leaf)).map(({ cwd }) => cwd));
  const parts: FoundBuilds[] = [];
  for (const pkg of dependenciesFirst([...needed.keys()]))
    if (!built.has(pkg.dir)) parts.push(await buildOf(detection, pkg, needed.get(pkg) ?? ''));
  const steps = [...parts, scripted].flatMap((part) => part.steps);
  return {
    steps: steps.filter((step, at) => steps.findIndex((one) => sameStep(one, step)) === at),
    notes: [...parts, scripted].flatMap((part) => part.notes),
  };
}
