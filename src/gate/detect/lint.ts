import { findProgram } from '../../adapters/process.js';
import { suiteEnvironment, type SuitePlace } from '../environment.js';
import type { Check, Step } from '../gate.js';
import { readInvocation } from '../invocation.js';
import { flattenScript, type PackageFile } from './package-scripts.js';
import { isWriting } from './red-flags.js';

/** The lint step of a repository, the other commands of its script, and what was left out. */
export interface FoundLint {
  lint: Step | null;
  checks: Check[];
  notes: string[];
}

const SCRIPTS = ['lint', 'lint:check', 'check:lint', 'eslint'];

/** Whether the program of a command exists for the suite. */
export async function isInstalled(argv: readonly string[], place: SuitePlace): Promise<boolean> {
  const { launcher } = readInvocation(argv);
  const { PATH } = suiteEnvironment(place);
  return (await findProgram(launcher[0] ?? '', place.workspace, PATH)) !== null;
}

const none = (notes: string[]): FoundLint => ({ lint: null, checks: [], notes });

/** The lint script of `package.json`, where it only looks and its tools are installed. */
export async function detectLint(pkg: PackageFile | null, place: SuitePlace): Promise<FoundLint> {
  const notes: string[] = [];
  if (pkg === null) return none(notes);
  for (const name of SCRIPTS.filter((script) => script in pkg.scripts)) {
    const flattened = await flattenScript(pkg, name, place.workspace);
    if (flattened.kind === 'refused') {
      notes.push(`lint is not run: ${flattened.message}`);
      continue;
    }
    const writing = flattened.commands.find(({ argv }) => isWriting(argv));
    if (writing !== undefined) {
      notes.push(`the script "${name}" is not run: ${writing.argv.join(' ')} rewrites files`);
      continue;
    }
    return usable(flattened.commands, place, notes);
  }
  return none(notes);
}

async function usable(
  commands: { argv: string[] }[],
  place: SuitePlace,
  notes: string[],
): Promise<FoundLint> {
  const installed: string[][] = [];
  for (const { argv } of commands) {
    if (await isInstalled(argv, place)) installed.push(argv);
    else notes.push(`not run, it is not installed: ${argv.join(' ')}`);
  }
  const eslint = installed.findIndex((argv) => readInvocation(argv).tool === 'eslint');
  const position = Math.max(eslint, 0);
  const lint = installed[position];
  if (lint === undefined) return none(notes);
  const others = installed.filter((_, index) => index !== position);
  return { lint: { argv: lint }, checks: others.map((argv) => ({ argv, from: 'lint' })), notes };
}
