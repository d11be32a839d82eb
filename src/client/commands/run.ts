import type { Command } from 'commander';
import type { Refusal } from '../../core/protocol.js';
import { halt } from '../../core/ends.js';
import { refusedReport } from '../../core/report.js';
import { preflight } from '../../local.js';
import { connect } from '../connection.js';
import type { ExitCode } from '../exit.js';
import { inputFrom, withGateFlags, withLoopFlags, type InputFlags } from '../input-options.js';
import { openOutput, type Output } from '../output.js';
import { startRun } from '../start.js';
import { show, watch, type Watched } from '../watch.js';

/** `refactor-loop run [PATH…]` */
export function runCommand(program: Command, finish: (code: ExitCode) => void): void {
  withLoopFlags(withGateFlags(program.command('run')))
    .description('improve a repository: land tested refactorings on a branch of their own')
    .argument(
      '[path...]',
      'scope: files, directories or globs (default: what the last commit changed)',
    )
    .option('--json', 'end with the report as one JSON document on stdout')
    .action(async (paths: string[], flags: InputFlags & { json?: boolean }) => {
      const output = openOutput(flags.json ?? false);
      finish((await runInput(inputFrom(paths, flags), output)).code);
    });
}

/** Starts a run, follows it to its end, and gives its report. */
export async function runInput(input: unknown, output: Output): Promise<Watched> {
  // Before the server is started: what can be refused at once is.
  const checked = await preflight(input);
  if (checked.kind === 'refused') return showRefusal(checked, output);
  const target = await connect((message) => {
    output.line(message);
  });
  try {
    const started = await startRun(target, input, checked);
    if (started.kind === 'refused') return showRefusal(started, output);
    output.line(`run ${started.run} on ${started.repo}`);
    output.line(`lands on branch refactor-loop/${started.run}; Ctrl-C only detaches`);
    return await watch(target, started, output);
  } finally {
    await target.close();
  }
}

/** A run that never began ends with a report like one that INIT refused. */
function showRefusal({ reason, message }: Refusal, output: Output): Watched {
  const now = Date.now();
  const never = { run: '', workflowId: '', startedAt: now };
  return show(refusedReport(never, halt(reason, message), now), output);
}
