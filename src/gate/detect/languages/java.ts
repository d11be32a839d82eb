import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { readInvocation, toArgv } from '../../invocation.js';
import type { Detection } from '../detection.js';
import { isProgram } from '../installed.js';
import { configuration, type Adapted, type Language, type Project } from '../language.js';
import { asSeenFrom, isInside, within } from '../paths.js';
import type { Leaf } from '../resolve.js';
import type { Suggestion } from '../suggestions.js';
import { buildToolsOf, javaProjects, modulesInScope, type BuildTool } from './java-projects.js';

const TESTS = /(?:^|\/)src\/\w*[tT]est\/.*\.(?:java|kts?|groovy|scala)$/;
const SETTING = /^-[PD]/;

const TOOLS = {
  maven: { wrapper: 'mvnw', program: 'mvn', home: 'MAVEN_USER_HOME', folder: '.m2' },
  gradle: { wrapper: 'gradlew', program: 'gradle', home: 'GRADLE_USER_HOME', folder: '.gradle' },
} as const;

/** A wrapper downloads its tool unless that was done before. */
function hasDistribution(tool: BuildTool): boolean {
  const { home, folder } = TOOLS[tool];
  return existsSync(join(process.env[home] ?? join(homedir(), folder), 'wrapper/dists'));
}

/** Java and what runs beside it: builds of Maven and Gradle. */
export function java(detection: Detection): Language {
  const { ctx, repo, scope, settings } = detection;

  async function programOf(tool: BuildTool, dir: string): Promise<string | null> {
    const { wrapper, program } = TOOLS[tool];
    const hasWrapper = await isProgram(ctx, `./${wrapper}`, dir);
    if (hasWrapper && (hasDistribution(tool) || settings.setup !== undefined))
      return `./${wrapper}`;
    if (await isProgram(ctx, program, dir)) return program;
    return hasWrapper ? `./${wrapper}` : settings.setup === undefined ? null : program;
  }

  async function adapt(tool: BuildTool, args: string[], dir: string): Promise<Adapted> {
    const program = await programOf(tool, dir);
    if (program !== null) return { kind: 'ok', argv: [program, ...args] };
    return { kind: 'missing', message: `${TOOLS[tool].program} is not installed` };
  }

  const toolOf = ({ argv }: Leaf): BuildTool =>
    /^mvn/.test(basename(readInvocation(argv).launcher[0] ?? '')) ? 'maven' : 'gradle';

  async function configured({ dir }: Project): Promise<Suggestion[]> {
    if (!repo.files.some((file) => TESTS.test(file) && isInside(file, dir))) return [];
    const tools = buildToolsOf(repo, dir);
    const wrapped = tools.filter((tool) => repo.has(within(dir, TOOLS[tool].wrapper)));
    return (wrapped.length === 1 ? wrapped : tools).map((tool) => {
      const source = tool === 'maven' ? 'pom.xml' : (repo.namesIn(dir).find(isGradleFile) ?? '');
      return configuration(within(dir, source), [TOOLS[tool].program, 'test'], dir);
    });
  }

  return {
    id: 'Java',
    looksAt: 'pom.xml, build.gradle and src/test',
    projects: (files) => javaProjects(repo, files),
    configured,
    covers: async () => false,
    async adaptTests(leaf, { dir }) {
      const { env, args } = readInvocation(leaf.argv);
      const tool = toolOf(leaf);
      const settled = args.filter((arg) => SETTING.test(arg));
      const modules = tool === 'maven' ? await modulesInScope(repo, dir, scope) : null;
      const owners = (modules?.owners ?? []).map((module) => asSeenFrom(dir, module)).join(',');
      const chosen = modules === null ? [] : ['-pl', owners, '-am', '-amd'];
      const adapted = await adapt(tool, ['test', ...settled, ...chosen], dir);
      if (adapted.kind === 'missing' || modules === null) return withEnv(env, adapted);
      const count = `${modules.owners.length} of ${modules.total} modules`;
      const note = `${count}: ${owners}, with what they need and what depends on them (-am -amd)`;
      return { ...withEnv(env, adapted), note };
    },
    obstacle: async () => null,
    async checks({ dir }) {
      const checks: Suggestion[] = [];
      for (const file of repo.namesIn(dir)) {
        const text =
          file === 'pom.xml' || isGradleFile(file) ? await repo.read(within(dir, file)) : '';
        if (file === 'pom.xml' && text.includes('maven-checkstyle-plugin'))
          checks.push(configuration(within(dir, file), ['mvn', 'checkstyle:check'], dir));
        if (isGradleFile(file) && /\bcheckstyle\b/.test(text))
          checks.push(configuration(within(dir, file), ['gradle', 'checkstyleMain'], dir));
      }
      return checks;
    },
    adaptCheck: (leaf) => adapt(toolOf(leaf), readInvocation(leaf.argv).args, leaf.cwd),
  };
}

const isGradleFile = (name: string): boolean => /^build\.gradle(?:\.kts)?$/.test(name);

function withEnv(env: string[], adapted: Adapted): Adapted {
  if (adapted.kind === 'missing' || env.length === 0) return adapted;
  return { ...adapted, argv: toArgv({ env, launcher: adapted.argv, args: [] }) };
}
