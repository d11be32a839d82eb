import type { Command } from 'commander';
import { ensureRunWorker, readReport, stateHome, type RunRecord } from '../../local.js';
import { connect, type Target } from '../connection.js';
import type { ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { openOutput } from '../output.js';
import { show, watch, type Watched } from '../watch.js';

/** `refactor-loop attach [RUN]` */
export function attachCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('attach')
    .description('follow a run, and give it a new worker when the old one is dead')
    .argument('[run]', 'run id or workflow id (default: the latest run of --repo)')
    .option('--repo <dir>', 'the repository', '.')
    .option('--json', 'end with the report as one JSON document on stdout')
    .action(async (name: string | undefined, flags: { repo: string; json?: boolean }) => {
      const output = openOutput(flags.json ?? false);
      const record = await findRun(name, flags.repo);
      const report = await readReport(stateHome(), record.run);
      if (report !== undefined) {
        finish(show(report, report.iterations === 0 && report.outcome === 'halted', output).code);
        return;
      }
      const target = await connect((message) => {
        output.line(message);
      });
      try {
        await revive(target, record, (text) => {
          output.line(text);
        });
        const watched: Watched = await watch(target, record, output);
        finish(watched.code);
      } finally {
        await target.close();
      }
    });
}

/** Makes sure that a local run has a living worker. */
export async function revive(
  target: Target,
  record: RunRecord,
  tell: (text: string) => void,
): Promise<void> {
  if (target.local === undefined || record.taskQueue === undefined) return;
  const { status } = await target.client.workflow
    .getHandle(record.workflowId)
    .describe()
    .catch(() => ({ status: { name: 'UNKNOWN' } }));
  if (status.name !== 'RUNNING') return;
  const worker = await ensureRunWorker(target.local.home, record, target.local);
  if (worker.started) tell(`the run's worker was dead: a new one is process ${worker.pid}`);
}
