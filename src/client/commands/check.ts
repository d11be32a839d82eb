import type { Command } from 'commander';
import { resolve } from 'node:path';
import { checkManifest } from '../../local.js';
import { EXIT, Refused, type ExitCode } from '../exit.js';
import { withLockboxFlags, type InputFlags } from '../input-options.js';
import { openOutput } from '../output.js';

type CheckFlags = Pick<InputFlags, 'repo' | 'lock' | 'unlock'> & { json?: boolean };

/** `refactor-loop check MANIFEST.json` */
export function checkCommand(program: Command, finish: (code: ExitCode) => void): void {
  withLockboxFlags(program.command('check'))
    .description(
      'say what the lockbox says to a proposal, with nothing written; for people who write brains',
    )
    .argument('<manifest>', 'a JSON file with one manifest, or - for standard input')
    .option('--repo <dir>', 'the repository', '.')
    .option('--json', 'one JSON document on stdout')
    .action(async (file: string, flags: CheckFlags) => {
      const output = openOutput(flags.json ?? false);
      const checked = await checkManifest({
        file,
        stdin: process.stdin,
        repo: resolve(flags.repo),
        lockbox: { add: flags.lock ?? [], except: flags.unlock ?? [] },
      });
      if (checked.outcome === 'bad-input') throw new Refused(checked.message, EXIT.halted);
      output.line(`${checked.outcome}: ${checked.reason}`);
      output.line(checked.message);
      if (output.json) output.document(checked);
      else if (checked.diff !== '') output.line(checked.diff.replace(/\n$/, ''));
      finish(checked.outcome === 'ok' ? EXIT.done : EXIT.halted);
    });
}
