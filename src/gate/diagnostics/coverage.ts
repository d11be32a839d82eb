import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Check, GateContext } from '../gate.js';
import { readInvocation, toArgv, withoutOptions } from '../invocation.js';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { reportsOf, runStep, succeeded } from '../run-step.js';
import { workspaceSeen } from '../step-sandbox.js';

const TYPED = /\.(?:[cm]?[jt]sx?|vue)$/;
const BUILD = ['-b', '--build'];
const LIST_MS = 120_000;

/** Asks the compiler of a type check; null when it does not answer. */
class Compiler {
  constructor(
    private readonly ctx: GateContext,
    private readonly check: Check,
  ) {}

  async ask(args: string[]): Promise<string | null> {
    const { name, argv, cwd } = this.check;
    const stdoutPath = join(reportsOf(this.ctx), `${name}.answer`);
    const options = {
      network: 'off',
      readOnly: true,
      timeoutMs: LIST_MS,
      stdoutPath,
      cwd,
    } as const;
    const command = toArgv({ ...readInvocation(argv), args });
    const step = await runStep(this.ctx, `${name}-files`, command, options);
    return succeeded(step) ? readFile(stdoutPath, 'utf8') : null;
  }

  /** A project, as a path relative to the check's folder, and all that it refers to, each once. */
  async projects(project: string, known = new Set<string>()): Promise<Set<string>> {
    const config = await this.configOf(project);
    if (known.has(config)) return known;
    known.add(config);
    const shown = asRecord(parseJson((await this.ask(['-p', config, '--showConfig'])) ?? ''));
    for (const { path } of asList(shown.references).map(asRecord))
      await this.projects(join(dirname(config), asText(path)), known);
    return known;
  }

  private async configOf(project: string): Promise<string> {
    const { ctx, check } = this;
    const found = await stat(join(ctx.workspace, check.cwd, project)).catch(() => null);
    return found?.isDirectory() === true ? join(project, 'tsconfig.json') : project;
  }
}

/** Arguments that list the files of a type check: one list, or one for each project of `-b`. */
async function listings(compiler: Compiler, args: string[]): Promise<string[][]> {
  if (!args.some((arg) => BUILD.includes(arg))) return [[...args, '--listFilesOnly']];
  const named = withoutOptions(args, ['-p=', '--project=', '--pretty=']).filter(
    (arg) => !/^-|^(?:true|false)$/.test(arg),
  );
  const projects = new Set<string>();
  for (const project of named.length === 0 ? ['.'] : named)
    await compiler.projects(project, projects);
  return [...projects].map((project) => ['-p', project, '--listFilesOnly']);
}

/**
 * Those of the files that a type check never looks at, though they are of its language; null where
 * the check does not tell. A solution without files of its own passes without looking at anything.
 */
export async function uncovered(
  ctx: GateContext,
  check: Check,
  files: readonly string[],
): Promise<string[] | null> {
  const { tool, args } = readInvocation(check.argv);
  if (!/^(?:vue-)?tsc$/.test(tool)) return null;
  const compiler = new Compiler(ctx, check);
  const folder = await workspaceSeen(ctx);
  const covered = new Set<string>();
  for (const listing of await listings(compiler, args)) {
    const listed = await compiler.ask(listing);
    if (listed === null) return null;
    for (const line of listed.split('\n')) covered.add(relative(folder, line.trim()));
  }
  return files.filter((file) => TYPED.test(file) && !covered.has(file));
}
