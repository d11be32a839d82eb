import { join, normalize } from 'node:path';
import { tryGit } from '../adapters/git.js';
import { isThere } from '../adapters/is-there.js';
import { acceptingOption, listIds, sharedFlaky, unacceptedFailures } from './accept-ids.js';
import { stepsOf, type FullRun } from './full-run.js';
import type { BaselineResult, GateContext, GatePlan } from './gate.js';
import { logTail, succeeded, type StepResult } from './run-step.js';
import type { SuiteResult, TestRun } from './run-tests.js';
import { toldSilence } from './silent-step.js';
import { endOfStep, endOfSuite, isExpectedCode, type StepEnd } from './step-end.js';
import { countsOf, idsOf } from './test-delta.js';
import { plainText, withoutWorkspace } from './text.js';

export type BaselineProblem = Exclude<BaselineResult, { kind: 'ok' }>;
type Reason = Extract<BaselineProblem, { kind: 'refused' }>['reason'];

/** What is wrong with a run of the base commit. */
export interface RunProblem {
  problem: BaselineProblem;
  /** Name of the step that failed by itself; empty: something else is wrong. */
  step: string;
  /** Ids that fail and that nobody accepts; empty: something else is wrong. */
  failing: string[];
  /** What was said of it: where a missing network or HOME shows. */
  output: string;
  /** Whether a run with more network or HOME may go better. */
  mayHelp: boolean;
}

const GIVE_COMMAND =
  'give the command of the test runner itself with --test (gate.test), e.g. --test "npx jest"';
