import { readInvocation, toArgv } from '../../invocation.js';
import { runnerOf } from '../../runners/index.js';
import type { Detection } from '../detection.js';
import { filesMatching } from '../../test-files.js';
import { isProgram } from '../installed.js';
import { configuration, type Language, type Project } from '../language.js';
import { isInside, within } from '../paths.js';
import { checkTool } from '../tools.js';
import { configuredChecks } from './python-checks.js';
import { findInterpreter, importProblem, seenFrom } from './python-interpreter.js';
import { pythonProjects } from './python-projects.js';
import { flagInAddopts, pytestConfig } from './pytest-config.js';
import type { Suggestion } from '../suggestions.js';

const TEST_FILES: readonly string[] = ['**/test_*.py', '**/*_test.py'];
const MOST_FILES = 200;

const SETUPS: readonly (readonly [lockFile: string, setup: string])[] = [
  ['uv.lock', 'uv sync'],
  ['poetry.lock', 'env POETRY_VIRTUALENVS_IN_PROJECT=true poetry install'],
  ['pdm.lock', 'pdm sync'],
];

function wayOut({ repo }: Detection): string {
  const setup = SETUPS.find(([lockFile]) => repo.has(lockFile))?.[1];
  if (setup !== undefined) return `give --setup "${setup}" (gate.setup)`;
  return 'install the project and what its tests need into .venv of the repository: python3 -m venv .venv, then .venv/bin/pip install . pytest';
}

/** Packages with files in scope that can be imported by name: folders with `__init__.py`. */
function topPackages(
  { repo, scope }: Detection,
  { dir }: Project,
): { paths: string[]; names: string[] } {
  const sources = [within(dir, 'src'), dir];
  const names = sources.flatMap((source) =>
    repo.files
      .filter((file) => isInside(file, source))
      .map((file) => file.slice(source === '' ? 0 : source.length + 1))
      .flatMap((path) => /^(\w+)\/__init__\.py$/.exec(path)?.[1] ?? [])
      .filter((name) => scope.some((file) => isInside(file, within(source, name)))),
  );
  return { paths: sources, names: [...new Set(names)] };
}

/** Python: the project's own interpreter, pytest and unittest. */
export function python(detection: Detection): Language {
  const { ctx, repo, settings } = detection;
  const probes = new Map<string, Promise<string | null>>();
  const probe: typeof importProblem = (from, interpreter, modules, paths) => {
    const key = JSON.stringify([interpreter, modules, paths]);
    const result = probes.get(key) ?? importProblem(from, interpreter, modules, paths);
    probes.set(key, result);
    return result;
  };
  const testsIn = (dir: string): string[] =>
    filesMatching(TEST_FILES, repo.files).filter((file) => isInside(file, dir));

  async function usesPytest(dir: string, files: readonly string[]): Promise<boolean> {
    const imports: string[] = [];
    for (const file of files.slice(0, MOST_FILES)) imports.push(await repo.read(file));
    if (imports.some((text) => /^\s*(?:import|from)\s+pytest\b/m.test(text))) return true;
    if (!imports.some((text) => /^\s*(?:import|from)\s+unittest\b/m.test(text))) return true;
    const found = await findInterpreter(detection, dir);
    return (await probe(detection, found, ['pytest'], ['.'])) === null;
  }

  function unittestArgs(dir: string, files: readonly string[]): string[] {
    const folder = ['tests', 'test'].find((name) =>
      files.some((file) => isInside(file, within(dir, name))),
    );
    if (folder === undefined) return ['discover'];
    const isPackage = repo.has(within(dir, `${folder}/__init__.py`));
    return ['discover', '-s', folder, ...(isPackage ? ['-t', '.'] : [])];
  }

  async function configured({ dir }: Project): Promise<Suggestion[]> {
    const config = await pytestConfig(repo, dir);
    const files = testsIn(dir);
    const [first] = files;
    const conftest = within(dir, 'conftest.py');
    const source = config?.file ?? (repo.has(conftest) ? conftest : undefined);
    if (source !== undefined) return [configuration(source, ['pytest'], dir)];
    if (first === undefined) return [];
    if (await usesPytest(dir, files)) return [configuration(first, ['pytest'], dir)];
    const argv = ['python3', '-m', 'unittest', ...unittestArgs(dir, files)];
    return [configuration(first, argv, dir)];
  }

  return {
    id: 'Python',
    looksAt: 'configuration of pytest, test_*.py and *_test.py',
    projects: (scope) => pythonProjects(repo, scope, (dir) => testsIn(dir).length > 0),
    configured,
    async covers(_root, { dir }) {
      const config = await pytestConfig(repo, '');
      const paths = config?.testpaths ?? [];
      const reaches = filesMatching(
        paths.flatMap((path) => [path, `${path}/**`]),
        testsIn(dir),
      );
      return paths.length === 0 || reaches.length > 0;
    },
    async obstacle(project) {
      const config = (await pytestConfig(repo, project.dir)) ?? (await pytestConfig(repo, ''));
      const flag = config === null ? null : flagInAddopts(config);
      if (flag !== null) return flag;
      if (settings.setup !== undefined) return null;
      const interpreter = await findInterpreter(detection, project.dir);
      const { paths, names } = topPackages(detection, project);
      const own = (config?.pythonpath ?? []).map((path) => within(project.dir, path));
      const problem =
        names.length === 0 ? null : await probe(detection, interpreter, names, [...own, ...paths]);
      if (problem === null) return null;
      return `${problem} (with ${interpreter.program}); ${wayOut(detection)}`;
    },
    async adaptTests({ argv, cwd }, project) {
      const { env, args } = readInvocation(argv);
      const module = runnerOf(argv)?.id === 'unittest' ? 'unittest' : 'pytest';
      const interpreter = await findInterpreter(detection, project.dir);
      const missing =
        settings.setup === undefined ? await probe(detection, interpreter, [module], ['.']) : null;
      const launcher = [...seenFrom(interpreter, cwd), '-m', module];
      if (missing === null) return { kind: 'ok', argv: toArgv({ env, launcher, args }) };
      const started = interpreter.program;
      const message = `${module} is not installed for ${started}: ${missing}; ${wayOut(detection)}`;
      return { kind: 'missing', message };
    },
    checks: (project) => configuredChecks(detection, project),
    async adaptCheck({ argv, cwd }) {
      const { env, tool, args } = readInvocation(argv);
      const interpreter = await findInterpreter(detection, cwd);
      const isOwn =
        interpreter.bin !== null && (await isProgram(ctx, `${interpreter.bin}/${tool}`, ''));
      if (isOwn) {
        // Programs of an environment name the interpreter of the place that it was made in.
        const launcher = [...seenFrom(interpreter, cwd), '-m', tool];
        return { kind: 'ok', argv: toArgv({ env, launcher, args }) };
      }
      if (checkTool(argv) !== null && (await isProgram(ctx, tool, cwd)))
        return { kind: 'ok', argv: toArgv({ env, launcher: [tool], args }) };
      return { kind: 'missing', message: `${tool} is not installed` };
    },
  };
}
