import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { writeDigest } from './digest.js';
import { framesIn } from './frames.js';
import { filesOf, stepsOf } from './full-run.js';
import { excludedNote } from './green-notes.js';
import type { Red } from './judge.js';
import type { Measurement } from './measure.js';
import { isRelated } from './related.js';
import type { StepResult } from './run-step.js';
import { countsOf, testDelta } from './test-delta.js';
import { plainText, withoutWorkspace } from './text.js';
import type { Trial } from './trial.js';

const logsOf = ({ logPath, stdoutPath }: StepResult): string[] =>
  stdoutPath === undefined ? [logPath] : [stdoutPath, logPath];

async function textOf(step: StepResult, workspace: string): Promise<string> {
  const logs = logsOf(step).map((path) => readFile(path, 'utf8').catch(() => ''));
  return withoutWorkspace(plainText((await Promise.all(logs)).join('\n')), workspace);
}

/** Tells a red for prompts and history, with what its logs and reports say. */
export async function digestOf(
  { ctx, baseline, subject }: Trial,
  red: Red,
  measured: Pick<Measurement, 'statics' | 'tests'> | null,
): Promise<string> {
  const steps = measured === null ? [] : stepsOf(measured);
  const step = steps.find(({ name }) => name === red.step);
  const log = step === undefined ? '' : await textOf(step, ctx.workspace);
  const reports = measured?.tests?.flatMap(({ report }) => (report === null ? [] : [report])) ?? [];
  const tests = reports.flatMap((report) => report.tests);
  const { failed, excluded } = testDelta(baseline, tests);
  const isBlamed = (id: string): boolean => red.ids.length === 0 || red.ids.includes(id);
  const failures = tests.filter(
    ({ id, outcome }) => outcome === 'failed' && failed.includes(id) && isBlamed(id),
  );
  const messages = failures.map(({ message }) => message);
  return writeDigest({
    red,
    failures,
    counts: reports.length === 0 ? null : countsOf({ tests }),
    // Those of a part of the tests are not to be compared.
    before: reports.length === 0 || isRelated(red.step) ? null : baseline.counts,
    frames: await framesIn(messages.length > 0 ? messages : [log], subject.files, filesOf(ctx)),
    notes: excludedNote({ excluded }),
    log,
    // A gate call's folder lies two below the run's.
    logPaths: (step === undefined ? [] : logsOf(step)).map((path) =>
      relative(dirname(dirname(ctx.outDir)), path),
    ),
  });
}
