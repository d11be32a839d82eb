import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateContext } from '../gate.js';
import { readInvocation, toArgv, withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { runStep } from '../run-step.js';
import { localProgram } from './installed.js';
import { within } from './paths.js';
import type { Leaf } from './resolve.js';

/** A type check that does not write, or why there is none. */
export type TypeCheck = { kind: 'ok'; argv: string[] } | { kind: 'none'; why: string };

const OWN_OPTIONS: readonly string[] = [
  ...['-p=', '--project=', '--noEmit', '--pretty=', '--incremental=', '-w', '--watch', '-b'],
  ...['--build', '--force', '--verbose', '-v'],
];

const none = (why: string): TypeCheck => ({ kind: 'none', why });

/** The project that a command line of `tsc` names; without one, what `tsc` itself looks for. */
function projectOf(args: readonly string[]): string {
  const at = args.findIndex((arg) => /^(?:-p|--project|-b|--build)$/.test(arg));
  const next = at === -1 ? undefined : args[at + 1];
  return next === undefined || next.startsWith('-') ? 'tsconfig.json' : next;
}

async function canBuildWithoutEmit(root: string, tsc: string, cwd: string): Promise<boolean> {
  const file = join(root, within(cwd, tsc), '../../typescript/package.json');
  const { version } = asRecord(parseJson(await readFile(file, 'utf8').catch(() => '')));
  const [major = 0, minor = 0] = asText(version).split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 6);
}

/**
 * `tsc` for a project as its configuration asks for it: with references in build mode, since
 * without it nothing of them would be checked; never writing.
 */
export async function tscCheck(ctx: GateContext, { argv, cwd }: Leaf): Promise<TypeCheck> {
  const tsc = await localProgram(ctx, 'tsc', cwd);
  if (tsc === null) return none('typescript is not installed');
  const { env, args: given } = readInvocation(argv);
  // `--noEmit false` is two words.
  const args = given.filter(
    (arg, at) => !/^(?:true|false)$/.test(arg) || given[at - 1] !== '--noEmit',
  );
  const project = projectOf(args);
  const options = { network: 'off', timeoutMs: 120_000, readOnly: true, cwd } as const;
  const shown = await runStep(ctx, 'tsconfig', [tsc, '-p', project, '--showConfig'], options);
  const config = asRecord(parseJson(await readFile(shown.logPath, 'utf8').catch(() => '')));
  if (shown.code !== 0 || !('compilerOptions' in config))
    return none(`tsc finds no project in ${project}`);
  const quiet = ['--pretty', 'false'];
  const started = (args: string[]): TypeCheck => ({
    kind: 'ok',
    argv: toArgv({ env, launcher: [tsc], args }),
  });
  if (asList(config.references).length > 0) {
    if (!(await canBuildWithoutEmit(ctx.workspace, tsc, cwd)))
      return none('project references need TypeScript 5.6 for --noEmit');
    const named = project === 'tsconfig.json' ? [] : [project];
    return started(['-b', ...named, '--noEmit', ...quiet]);
  }
  const more = withoutOptions(args, OWN_OPTIONS).filter((arg) => arg !== project);
  const { composite } = asRecord(config.compilerOptions);
  const full = composite === true ? [] : ['--incremental', 'false'];
  return started(['-p', project, '--noEmit', ...more, ...full, ...quiet]);
}
