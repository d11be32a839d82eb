import picomatch from 'picomatch';
import { asList, asRecord, asText } from '../../json.js';
import type { Project, Projects } from '../language.js';
import { folderOf, nearestOf, within } from '../paths.js';
import type { Repository } from '../repository.js';
import { readToml, tableAt } from './toml.js';

interface PythonProject extends Project {
  dependsOn: ReadonlySet<string>;
}

const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/;

/** PEP 503: case and separators of a name do not matter. */
const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');
const nameInRequirement = (text: string): string => /^[\w.-]*/.exec(text.trim())?.[0] ?? '';

async function readProject(repo: Repository, dir: string): Promise<PythonProject> {
  const toml = await readToml(repo, within(dir, 'pyproject.toml'));
  const project = tableAt(toml, 'project') ?? tableAt(toml, 'tool', 'poetry') ?? {};
  const groups = Object.values(asRecord(toml['dependency-groups'])).flatMap(asList);
  const optional = Object.values(asRecord(project['optional-dependencies'])).flatMap(asList);
  const listed = [...asList(project.dependencies), ...groups, ...optional].map(asText);
  const keyed = Object.keys(asRecord(project.dependencies));
  const dependsOn = [...listed.map(nameInRequirement), ...keyed].map(normalName);
  const name = asText(project.name);
  return {
    dir,
    name: name === '' ? dir || 'the root' : name,
    why: '',
    dependsOn: new Set(dependsOn),
  };
}

async function memberGlobs(repo: Repository): Promise<string[]> {
  const workspace = tableAt(await readToml(repo, 'pyproject.toml'), 'tool', 'uv', 'workspace');
  return asList(workspace?.members).map(asText);
}

/** The projects that own Python files in scope, and the uv workspace's that depend on those. */
export async function pythonProjects(
  repo: Repository,
  files: readonly string[],
  hasTests: (dir: string) => boolean,
): Promise<Projects> {
  const isMember = picomatch(await memberGlobs(repo));
  const manifests = new Set(repo.files.filter((file) => MANIFEST.test(file)).map(folderOf));
  const ownDirs = [...manifests].filter((dir) => dir === '' || isMember(dir) || hasTests(dir));
  const own = new Set(ownDirs);
  const homes = new Set(files.map((file) => nearestOf(own, folderOf(file)) ?? ''));
  const dirs = new Set(homes.has('') ? ['', ...ownDirs] : ownDirs);
  const known = await Promise.all([...dirs].map((dir) => readProject(repo, dir)));
  const why = new Map<PythonProject, string>();
  for (const project of known) if (homes.has(project.dir)) why.set(project, '');
  const members = known.filter(({ dir }) => dir === '' || isMember(dir));
  // A Map grows while it is gone through, so this follows dependents of dependents.
  for (const [project] of why)
    for (const other of members)
      if (other.dependsOn.has(normalName(project.name)) && !why.has(other))
        why.set(other, `depends on ${project.name}`);
  const wanted = [...why].map(([{ dir, name }, reason]) => ({ dir, name, why: reason }));
  return { wanted, dirs, word: 'projects' };
}
