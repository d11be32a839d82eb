import { XMLParser } from 'fast-xml-parser';
import { asList, asRecord, asText } from '../../json.js';
import type { Projects } from '../language.js';
import { filesOf } from '../languages.js';
import { folderOf, foldersUp, within } from '../paths.js';
import type { Repository } from '../repository.js';

export type BuildTool = 'maven' | 'gradle';

const GRADLE = /^(?:settings|build)\.gradle(?:\.kts)?$/;
const xml = new XMLParser({ isArray: (name) => name === 'module' });

async function modulesOf(repo: Repository, dir: string): Promise<string[]> {
  try {
    const { project } = asRecord(xml.parse(await repo.read(within(dir, 'pom.xml'))));
    const { module } = asRecord(asRecord(asRecord(project).modules));
    return asList(module).map((path) => within(dir, asText(path).trim()));
  } catch {
    return [];
  }
}

/** Folders of the modules of a Maven build, however deep, without its own. */
export async function mavenModules(repo: Repository, dir: string): Promise<string[]> {
  const modules = await modulesOf(repo, dir);
  const below = modules.filter((module) => module !== dir && module.length > dir.length);
  const deeper = await Promise.all(below.map((module) => mavenModules(repo, module)));
  return [...modules, ...deeper.flat()];
}

const hasGradle = (repo: Repository, dir: string): boolean =>
  repo.namesIn(dir).some((name) => GRADLE.test(name));

/** The nearest folder with a build file that holds a file; null: there is none. */
function buildOf(repo: Repository, file: string): string | null {
  const isBuild = (dir: string) => repo.has(within(dir, 'pom.xml')) || hasGradle(repo, dir);
  return foldersUp(folderOf(file)).find(isBuild) ?? null;
}

async function rootOf(repo: Repository, build: string): Promise<string> {
  if (!repo.has(within(build, 'pom.xml'))) {
    const isSettled = (dir: string) =>
      repo.namesIn(dir).some((name) => name.startsWith('settings.gradle'));
    return foldersUp(build).find(isSettled) ?? build;
  }
  let root = build;
  for (const dir of foldersUp(build))
    if ((await mavenModules(repo, dir)).includes(root)) root = dir;
  return root;
}

/** The build tools of a folder. */
export function buildToolsOf(repo: Repository, dir: string): BuildTool[] {
  return [
    ...(repo.has(within(dir, 'pom.xml')) ? (['maven'] as const) : []),
    ...(hasGradle(repo, dir) ? (['gradle'] as const) : []),
  ];
}

/** The builds of Maven and Gradle that own some files, each with all of its modules. */
export async function javaProjects(repo: Repository, files: readonly string[]): Promise<Projects> {
  const builds = new Set(files.map((file) => buildOf(repo, file)).filter((dir) => dir !== null));
  const dirs = new Set(await Promise.all([...builds].map((build) => rootOf(repo, build))));
  const wanted = [...dirs].map((dir) => ({ dir, name: dir || 'the root', why: '' }));
  return { wanted, dirs, word: 'builds' };
}

/** The modules of a Maven build that own files in scope; null: its own folder does. */
export async function modulesInScope(
  repo: Repository,
  dir: string,
  scope: readonly string[],
): Promise<{ owners: string[]; total: number } | null> {
  const modules = new Set(await mavenModules(repo, dir));
  const owners = filesOf('Java', scope).map((file) =>
    foldersUp(folderOf(file)).find((folder) => modules.has(folder)),
  );
  const found = [...new Set(owners)].filter((owner) => owner !== undefined);
  const isAll = owners.includes(undefined) || found.length === modules.size;
  return isAll ? null : { owners: found, total: modules.size };
}
