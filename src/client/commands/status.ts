import { WorkflowNotFoundError } from '@temporalio/client';
import type { Command } from 'commander';
import { LEDGER } from '../../core/protocol.js';
import { readReport, stateHome, type RunRecord } from '../../local.js';
import { connect, type Target } from '../connection.js';
import { EXIT, Refused, type ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { queryStatus } from '../follow.js';
import { openOutput } from '../output.js';
import { show } from '../watch.js';

interface Flags {
  repo: string;
  json?: boolean;
}

/** `refactor-loop status [RUN]` */
export function statusCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('status')
    .description('where a run stands')
    .argument('[run]', 'run id or workflow id (default: the latest run of --repo)')
    .option('--repo <dir>', 'the repository', '.')
    .option('--json', 'one JSON document on stdout')
    .action(async (name: string | undefined, flags: Flags) => {
      const output = openOutput(flags.json ?? false);
      const record = await findRun(name, flags.repo);
      const report = await readReport(stateHome(), record.run);
      if (report !== undefined) {
        show(report, output);
        finish(EXIT.done);
        return;
      }
      await withTarget(output.line, async (target) => {
        const status = await queryStatus(target.client, record);
        if (status === undefined) {
          const told = await describe(target, record);
          if (output.json)
            output.document({ run: record.run, workflowId: record.workflowId, ...told });
          else output.line(`run ${record.run}: ${told.state}. ${told.message}`);
        } else if (output.json) output.document(status);
        else {
          output.line(
            `run ${status.run} on ${status.repo}: ${status.outcome}, phase ${status.phase}`,
          );
          output.line(
            `iteration ${status.iteration} of ${status.maxIterations}, ${status.landed} landed, ${status.open} open`,
          );
          if (status.doing !== '') output.line(`now: ${status.doing}`);
          for (const event of status.events.slice(-10)) output.line(`  ${event.text}`);
        }
      });
      finish(EXIT.done);
    });
}

/** `refactor-loop ledger [RUN]` */
export function ledgerCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('ledger')
    .description('the ledger of a run')
    .argument('[run]', 'run id or workflow id (default: the latest run of --repo)')
    .option('--repo <dir>', 'the repository', '.')
    .option('--json', 'one JSON document on stdout')
    .action(async (name: string | undefined, flags: Flags) => {
      const output = openOutput(flags.json ?? false);
      const record = await findRun(name, flags.repo);
      const report = await readReport(stateHome(), record.run);
      if (report !== undefined) {
        if (output.json) output.document({ run: report.run, nodes: report.nodes });
        else
          for (const node of report.nodes)
            output.line(`${node.id}  ${node.status}  ${node.smell} at ${node.span}  ${node.note}`);
      } else
        await withTarget(output.line, async (target) => {
          const text = await target.client.workflow
            .getHandle(record.workflowId)
            .query<string>(LEDGER);
          if (output.json) output.document({ run: record.run, ledger: text });
          else output.line(text);
        });
      finish(EXIT.done);
    });
}

async function withTarget(
  tell: (text: string) => void,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const target = await connect(tell);
  try {
    await work(target);
  } finally {
    await target.close();
  }
}

/** What the server says of a run whose worker does not answer. */
async function describe(
  target: Target,
  record: RunRecord,
): Promise<{ state: string; message: string }> {
  try {
    const description = await target.client.workflow.getHandle(record.workflowId).describe();
    const pending = description.raw.pendingActivities?.[0];
    const state = description.status.name.toLowerCase();
    if (state !== 'running') return { state, message: 'it ended without a report on disk' };
    const doing = pending?.activityType?.name ?? 'no activity';
    return {
      state: 'no worker answers',
      message: `pending: ${doing}, attempt ${pending?.attempt ?? 0}. Give it a worker with: refactor-loop attach ${record.run}`,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError)
      throw new Refused(
        `the server has forgotten run ${record.run}, and it left no report: look at the branch refactor-loop/${record.run}`,
        EXIT.fault,
      );
    throw error;
  }
}
