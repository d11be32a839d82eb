import { WorkflowNotFoundError } from '@temporalio/client';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../../core/contracts.js';
import { expectedInWords } from '../../core/gate-words.js';
import { LEDGER, type RunStatus } from '../../core/protocol.js';
import { LEDGER_FILE } from '../../core/vocabulary.js';
import { readReport, stateHome, type RunRecord } from '../../local.js';
import { connect, type Target } from '../connection.js';
import { EXIT, Refused, type ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { queryStatus } from '../follow.js';
import { openOutput, type Output } from '../output.js';
import { show } from '../watch.js';

const LEDGER_WITHIN_MS = 2_000;

/** How a command tells of a run: of one that is over from its report, else by asking the server. */
interface Telling {
  over(report: Report, output: Output): void;
  open(target: Target, record: RunRecord, output: Output): Promise<void>;
}

/** `refactor-loop status [RUN]` */
export function statusCommand(program: Command, finish: (code: ExitCode) => void): void {
  tellingCommand(program.command('status').description('where a run stands'), finish, {
    over: show,
    async open(target, record, output) {
      const status = await queryStatus(target.client, record);
      if (status !== undefined) {
        tellStatus(status, output);
        return;
      }
      const { run, workflowId } = record;
      const told = await describe(target, record);
      if (output.json) output.document({ run, workflowId, ...told });
      else output.line(`run ${run}: ${told.state}. ${told.message}`);
    },
  });
}

function tellStatus(status: RunStatus, output: Output): void {
  if (output.json) {
    output.document(status);
    return;
  }
  const { run, repo, outcome, phase, iteration, maxIterations, landed, open } = status;
  output.line(`run ${run} on ${repo}: ${outcome}, phase ${phase}`);
  output.line(`iteration ${iteration} of ${maxIterations}, ${landed} landed, ${open} open`);
  if (status.expectedMs > 0) output.line(expectedInWords(status));
  if (status.doing !== '') output.line(`now: ${status.doing}`);
  for (const event of status.events.slice(-10)) output.line(`  ${event.text}`);
}

/** `refactor-loop ledger [RUN]` */
export function ledgerCommand(program: Command, finish: (code: ExitCode) => void): void {
  tellingCommand(program.command('ledger').description('the ledger of a run'), finish, {
    over({ run, nodes }, output) {
      if (output.json) output.document({ run, nodes });
      else
        for (const node of nodes)
          output.line(`${node.id}  ${node.status}  ${node.smell} at ${node.span}  ${node.note}`);
    },
    async open(target, record, output) {
      const ledger = await target.client
        .withDeadline(Date.now() + LEDGER_WITHIN_MS, () =>
          target.client.workflow.getHandle(record.workflowId).query<string>(LEDGER),
        )
        // No worker answers: the rendering of the last iteration stands in the repository.
        .catch(() => readFile(join(record.repo, LEDGER_FILE), 'utf8'))
        .catch(() => 'no ledger yet, and no worker answers');
      if (output.json) output.document({ run: record.run, ledger });
      else output.line(ledger);
    },
  });
}

function tellingCommand(
  command: Command,
  finish: (code: ExitCode) => void,
  telling: Telling,
): void {
  command
    .argument('[run]', 'run id or workflow id (default: the latest run of --repo)')
    .option('--repo <dir>', 'the repository', '.')
    .option('--json', 'one JSON document on stdout')
    .action(async (name: string | undefined, flags: { repo: string; json?: boolean }) => {
      const output = openOutput(flags.json ?? false);
      const record = await findRun(name, flags.repo);
      const report = await readReport(stateHome(), record.run);
      if (report === undefined) await ask(record, output, telling);
      else telling.over(report, output);
      finish(EXIT.done);
    });
}

async function ask(record: RunRecord, output: Output, telling: Telling): Promise<void> {
  const target = await connect((message) => {
    output.line(message);
  });
  try {
    await telling.open(target, record, output);
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