const LOG_READ_BYTES = 256 * 1024;
const NOTHING_FOUND =
  /\bno tests?(?: files?)?(?: were)? (?:found|ran)\b|could not find ['"].*test/i;

const refused = (reason: Reason, message: string): BaselineProblem => ({
  kind: 'refused',
  reason,
  message,
});

const final = (problem: BaselineProblem): RunProblem => ({
  problem,
  step: '',
  failing: [],
  output: '',
  mayHelp: false,
});

const commandOf = ({ name, argv }: StepResult): string => `${name} (${argv.join(' ')})`;

async function failedStep(reason: Reason, what: string, step: StepResult): Promise<RunProblem> {
  const output = await logTail(step);
  const message = output === '' ? what : `${what}; the end of its output:\n${output}`;
  const problem = refused(reason, message);
  return { problem, step: step.name, failing: [], output, mayHelp: true };
}

/** A step that never came to an exit code of its own; null when all did. */
function brokenStep(step: StepResult, end: StepEnd): BaselineProblem | null {
  const command = commandOf(step);
  switch (end.kind) {
    case 'exited':
      return null;
    case 'killed':
      return { kind: 'could-not-run', message: `${command} was ${end.what}` };
    case 'unstarted':
      return refused('gate-broken', `${command} could not be started: ${end.what}`);
    case 'loud':
      return refused('gate-broken', `${command} was ${end.what}`);
    case 'late':
      return refused(
        'gate-broken',
        `${command} was ${end.what}; raise --gate-timeout (gate.timeoutSeconds)`,
      );
  }
}

/** Files that the output names, that git ignores, and that the clone therefore lacks. */
async function absentIgnored(ctx: GateContext, output: string): Promise<string[]> {
  const text = withoutWorkspace(plainText(output), ctx.workspace);
  const named = text.match(/(?:[\w.@-]+\/)*[\w@-]*\.?[\w-]+\.[\w.]+|\.env[\w.]*/g) ?? [];
  const paths = [...new Set(named.map(normalize))].filter((path) => !path.startsWith('..'));
  const absent: string[] = [];
  for (const path of paths.slice(0, 500)) {
    const isInstalled = /(?:^|\/)node_modules\//.test(path);
    if (!isInstalled && !(await isThere(join(ctx.workspace, path)))) absent.push(path);
  }
  if (absent.length === 0) return [];
  const input = absent.join('\0');
  const ignored = await tryGit(ctx.workspace, ['check-ignore', '-z', '--stdin'], { input });
  return ignored.stdout.split('\0').filter(Boolean).slice(0, 10);
}

async function redTests(
  ctx: GateContext,
  plan: GatePlan,
  failing: string[],
  run: TestRun,
): Promise<RunProblem> {
  const red = run.filter(({ report }) => report !== null && idsOf(report, 'failed').length > 0);
  const logs = await Promise.all(red.map(({ step }) => logTail(step, LOG_READ_BYTES)));
  const messages = red.flatMap(({ report }) => report?.tests.map(({ message }) => message) ?? []);
  const output = [...logs, ...messages].join('\n');
  const absent = await absentIgnored(ctx, output);
  const hint =
    absent.length === 0
      ? ''
      : `\nignored by git, so absent in the clone, and named in the output: ${absent.join(', ')}; copy them in with --copy`;
  const option = acceptingOption('--allow-failing', failing, plan.allowFailing);
  const message =
    `${failing.length === 1 ? 'a test fails' : `${failing.length} tests fail`} on the base commit:${listIds(failing)}${hint}\n` +
    `make them pass there, choose another --base, or accept that they go on failing with${option}`;
  return { problem: refused('baseline-red', message), step: '', failing, output, mayHelp: true };
}

/** Whether a suite came to its end and executed no test. */
async function isEmpty(result: SuiteResult): Promise<boolean> {
  const { step, report } = result;
  if (endOfSuite(result).kind !== 'exited') return false;
  if (report === null) return NOTHING_FOUND.test(await logTail(step));
  const { passed, failed } = countsOf(report);
  return passed + failed === 0;
}

/**
 * The suites that execute no test on the base commit and can be left out, for they own nothing in
 * scope; none where no other suite is left.
 */
export async function emptySuites(run: TestRun): Promise<SuiteResult[]> {
  const empty = await Promise.all(
    run.map(async (result) => result.suite.isDependent === true && (await isEmpty(result))),
  );
  return empty.every(Boolean) ? [] : run.filter((_, index) => empty[index]);
}

async function problemOfSuite(result: SuiteResult): Promise<RunProblem | null> {
  const { step, report } = result;
  const command = step.argv.join(' ');
  if (await isEmpty(result)) {
    // Tests may skip themselves where they have no network.
    const mayHelp = report !== null && report.tests.length > 0;
    const what = `${command} executed no test; ${GIVE_COMMAND}`;
    return { ...final(refused('no-tests', what)), mayHelp };
  }
  const exit = `exited with ${step.code ?? '?'}`;
  if (report === null)
    return failedStep('gate-broken', `${command} ${exit} and left no report`, step);
  if (idsOf(report, 'passed').length === 0) {
    const what = `${command} executed no test that passes; ${GIVE_COMMAND}`;
    return { ...final(refused('no-tests', what)), mayHelp: true };
  }
  if (isExpectedCode(result)) return null;
  const what = `every test passes or is accepted on the base commit, but ${command} ${exit}`;
  return failedStep('baseline-red', what, step);
}

/** Flaky ids of which a failure could be that of another test. */
function problemOfAccepted(plan: GatePlan, run: TestRun): RunProblem | null {
  const ids = run.flatMap(({ report }) => (report === null ? [] : sharedFlaky(plan, report)));
  if (ids.length === 0) return null;
  const message =
    `--allow-flaky would cover several tests with one id:${listIds(ids)}\n` +
    'make them steady, or give them titles that differ in more than a time, a port, an address or a temporary path';
  return final(refused('baseline-flaky', message));
}

async function problemOfStatics(plan: GatePlan, { statics }: FullRun): Promise<RunProblem | null> {
  const build = statics.build.find((step) => !succeeded(step));
  if (build !== undefined) {
    const what = `the build step "${build.argv.join(' ')}" fails on the base commit; make it pass there, or name the right one with --build`;
    return failedStep('baseline-red', what, build);
  }
  for (const { name, kind } of plan.checks) {
    const step = statics.checks[name]?.step;
    if (kind !== 'script' || step === undefined || succeeded(step)) continue;
    const what = `"${step.argv.join(' ')}" of the test script fails on the base commit; make it pass there, or give the test command alone with --test`;
    return failedStep('baseline-red', what, step);
  }
  return null;
}

/** Why a run of the base commit is not green; null when it is, but for what the plan accepts. */
export async function problemOf(
  ctx: GateContext,
  plan: GatePlan,
  run: FullRun,
): Promise<RunProblem | null> {
  const tests = run.tests ?? [];
  const endOf = new Map(tests.map((result) => [result.step, endOfSuite(result)]));
  for (const step of stepsOf(run)) {
    if (step.ended === 'stalled') return final(refused('gate-broken', await toldSilence(step)));
    const broken = brokenStep(step, endOf.get(step) ?? endOfStep(step));
    if (broken !== null) return final(broken);
  }
  const red = await problemOfStatics(plan, run);
  if (red !== null) return red;
  const failing = unacceptedFailures(plan, {
    tests: tests.flatMap(({ report }) => report?.tests ?? []),
  });
  if (failing.length > 0) return redTests(ctx, plan, failing, tests);
  const empty = await emptySuites(tests);
  for (const suite of tests) {
    const problem = empty.includes(suite) ? null : await problemOfSuite(suite);
    if (problem !== null) return problem;
  }
  return problemOfAccepted(plan, tests);
}

/** The refusal of a base commit whose runs disagree on `ids`. */
export function flakyProblem(plan: GatePlan, ids: string[], isTooMany: boolean): BaselineProblem {
  const what = `two runs of the base commit disagree on ${ids.length === 1 ? 'a test' : `${ids.length} tests`}:${listIds(ids)}\n`;
  if (isTooMany)
    return refused(
      'baseline-flaky',
      `${what}that is too many to leave out: make the suite steady (order, time, ports, shared files), or give the steady part of it with --test`,
    );
  const option = acceptingOption('--allow-flaky', ids, plan.allowFlaky);
  return refused(
    'baseline-flaky',
    `${what}make them steady, or leave them out of every verdict with${option}`,
  );
}
