import type { Command } from 'commander';
import { examine } from '../../local.js';
import { namesServer } from '../connection.js';
import { EXIT, type ExitCode } from '../exit.js';
import { inputFrom, withGateFlags, type InputFlags } from '../input-options.js';
import { openOutput, paint } from '../output.js';

/** `refactor-loop doctor [PATH…]` */
export function doctorCommand(program: Command, finish: (code: ExitCode) => void): void {
  withGateFlags(program.command('doctor'))
    .description('say whether a run would start here, and what to do if not')
    .argument('[path...]', 'scope, as for run')
    .option('--quick', 'leave the suite out: no baseline, no negative control')
    .option('--json', 'one JSON document on stdout')
    .action(async (paths: string[], flags: InputFlags & { quick?: boolean; json?: boolean }) => {
      const output = openOutput(flags.json ?? false);
      const interrupted = new AbortController();
      process.once('SIGINT', () => {
        interrupted.abort();
      });
      const report = await examine(inputFrom(paths, flags), {
        quick: flags.quick ?? false,
        namesServer: namesServer(),
        signal: interrupted.signal,
        progress(text) {
          output.progress(text);
        },
        tell({ name, ok, message, fix }) {
          output.line(`${ok ? paint('green', '✓') : paint('red', '✗')} ${name}: ${message}`);
          if (fix !== '') output.line(`    ${fix}`);
        },
      }).catch((error: unknown) => {
        if (interrupted.signal.aborted) return undefined;
        throw error;
      });
      if (report === undefined) {
        finish(EXIT.interrupted);
        return;
      }
      if (output.json) output.document(report);
      finish(report.ok ? EXIT.done : EXIT.refused);
    });
}
