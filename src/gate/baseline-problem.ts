import { access, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { tryGit } from '../adapters/git.js';
import { stepsOf, type FullRun } from './full-run.js';
import type { BaselineResult, GateContext, GatePlan } from './gate.js';
import { WAY_OUT } from './detect/test-command.js';
import type { TestRun } from './run-oracle.js';
import { logTail, succeeded, type StepResult } from './run-step.js';
import { idsOf } from './test-delta.js';
import { plainText, withoutWorkspace } from './text.js';

export type BaselineProblem = Exclude<BaselineResult, { kind: 'ok' }>;
type Reason = Extract<BaselineProblem, { kind: 'refused' }>['reason'];

const IDS_SHOWN = 20;
const NOTHING_FOUND =
  /\bno tests?(?: files?)?(?: were)? (?:found|ran)\b|could not find ['"].*test/i;

const refused = (reason: Reason, message: string): BaselineProblem => ({
  kind: 'refused',
  reason,
  message,
});

/** Test ids as a list for a person, cut after twenty. */
export function listIds(ids: readonly string[]): string {
  const more = ids.length > IDS_SHOWN ? [`and ${ids.length - IDS_SHOWN} more`] : [];
  return [...ids.slice(0, IDS_SHOWN), ...more].map((id) => `\n  ${id}`).join('');
}

async function withLog(message: string, step: StepResult): Promise<string> {
  const tail = await logTail(step);
  return tail === '' ? message : `${message}; the end of its output:\n${tail}`;
}

/** A step that never came to an exit code of its own; null when all did. */
export async function brokenRun(run: FullRun): Promise<BaselineProblem | null> {
  for (const step of stepsOf(run)) {
    const command = `${step.name} (${step.argv.join(' ')})`;
    if (step.ended === 'signalled' && run.tests?.report == null)
      return { kind: 'could-not-run', message: `${command} was ended by ${step.signal ?? '?'}` };
    if (step.ended === 'spawn-error')
      return refused('gate-broken', `${command} could not be started: ${step.message ?? '?'}`);
    if (step.ended === 'timeout')
      return refused(
        'gate-broken',
        `${command} did not end in ${Math.round(step.ms / 1000)} s; raise gate.timeoutSeconds`,
      );
    if (step.ended === 'output-limit')
      return refused('gate-broken', `${command} wrote more output than the gate keeps`);
  }
  return null;
}

/** Files that the log names, that git ignores, and that the clone therefore lacks. */
async function absentIgnored(ctx: GateContext, log: string): Promise<string[]> {
  const text = withoutWorkspace(plainText(log), ctx.workspace);
  const named = text.match(/(?:[\w.@-]+\/)*[\w@-]*\.?[\w-]+\.[\w.]+|\.env[\w.]*/g) ?? [];
  const paths = [...new Set(named.map(normalize))].filter((path) => !path.startsWith('..'));
  const absent: string[] = [];
  for (const path of paths.slice(0, 500)) {
    const there = await access(join(ctx.workspace, path)).then(
      () => true,
      () => false,
    );
    if (!there && !path.startsWith('node_modules/')) absent.push(path);
  }
  if (absent.length === 0) return [];
  const input = absent.join('\0');
  const ignored = await tryGit(ctx.workspace, ['check-ignore', '-z', '--stdin'], { input });
  return ignored.stdout.split('\0').filter(Boolean).slice(0, 10);
}

async function redTests(
  ctx: GateContext,
  ids: string[],
  { step, report }: TestRun,
): Promise<BaselineProblem> {
  const log = await readFile(step.logPath, 'utf8').catch(() => '');
  const messages = report?.tests.map((test) => test.message) ?? [];
  const absent = await absentIgnored(ctx, [log, ...messages].join('\n'));
  const hint =
    absent.length === 0
      ? ''
      : `\nignored by git, so absent in the clone, and named in the output: ${absent.join(', ')}; copy them in with --copy`;
  const what = `${ids.length} tests fail on the base commit; make them pass there first, or choose another base:${listIds(ids)}${hint}`;
  return refused('baseline-red', what);
}

/** Why a run of the base commit is not green; null when it is. */
export async function problemOf(
  ctx: GateContext,
  plan: GatePlan,
  run: FullRun,
): Promise<BaselineProblem | null> {
  const broken = await brokenRun(run);
  if (broken !== null) return broken;
  const build = run.statics.build.find((step) => !succeeded(step));
  if (build !== undefined)
    return refused('baseline-red', await withLog('the build fails on the base commit', build));
  const failing = run.statics.checks.find(
    ({ step }, index) => plan.checks[index]?.from === 'test' && !succeeded(step),
  );
  if (failing !== undefined) {
    const what = `"${failing.step.argv.join(' ')}" of the test script fails on the base commit`;
    return refused('baseline-red', await withLog(what, failing.step));
  }
  return run.tests === null ? null : problemOfTests(ctx, run.tests);
}

async function problemOfTests(ctx: GateContext, tests: TestRun): Promise<BaselineProblem | null> {
  const { step, report } = tests;
  const command = step.argv.join(' ');
  const failed = report === null ? [] : idsOf(report, 'failed');
  if (failed.length > 0) return redTests(ctx, failed, tests);
  if (report === null || idsOf(report, 'passed').length === 0) {
    const isEmpty = report !== null || NOTHING_FOUND.test(await logTail(step));
    if (isEmpty) return refused('no-tests', `${command} executed no test; ${WAY_OUT}`);
    const what = `${command} exited with ${step.code ?? '?'} and left no report`;
    return refused('gate-broken', await withLog(what, step));
  }
  if (step.code === 0) return null;
  const what = `every test passes on the base commit, but ${command} exited with ${step.code ?? '?'}`;
  return refused('baseline-red', await withLog(what, step));
}
