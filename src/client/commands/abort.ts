import { WorkflowNotFoundError } from '@temporalio/client';
import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { ABORT, type AbortMessage } from '../../core/protocol.js';
import type { RunRecord } from '../../local.js';
import type { Target } from '../connection.js';
import { EXIT, type ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { onRun, revive } from '../open-run.js';
import { openOutput } from '../output.js';
import { watch } from '../watch.js';

const UPDATE_WITHIN_MS = 2_000;

/** `refactor-loop abort [RUN]` */
export function abortCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('abort')
    .description('stop a run: revert what is not landed, keep what is, write ledger and report')
    .argument('[run]', 'run id or workflow id (default: the latest run of --repo)')
    .option('--repo <dir>', 'the repository', '.')
    .option('--reason <text>', 'kept in the report')
    .option('--json', 'end with the report as one JSON document on stdout')
    .action(
      async (
        name: string | undefined,
        flags: { repo: string; reason?: string; json?: boolean },
      ) => {
        const output = openOutput(flags.json ?? false);
        const record = await findRun(name, flags.repo);
        const { report, code } = await onRun(record, output, async (target) => {
          output.line(`abort of run ${record.run}: ${await ask(target, record, flags.reason)}`);
          await revive(target, record, output);
          return watch(target, record, output);
        });
        finish(report?.reason === 'aborted' ? EXIT.done : code);
      },
    );
}

/** Asks by Update; when no worker answers, the same message waits as a Signal. */
async function ask(target: Target, record: RunRecord, reason: string | undefined): Promise<string> {
  const message: AbortMessage = {
    requestId: randomUUID(),
    ...(reason === undefined ? {} : { reason }),
  };
  const handle = target.client.workflow.getHandle(record.workflowId, undefined, {
    firstExecutionRunId: record.firstRunId,
  });
  return target.client
    .withDeadline(Date.now() + UPDATE_WITHIN_MS, () =>
      handle.executeUpdate<string, [AbortMessage]>(ABORT, { args: [message] }),
    )
    .catch(async (error: unknown) => {
      if (error instanceof WorkflowNotFoundError) throw error;
      await handle.signal<[AbortMessage]>(ABORT, message);
      return 'asked by signal, since no worker answered';
    });
}
