import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { LEDGER_FILE } from '../../core/vocabulary.js';
import { createDemoRepository } from '../../local.js';
import type { ExitCode } from '../exit.js';
import { openOutput, paint, type Output } from '../output.js';
import { shellQuote } from '../../core/shell.js';
import { runInput } from './run.js';

/** `refactor-loop demo` */
export function demoCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('demo')
    .description('land real refactorings on a copy of the example project')
    .option('--json', 'end with the report as one JSON document on stdout')
    .action(async (flags: { json?: boolean }) => {
      const output = openOutput(flags.json ?? false);
      const repo = await createDemoRepository();
      output.line(`the example, a small shop in JavaScript, is copied to ${repo}`);
      const { code, report } = await runInput(
        { repo, scope: ['src'], minSeverity: 'minor', maxIterations: 30 },
        output,
      );
      if (report !== undefined && report.landed.length > 0)
        await epilogue(repo, `${report.base}..${report.branch}`, output);
      finish(code);
    });
}

async function epilogue(repo: string, range: string, output: Output): Promise<void> {
  const { stdout } = await execa('git', ['-C', repo, 'log', '--oneline', '--stat', range]);
  output.line(`\n${paint('bold', 'commits')}\n${stdout}`);
  const ledger = await readFile(join(repo, LEDGER_FILE), 'utf8').catch(() => '');
  if (ledger !== '') output.line(`\n${paint('bold', LEDGER_FILE)}\n${ledger}`);
  output.line(paint('bold', 'where'));
  output.line(`  files          ${repo}`);
  output.line(`  one change     git -C ${shellQuote(repo)} show ${range.split('..')[1] ?? ''}`);
  output.line('  in the Web UI  npx refactor-loop server');
  output.line('  your turn      npx refactor-loop run src --repo /path/to/your/repository');
}
