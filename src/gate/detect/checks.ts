import type { CheckKind } from '../../core/vocabulary.js';
import { runnerOf } from '../runners/index.js';
import { readInvocation, toArgv } from '../invocation.js';
import { isBuild, isOfBuild, MANAGERS } from './beside-tests.js';
import type { ChosenTests } from './choose-tests.js';
import type { Detection } from './detection.js';
import type { FoundTests, UsedLanguage } from './find-tests.js';
import { localised, localisedOrBare } from './installed.js';
import type { Adapted, Language, Project } from './language.js';
import { languageOfTool } from './languages.js';
import { nearestOf } from './paths.js';
import type { Leaf } from './resolve.js';
import { checkScripts, packagesIn, type Suggestion } from './suggestions.js';
import { checkTool, onlyLooking } from './tools.js';
import { tscCheck } from './type-checks.js';
import type { Check } from '../gate.js';

/** A check without its name, which is given when all are known. */
export type NamelessCheck = Omit<Check, 'name'>;

/** The checks of a language's projects, and what a person should know of them. */
export interface FoundChecks {
  checks: NamelessCheck[];
  notes: string[];
}

interface Candidate {
  leaf: Leaf;
  source: string;
  /** Kind of a tool that detection does not know; null: such a tool is no check here. */
  otherKind: CheckKind | null;
}

/** Scripts that are there to rewrite; of a tool that nobody here knows there is no other form. */
const REPAIRS = /(?:^|[:._-])(?:fix|write)$/;
const COMPILERS: ReadonlySet<string> = new Set(['tsc', 'vue-tsc', 'tsgo', 'svelte-check']);

/** What a script's name says of the tools in it. */
function kindByName(name: string): CheckKind | null {
  if (/^(?:lint|eslint|style)/.test(name)) return 'lint';
  return /^(?:types?|type-?check|typescript)/.test(name) ? 'types' : null;
}

const OTHER_USES: ReadonlySet<string> = new Set([
  ...['--version', '--help', '--init', '--showConfig', '--print-config', '--outDir', '--outFile'],
  ...['--declaration', '--emitDeclarationOnly', '--declarationDir'],
]);

/** Package managers that lead to no script, and tools that print or build, check nothing. */
function isCheck({ argv }: Leaf): boolean {
  const { tool, args } = readInvocation(argv);
  return !MANAGERS.has(tool) && !args.some((arg) => OTHER_USES.has(arg));
}

function candidatesOf({ resolved, source, label, authority }: Suggestion): Candidate[] {
  if (resolved.kind === 'refused') return [];
  const isNamed = authority === 'package scripts';
  return resolved.leaves
    .filter((leaf) => runnerOf(leaf.argv) === null && !leaf.ignoresFailure && isCheck(leaf))
    .map((leaf) => ({ leaf, source, otherKind: isNamed ? kindByName(label) : null }));
}

/** Scripts that only look come before those that must be turned. */
function lookingFirst(suggestions: readonly Suggestion[]): Suggestion[] {
  const turns = ({ resolved }: Suggestion): boolean =>
    resolved.kind === 'ok' && resolved.leaves.some(({ argv }) => onlyLooking(argv) !== argv);
  return [...suggestions].sort((a, b) => Number(turns(a)) - Number(turns(b)));
}

/** Collects checks, each tool once in each folder, the first that asks for it. */
class Collection {
  readonly checks: NamelessCheck[] = [];
  readonly notes: string[] = [];
  /** Tool and folder to the place that asked for it first. */
  readonly #asked = new Map<string, string>();

  constructor(
    private readonly language: Language,
    private readonly detection: Detection,
  ) {}

  async add({ leaf, source, otherKind }: Candidate, isConfiguration = false): Promise<void> {
    const tool = checkTool(leaf.argv);
    const kind = tool?.kind ?? otherKind;
    if (kind === null || this.#isGiven(kind) || isOfBuild(leaf)) return;
    if (tool === null && isBuild(leaf)) return;
    if (tool !== null && languageOfTool(tool.name) !== this.language.id) return;
    const name = tool?.name ?? leaf.argv.join(' ');
    const isCompiler = COMPILERS.has(name);
    const key = `${isCompiler && isConfiguration ? 'types' : name}\0${leaf.cwd}`;
    const first = this.#asked.get(key);
    if (first !== undefined && (first !== source || isConfiguration)) return;
    this.#asked.set(key, source);
    if (isCompiler) this.#asked.set(`types\0${leaf.cwd}`, source);
    await this.#take(leaf, kind, source, name);
  }

  #isGiven(kind: CheckKind): boolean {
    const { lint, types } = this.detection.settings;
    return (kind === 'lint' && lint !== undefined) || (kind === 'types' && types !== undefined);
  }

