import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCommand, type CheckReading } from '../../../src/gate/diagnostics/index.js';
import type { StepResult } from '../../../src/gate/run-step.js';
import { makeFolder } from '../../helpers/git-repo.js';

/** What a tool printed; `report` goes to its own file or standard output, as the command has it. */
export interface Printed {
  code: number;
  report?: string;
  log?: string;
  /** Folder of the step in the workspace `/repo`. */
  cwd?: string;
}

/** How the gate reads what a command printed. */
export async function readingOf(command: string, printed: Printed): Promise<CheckReading> {
  const { code, report, log = '', cwd = '' } = printed;
  const folder = await makeFolder();
  const [reportPath, logPath] = [join(folder, 'report'), join(folder, 'log')];
  if (report !== undefined) await writeFile(reportPath, report);
  await writeFile(logPath, log);
  const { argv, read } = checkCommand({ argv: command.split(' '), cwd }, reportPath);
  const step: StepResult = {
    ...{ name: 'lint', argv, logPath, ended: 'exited', code, signal: null, ms: 1 },
    ...{ longestSilenceMs: 0, strays: 0 },
  };
  return read(step, '/repo');
}

/** The argv with which the gate runs a command; the report's file is `REPORT`. */
export function argvOf(command: string, version?: string): string[] {
  return checkCommand({ argv: command.split(' '), cwd: '' }, 'REPORT', version).argv;
}
