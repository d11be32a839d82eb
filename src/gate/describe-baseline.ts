import { hostSandbox } from '../adapters/sandbox.js';
import { union } from '../core/multiset.js';
import { notesOnAccepted } from './accept-ids.js';
import { listApi } from './api/index.js';
import { emptySuites } from './baseline-problem.js';
import { stepsOf, type FullRun } from './full-run.js';
import type { Baseline, CheckResult, GateContext, GatePlan } from './gate.js';
import { comparableCheck, type CheckedStep } from './run-oracle.js';
import { logTail, type StepResult } from './run-step.js';
import { reportOf, type SuiteResult } from './run-tests.js';
import type { ParsedReport } from './runners/runner.js';
import type { Rung } from './rungs.js';
import { countsOf, idsOf } from './test-delta.js';
import { testFiles } from './test-files.js';
import type { RunDifference } from './two-runs.js';

type Numbers = Record<string, number>;

function numbersOf(run: FullRun, measure: (step: StepResult) => number): Numbers {
  return Object.fromEntries(stepsOf(run).map((step) => [step.name, measure(step)]));
}

function largest(one: Numbers, two: Numbers): Numbers {
  const names = [...new Set([...Object.keys(one), ...Object.keys(two)])];
  return Object.fromEntries(names.map((name) => [name, Math.max(one[name] ?? 0, two[name] ?? 0)]));
}

function smallest(one: Numbers, two: Numbers): Numbers {
  return Object.fromEntries(
    Object.entries({ ...one, ...two }).map(([name, ms]) => [name, Math.min(one[name] ?? ms, ms)]),
  );
}

/** What all suites of a run report; empty where they left no report. */
export function testsOf({ tests }: Pick<FullRun, 'tests'>): ParsedReport {
  return (tests && reportOf(tests)) ?? { tests: [], files: [] };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

async function noteOnCheck(run: CheckedStep | undefined): Promise<string[]> {
  if (run === undefined) return [];
  const check = comparableCheck(run);
  if (check?.code === 0) return [];
  const what = `${run.step.name} (${run.step.argv.join(' ')})`;
  if (check === null) {
    const why = run.why ?? (await logTail(run.step, 200));
    return [`${what} does not run here and is left out: ${oneLine(why)}`];
  }
  const count = check.diagnostics.length;
  return [`${what} is red on the base commit: only new diagnostics count (${count} now)`];
}

function strayNotes(strays: Numbers): string[] {
  const names = Object.keys(strays).filter((name) => (strays[name] ?? 0) > 0);
  if (names.length === 0) return [];
  return [`leave processes behind, which are ended: ${names.join(', ')}`];
}

const emptyNote = ({ suite: { name, argv, cwd } }: SuiteResult): string =>
  `${name} (${argv.join(' ')}${cwd === '' ? '' : ` in ${cwd}`}) executes no test on the base commit and is left out`;

/** What a run of the base commit that is green says about it. */
export async function describeBaseline(
  ctx: GateContext,
  plan: GatePlan,
  run: FullRun,
  { network, home }: Rung,
): Promise<Baseline> {
  const tests = run.tests ?? [];
  const empty = await emptySuites(tests);
  const report = testsOf({ tests: tests.filter((result) => !empty.includes(result)) });
  const { checks } = run.statics;
  const told = await Promise.all(plan.checks.map(({ name }) => noteOnCheck(checks[name])));
  const matching = await testFiles(plan, ctx.workspace, ctx.signal);
  const { workspace, outDir, signal } = ctx;
  ctx.onProgress?.('api');
  const strays = numbersOf(run, ({ strays: left }) => left ?? 0);
  const times = numbersOf(run, ({ ms }) => ms);
  return {
    counts: countsOf(report),
    passed: idsOf(report, 'passed'),
    skipped: idsOf(report, 'skipped'),
    failing: idsOf(report, 'failed').filter((id) => plan.allowFailing.includes(id)),
    flaky: plan.allowFlaky,
    unstable: [],
    empty: empty.map(({ suite }) => suite.name),
    testFiles: [...new Set([...report.files, ...matching])].sort(),
    stepMs: times,
    usualMs: times,
    silenceMs: numbersOf(run, ({ longestSilenceMs }) => longestSilenceMs),
    strays,
    checks: Object.fromEntries(
      plan.checks.map(({ name }) => [name, comparableCheck(checks[name])]),
    ),
    api: await listApi({ workspace, outDir, signal }),
    writes: run.writes,
    notes: [
      ...empty.map(emptyNote),
      ...notesOnAccepted(plan, report),
      ...told.flat(),
      ...strayNotes(strays),
    ],
    sandbox: (await hostSandbox()).tier,
    network,
    home,
  };
}

function mergedCheck(one: CheckResult | null, two: CheckResult | null): CheckResult | null {
  if (one === null || two === null) return null;
  return {
    code: Math.max(one.code, two.code),
    diagnostics: union(one.diagnostics, two.diagnostics).sort(),
  };
}

/** What differs from run to run has no content of its own. */
function mergedWrites(one: Baseline['writes'], two: Baseline['writes']): Baseline['writes'] {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(two)])].sort();
  return Object.fromEntries(
    paths.map((path) => [path, one[path] === two[path] ? (one[path] ?? null) : null]),
  );
}

/** The baseline with what a second run of the same commit adds: times, further diagnostics. */
export async function mergeBaseline(
  baseline: Baseline,
  plan: GatePlan,
  second: FullRun,
  { unstable }: RunDifference,
): Promise<Baseline> {
  const { checks } = second.statics;
  // What the first run says of a check that is red there stands.
  const news = plan.checks.filter(({ name }) => {
    const before = baseline.checks[name] ?? null;
    return before !== null && (before.code === 0 || comparableCheck(checks[name]) === null);
  });
  const told = await Promise.all(news.map(({ name }) => noteOnCheck(checks[name])));
  const strays = largest(
    baseline.strays,
    numbersOf(second, ({ strays: left }) => left ?? 0),
  );
  const times = numbersOf(second, ({ ms }) => ms);
  const notes = [
    ...told.flat(),
    ...strayNotes(strays),
    ...(unstable.length === 0
      ? []
      : [`ids differ from run to run, so their tests are only counted: ${unstable.join(', ')}`]),
  ];
  return {
    ...baseline,
    unstable,
    stepMs: largest(baseline.stepMs, times),
    usualMs: smallest(baseline.usualMs, times),
    silenceMs: largest(
      baseline.silenceMs,
      numbersOf(second, ({ longestSilenceMs }) => longestSilenceMs),
    ),
    strays,
    checks: Object.fromEntries(
      plan.checks.map(({ name }) => [
        name,
        mergedCheck(baseline.checks[name] ?? null, comparableCheck(checks[name])),
      ]),
    ),
    writes: mergedWrites(baseline.writes, second.writes),
    notes: [...new Set([...baseline.notes, ...notes])],
  };
}
