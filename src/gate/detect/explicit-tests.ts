import type { ReportPlace } from '../gate.js';
import { readInvocation } from '../invocation.js';
import { RUNNERS, runnerOf } from '../runners/index.js';
import type { ChosenSuite } from './choose-tests.js';
import type { Detection } from './detection.js';
import type { Adapted, Language } from './language.js';
import { languageOfRunner, type LanguageId } from './languages.js';
import type { Leaf } from './resolve.js';
import type { TestGroup } from './test-groups.js';

/** The tests that a person names, and what their script runs beside them. */
export type ExplicitTests =
  | { kind: 'found'; suites: ChosenSuite[]; group: TestGroup; report: ReportPlace | null }
  | { kind: 'refused'; message: string };

export const WAY_OUT =
  'give the command of the test runner itself with --test (gate.test), e.g. --test "npx jest"';
const OWN_REPORT =
  'or, when the command writes a JUnit or TAP report itself, say where with gate.report';

const refused = (message: string): ExplicitTests => ({ kind: 'refused', message });

/** The local program of a bare name; whatever else a person names is what they mean. */
async function adaptGiven(
  leaf: Leaf,
  id: LanguageId,
  languages: readonly Language[],
): Promise<Adapted> {
  const language = languages.find((one) => one.id === id);
  const [program = ''] = readInvocation(leaf.argv).launcher;
  const isBare = id === 'JavaScript' || (id === 'Python' && /^(?:pytest|py\.test)$/.test(program));
  if (language === undefined || !isBare) return { kind: 'ok', argv: leaf.argv };
  return language.adaptTests(leaf, { dir: leaf.cwd, name: '', why: '' });
}

/** The command that a person gave: a runner, or a script that leads to one, at the root. */
export async function explicitTests(
  { settings, resolver }: Detection,
  argv: string[],
  source: string,
  languages: readonly Language[],
): Promise<ExplicitTests> {
  const common = { authority: 'instructions', source, dir: '', isSpecial: false } as const;
  if (settings.report !== undefined) {
    const group: TestGroup = { ...common, suites: [], before: [], after: [] };
    const suite: ChosenSuite = { argv, cwd: '', runner: 'report', source };
    return { kind: 'found', suites: [suite], group, report: settings.report };
  }
  const resolved = await resolver.command(argv, '');
  if (resolved.kind === 'refused') return refused(`${resolved.message}; ${WAY_OUT}`);
  const { leaves } = resolved;
  const runners = leaves.map((leaf) => runnerOf(leaf.argv));
  const last = runners.findLastIndex((runner) => runner !== null);
  if (last === -1) {
    const supported = Object.keys(RUNNERS).join(', ');
    return refused(
      `"${argv.join(' ')}" runs none of the supported runners: ${supported}; ${WAY_OUT}, ${OWN_REPORT}`,
    );
  }
  const suites: ChosenSuite[] = [];
  for (const [index, leaf] of leaves.entries()) {
    const runner = runners[index];
    if (runner == null) continue;
    const adapted = await adaptGiven(leaf, languageOfRunner(runner.id), languages);
    if (adapted.kind === 'missing') return refused(adapted.message);
    suites.push({ argv: adapted.argv, cwd: leaf.cwd, runner: runner.id, source });
  }
  const others = leaves.map((leaf, index) => ({ leaf, index })).filter((_, i) => !runners[i]);
  const group: TestGroup = {
    ...common,
    suites: [],
    before: others.filter(({ index }) => index < last).map(({ leaf }) => leaf),
    after: others.filter(({ index }) => index > last).map(({ leaf }) => leaf),
  };
  return { kind: 'found', suites, group, report: null };
}
