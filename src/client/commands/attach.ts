import type { Command } from 'commander';
import type { ExitCode } from '../exit.js';
import { findRun } from '../find-run.js';
import { onRun, revive } from '../open-run.js';
import { openOutput } from '../output.js';
import { watch } from '../watch.js';

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
      const watched = await onRun(record, output, async (target) => {
        await revive(target, record, output);
        return watch(target, record, output);
      });
      finish(watched.code);
    });
}
