/** Following a run to its end on the terminal; Ctrl-C only detaches. */
import type { Report } from '../core/contracts.js';
import { readReport, stateHome, type RunRecord } from '../local.js';
import type { Target } from './connection.js';
import { EXIT, exitCodeOf, type ExitCode } from './exit.js';
import { follow } from './follow.js';
import type { Output } from './output.js';
import { missingWorker } from './missing-worker.js';
import { reportLines } from './report-text.js';

export interface Watched {
  code: ExitCode;
  report: Report | undefined;
}

/** Shows a run until it ends and prints its report; on Ctrl-C says how to come back. */
export async function watch(target: Target, run: RunRecord, output: Output): Promise<Watched> {
  const interrupt = new AbortController();
  const detach = (): void => {
    interrupt.abort();
  };
  process.once('SIGINT', detach);
  process.once('SIGHUP', detach);
  try {
    if (run.taskQueue === undefined) {
      const missing = await missingWorker(target, run.workflowId);
      if (missing !== undefined) output.line(missing);
    }
    const followed = await follow(target.client, run, output, interrupt.signal);
    switch (followed.kind) {
      case 'detached':
        output.line(`detached, the run goes on. Come back with: refactor-loop attach ${run.run}`);
        output.line(`or stop it with: refactor-loop abort ${run.run}`);
        return { code: EXIT.interrupted, report: undefined };
      case 'lost': {
        const report = await readReport(stateHome(), run.run);
        if (report !== undefined) return show(report, output);
        output.line(`run ${run.run} ended without a report: ${followed.message}`);
        return { code: EXIT.fault, report: undefined };
      }
      case 'ended':
        return show(followed.report, output);
    }
  } finally {
    process.off('SIGINT', detach);
    process.off('SIGHUP', detach);
  }
}

/** Prints a report for people or as the one JSON document. */
export function show(report: Report, output: Output): Watched {
  for (const line of reportLines(report)) output.line(line);
  if (output.json) output.document(report);
  return { code: exitCodeOf(report), report };
}
