#!/usr/bin/env node
/** The command line: commands, and the one place that turns an ending into an exit code. */
import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { abortCommand } from './commands/abort.js';
import { attachCommand } from './commands/attach.js';
import { checkCommand } from './commands/check.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { runCommand } from './commands/run.js';
import { serverCommand, workerCommand } from './commands/server.js';
import { ledgerCommand, statusCommand } from './commands/status.js';
import { EXIT, Refused, type ExitCode } from './exit.js';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Runs the command line and gives its exit code. */
async function main(argv: string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const finish = (ending: ExitCode): void => {
    code = ending;
  };
  const program = new Command('refactor-loop')
    .description('Improves the structure of a git repository and never changes its behaviour.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(see --help)');
  for (const add of [
    demoCommand,
    runCommand,
    attachCommand,
    statusCommand,
    ledgerCommand,
    abortCommand,
    doctorCommand,
    checkCommand,
    serverCommand,
    workerCommand,
  ])
    add(program, finish);
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(see --help)');
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return usageCode(error, argv);
    if (error instanceof Refused) {
      process.stderr.write(`${error.message}\n`);
      return error.code;
    }
    process.stderr.write(`${known(error) ? error.message : describe(error)}\n`);
    return known(error) ? EXIT.refused : EXIT.fault;
  }
}

function usageCode(error: CommanderError, argv: string[]): ExitCode {
  if (error.exitCode === 0) return EXIT.done;
  return argv[2] === 'check' ? EXIT.halted : EXIT.refused;
}

/** Faults of the machine that have words of their own: no server, no binary. */
function known(error: unknown): error is Error {
  return error instanceof Error && ['LocalServerError', 'TemporalBinaryError'].includes(error.name);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// At once: a call that the Temporal client would try again must not fail a command that is done.
process.exit(await main(process.argv));
