import { WorkflowNotFoundError } from '@temporalio/client';
import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { ABORT, type AbortMessage } from '../../core/protocol.js';
import { readReport, stateHome } from '../../local.js';
import { connect } from '../connection.js';
import { EXIT, type ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { openOutput } from '../output.js';
import { watch } from '../watch.js';
import { revive } from './attach.js';

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
        if ((await readReport(stateHome(), record.run)) !== undefined) {
          output.line(`run ${record.run} has ended already: refactor-loop status ${record.run}`);
          finish(EXIT.done);
          return;
        }
        const target = await connect((message) => {
          output.line(message);
        });
        try {
          const message: AbortMessage = {
            requestId: randomUUID(),
            ...(flags.reason === undefined ? {} : { reason: flags.reason }),
          };
          const handle = target.client.workflow.getHandle(record.workflowId);
          const how = await target.client
            .withDeadline(Date.now() + UPDATE_WITHIN_MS, () =>
              handle.executeUpdate<string, [AbortMessage]>(ABORT, { args: [message] }),
            )
            .catch(async (error: unknown) => {
              if (error instanceof WorkflowNotFoundError) throw error;
              // No worker answers: the same message waits as a signal.
              await handle.signal<[AbortMessage]>(ABORT, message);
              return 'asked by signal, since no worker answered';
            });
          output.line(`abort of run ${record.run}: ${how}`);
          await revive(target, record, (text) => {
            output.line(text);
          });
          const { report, code } = await watch(target, record, output);
          finish(report?.reason === 'aborted' ? EXIT.done : code);
        } finally {
          await target.close();
        }
      },
    );
}