  async #take(leaf: Leaf, kind: CheckKind, source: string, name: string): Promise<void> {
    const command = leaf.argv.join(' ');
    if (name === 'tsc') {
      const check = await tscCheck(this.detection.ctx, leaf);
      if (check.kind === 'none') this.notes.push(`types are not checked (${source}): ${check.why}`);
      else this.#keep({ argv: check.argv, cwd: leaf.cwd, kind, source });
      return;
    }
    const isForeign = REPAIRS.test(leaf.via.at(-1) ?? '') && checkTool(leaf.argv) === null;
    const argv = isForeign ? null : onlyLooking(leaf.argv);
    if (argv === null) {
      this.notes.push(`${source} is not run, it rewrites files: ${command}`);
      return;
    }
    const isEmitting = COMPILERS.has(name) && name !== 'svelte-check';
    const quiet = isEmitting && !argv.includes('--noEmit') ? [...argv, '--noEmit'] : argv;
    const adapted = await this.#adapt({ ...leaf, argv: quiet });
    if (adapted.kind === 'missing') {
      this.notes.push(`not run (${source}): ${adapted.message}`);
      return;
    }
    this.#keep({ argv: adapted.argv, cwd: leaf.cwd, kind, source });
    const plain = toArgv(readInvocation(argv)).join(' ');
    if (argv !== leaf.argv)
      this.notes.push(`${source} rewrites files (${command}); run as ${plain}`);
  }

  async #adapt(leaf: Leaf): Promise<Adapted> {
    const isOfSetup = this.detection.settings.setup !== undefined;
    if (checkTool(leaf.argv) !== null) return this.language.adaptCheck(leaf);
    if (isOfSetup)
      return { kind: 'ok', argv: await localisedOrBare(this.detection.ctx, leaf.argv, leaf.cwd) };
    const argv = await localised(this.detection.ctx, leaf.argv, leaf.cwd);
    if (argv !== null) return { kind: 'ok', argv };
    return { kind: 'missing', message: `${leaf.argv.join(' ')} is not installed` };
  }

  #keep(check: NamelessCheck): void {
    const same = (other: NamelessCheck): boolean =>
      other.cwd === check.cwd && other.argv.join('\0') === check.argv.join('\0');
    if (!this.checks.some(same)) this.checks.push(check);
  }
}

/** What the root lints and formats need not be linted again in a package. */
function withoutRepeated(checks: readonly NamelessCheck[]): NamelessCheck[] {
  const toolOf = ({ argv }: NamelessCheck) => checkTool(argv)?.name;
  const ofRoot = new Set(checks.filter(({ cwd }) => cwd === '').map(toolOf));
  return checks.filter(
    (check) =>
      check.cwd === '' || !['lint', 'format'].includes(check.kind) || !ofRoot.has(toolOf(check)),
  );
}

/** A command that stands in a test script beside the tests. */
export interface BesideCommand {
  leaf: Leaf;
  source: string;
}

async function checksOf(
  { language, projects }: UsedLanguage,
  detection: Detection,
  tests: readonly ChosenTests[],
  beside: readonly BesideCommand[],
  written: readonly Suggestion[],
): Promise<FoundChecks> {
  const { packages, resolver } = detection;
  const root: Project = { dir: '', name: 'the root', why: '' };
  const places = new Map<string, Project>([['', root]]);
  const owners = projects.wanted.filter(({ why }) => why === '');
  for (const project of [...owners, ...tests.map((one) => one.project)])
    if (projects.dirs.has(project.dir)) places.set(project.dir, project);
  const dirs = new Set([...projects.dirs, '']);
  const isWanted = ({ leaf }: Candidate) => places.has(nearestOf(dirs, leaf.cwd) ?? '');
  const pkgs = language.id === 'JavaScript' ? packagesIn(packages, [...places.keys()]) : [];
  const named = (await Promise.all(pkgs.map((pkg) => checkScripts(pkg, resolver)))).flat();
  const configured = await Promise.all([...places.values()].map((one) => language.checks(one)));
  const isTarget = ({ authority }: Suggestion) => authority === 'targets';
  const collection = new Collection(language, detection);
  for (const { leaf, source } of beside)
    await collection.add({ leaf, source, otherKind: 'script' });
  const asked = [
    ...written.filter((one) => !isTarget(one)),
    ...lookingFirst(named),
    ...written.filter(isTarget),
  ];
  for (const candidate of asked.flatMap(candidatesOf).filter(isWanted))
    await collection.add(candidate);
  for (const candidate of configured.flat().flatMap(candidatesOf))
    await collection.add(candidate, true);
  const unusable = named.flatMap(({ resolved }) =>
    resolved.kind === 'refused' ? [`not run: ${resolved.message}`] : [],
  );
  return {
    checks: withoutRepeated(collection.checks),
    notes: [...collection.notes, ...unusable],
  };
}

/** Finds lint, format and type checks of the projects that the run needs, and of the root. */
export async function findChecks(
  detection: Detection,
  { languages, tests }: FoundTests,
  beside: readonly BesideCommand[],
  written: readonly Suggestion[],
): Promise<FoundChecks> {
  const [main] = languages;
  const found: FoundChecks = { checks: [], notes: [] };
  for (const used of languages) {
    const own = used === main ? beside : [];
    const part = await checksOf(used, detection, tests, own, written);
    found.checks.push(...part.checks);
    found.notes.push(...part.notes);
  }
  return found;
}
