import { join } from 'node:path';
import { isThere } from '../../../adapters/is-there.js';
import { readInvocation } from '../../invocation.js';
import type { Detection } from '../detection.js';
import { localised, localisedOrBare } from '../installed.js';
import type { Language } from '../language.js';
import { installCommand } from '../packages.js';
import { isInside } from '../paths.js';
import { configuredChecks } from './javascript-checks.js';
import { javascriptProjects } from './javascript-projects.js';
import { configuredTests } from './javascript-tests.js';

const CONFIGS = /^(?:(?:vitest|vite|jest)\.config\.|vitest\.workspace\.)/;

/** JavaScript and TypeScript: packages, workspaces, their scripts and `node_modules`. */
export function javascript(detection: Detection): Language {
  const { ctx, repo, packages, settings } = detection;
  const install = installCommand(repo, packages);
  return {
    id: 'JavaScript',
    looksAt:
      'scripts of package.json, configuration of vitest, jest, mocha, ava, tap and playwright, ' +
      'test files that import node:test',
    projects: async (scope) => javascriptProjects(packages, scope),
    configured: (project) => configuredTests(detection, project),
    async covers(root, project) {
      const inFolder = (word: string) => isInside(word.replace(/^\.\//, ''), project.dir);
      if (root.suites.some(({ argv }) => readInvocation(argv).args.some(inFolder))) return true;
      const names = repo.namesIn('').filter((name) => CONFIGS.test(name));
      const runners = new Set(root.suites.map(({ runner }) => runner));
      if (runners.has('vitest') && names.some((name) => name.startsWith('vitest.workspace')))
        return true;
      if (!runners.has('vitest') && !runners.has('jest')) return false;
      const key = JSON.stringify(packages.at('')?.raw.jest ?? '');
      const texts = await Promise.all(names.map((name) => repo.read(name)));
      return [...texts, key].some((text) => /\b(?:projects|workspace)["']?\s*:/.test(text));
    },
    async adaptTests({ argv, cwd }) {
      if (settings.setup !== undefined)
        return { kind: 'ok', argv: await localisedOrBare(ctx, argv, cwd) };
      const found = await localised(ctx, argv, cwd);
      if (found !== null) return { kind: 'ok', argv: found };
      const program = readInvocation(argv).launcher.join(' ');
      const message = `${program} is not installed; install the dependencies in the repository, or give --setup "${install}" (gate.setup)`;
      return { kind: 'missing', message };
    },
    async obstacle({ dir }) {
      if (settings.setup !== undefined) return null;
      const hasModules = await isThere(join(ctx.workspace, dir, 'node_modules'));
      const isPnp = (await isThere(join(ctx.workspace, '.pnp.cjs'))) && !hasModules;
      if (!isPnp) return null;
      return `Yarn Plug'n'Play is not supported, the runners are looked for in node_modules; set nodeLinker: node-modules in .yarnrc.yml and install, or give --setup "env YARN_NODE_LINKER=node-modules yarn install" (gate.setup)`;
    },
    checks: async (project) => configuredChecks(detection, project),
    async adaptCheck({ argv, cwd }) {
      if (settings.setup !== undefined)
        return { kind: 'ok', argv: await localisedOrBare(ctx, argv, cwd) };
      const found = await localised(ctx, argv, cwd);
      if (found !== null) return { kind: 'ok', argv: found };
      return { kind: 'missing', message: `${readInvocation(argv).tool} is not installed` };
    },
  };
}
