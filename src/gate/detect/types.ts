import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateContext, Step } from '../gate.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { runStep } from '../run-step.js';

const TSC = 'node_modules/.bin/tsc';

/** The type check of a repository and, where there is none, why. */
export interface FoundTypes {
  types: Step | null;
  notes: string[];
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const none = (note: string): FoundTypes => ({ types: null, notes: [note] });

async function buildModeCanCheck(workspace: string): Promise<boolean> {
  const file = join(workspace, 'node_modules/typescript/package.json');
  const { version } = asRecord(parseJson(await readFile(file, 'utf8').catch(() => '')));
  const [major = 0, minor = 0] = asText(version).split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 6);
}

/** `tsc` as `tsconfig.json` asks for it, where both are there; it never writes. */
export async function detectTypes(ctx: GateContext): Promise<FoundTypes> {
  if (!(await exists(join(ctx.workspace, 'tsconfig.json')))) return { types: null, notes: [] };
  if (!(await exists(join(ctx.workspace, TSC))))
    return none('types are not checked: typescript is not installed in the workspace');
  const show = [TSC, '-p', 'tsconfig.json', '--showConfig'];
  const options = { network: 'off', timeoutMs: 120_000, readOnly: true } as const;
  const shown = await runStep(ctx, 'tsconfig', show, options);
  const config = asRecord(parseJson(await readFile(shown.logPath, 'utf8').catch(() => '')));
  if (shown.code !== 0 || !('compilerOptions' in config))
    return none('types are not checked: tsc finds no project in tsconfig.json');
  if (asList(config.references).length > 0) {
    if (!(await buildModeCanCheck(ctx.workspace)))
      return none('types are not checked: project references need TypeScript 5.6 for --noEmit');
    return { types: { argv: [TSC, '-b', '--noEmit', '--pretty', 'false'] }, notes: [] };
  }
  const { composite } = asRecord(config.compilerOptions);
  const full = composite === true ? [] : ['--incremental', 'false'];
  const argv = [TSC, '-p', 'tsconfig.json', '--noEmit', ...full, '--pretty', 'false'];
  return { types: { argv }, notes: [] };
}
