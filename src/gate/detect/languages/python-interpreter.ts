import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readInvocation } from '../../invocation.js';
import { logTail, runStep } from '../../run-step.js';
import type { Detection } from '../detection.js';
import { isProgram } from '../installed.js';
import { asSeenFrom, foldersUp, within } from '../paths.js';

/** How Python is started; paths relative to the repository's root. */
export interface Interpreter {
  /** A path, or a name on PATH. */
  program: string;
  /** Folder of an environment's programs; null: there is no environment. */
  bin: string | null;
  /** Folder of packages that it must be told of; null: none. */
  packages: string | null;
}

const IN_PROJECT: readonly string[] = ['.venv', 'venv', 'env'];
const ENVIRONMENTS: readonly string[] = ['.tox', '.nox', '.hatch'];
const PROBE_MS = 60_000;
const MISSING_MODULE = 3;

async function childrenOf(root: string, dir: string): Promise<string[]> {
  const names = await readdir(join(root, dir)).catch((): string[] => []);
  return names.sort().map((name) => within(dir, name));
}

/** Environments of tox, nox and hatch, those first whose name says that they test. */
async function builtEnvironments(root: string, dir: string): Promise<string[]> {
  const lists = await Promise.all(ENVIRONMENTS.map((name) => childrenOf(root, within(dir, name))));
  const isForTests = (path: string) => /^(?:py|tests?\b)/.test(basename(path));
  return lists.flat().filter(isForTests);
}

/** The folder of a PEP 582 project's packages, e.g. `__pypackages__/3.12/lib`. */
async function localPackages(root: string, dir: string): Promise<string | null> {
  const [version] = await childrenOf(root, within(dir, '__pypackages__'));
  return version === undefined ? null : within(version, 'lib');
}

const ON_PATH: Interpreter = { program: 'python3', bin: null, packages: null };
const MAKERS: ReadonlySet<string> = new Set(['uv', 'poetry', 'pdm']);

const inEnvironment = (path: string): Interpreter => ({
  program: `${path}/bin/python`,
  bin: `${path}/bin`,
  packages: null,
});

/** What `gate.setup` will have made, as far as its command tells. */
function predicted(setup: readonly string[]): Interpreter {
  const { launcher, tool, args } = readInvocation(setup);
  const [program = ''] = launcher;
  const venv = tool === 'venv' ? 0 : args.indexOf('venv') + 1;
  if (tool === 'venv' || venv > 0)
    return inEnvironment(args.slice(venv).find((arg) => !arg.startsWith('-')) ?? '.venv');
  const [, environment] = /^(.+)\/bin\/(?:python|pip)[\d.]*$/.exec(program) ?? [];
  if (environment !== undefined) return inEnvironment(environment);
  return MAKERS.has(basename(program)) ? inEnvironment('.venv') : ON_PATH;
}

/** The project's own interpreter, else the one that the setup makes, else the one on PATH. */
export async function findInterpreter(detection: Detection, dir: string): Promise<Interpreter> {
  const { ctx, settings } = detection;
  for (const folder of foldersUp(dir)) {
    const own = IN_PROJECT.map((name) => within(folder, name));
    const built = await builtEnvironments(ctx.workspace, folder);
    for (const path of [...own, ...built])
      if (await isProgram(ctx, `${path}/bin/python`, '')) return inEnvironment(path);
    const packages = await localPackages(ctx.workspace, folder);
    if (packages !== null) return { ...ON_PATH, packages };
  }
  return settings.setup === undefined ? ON_PATH : predicted(settings.setup);
}

/** The interpreter's command as it is written in a folder of the repository. */
export function seenFrom({ program, bin, packages }: Interpreter, dir: string): string[] {
  if (packages !== null) return ['env', `PYTHONPATH=${asSeenFrom(dir, packages)}`, program];
  return [bin === null ? program : asSeenFrom(dir, program)];
}

const PROBE = `
import importlib, sys
paths, names = sys.argv[1].split(':'), sys.argv[2].split(',')
sys.path[:0] = paths
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f'{name} cannot be imported: {error}')
        sys.exit(${MISSING_MODULE})
    except BaseException:
        pass
`;

/** Why modules cannot be imported, in the sandbox and with some folders in front; null: they can. */
export async function importProblem(
  { ctx }: Detection,
  interpreter: Interpreter,
  modules: readonly string[],
  paths: readonly string[],
): Promise<string | null> {
  const step = await runStep(
    ctx,
    'python-imports',
    [
      ...seenFrom(interpreter, ''),
      '-c',
      PROBE,
      paths.map((path) => path || '.').join(':'),
      modules.join(','),
    ],
    { network: 'off', timeoutMs: PROBE_MS, readOnly: true },
  );
  if (step.ended === 'spawn-error') return `${interpreter.program} cannot be started`;
  return step.code === MISSING_MODULE ? ((await logTail(step)).split('\n').at(-1) ?? '') : null;
}
