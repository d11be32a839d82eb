import type { Detection } from '../detection.js';
import { isProgram } from '../installed.js';
import {
  configuration,
  type Adapted,
  type Language,
  type Project,
  type Projects,
} from '../language.js';
import { folderOf, foldersUp, nearestOf, within } from '../paths.js';
import type { Repository } from '../repository.js';

interface Module {
  dir: string;
  path: string;
  text: string;
}

const WORK_USE = /^\s*(?:use\s+)?(\.{1,2}(?:\/[^\s)]*)?)\s*(?:\/\/.*)?$/gm;

async function readModules(repo: Repository): Promise<Module[]> {
  const found = repo.files.filter((file) => /(?:^|\/)go\.mod$/.test(file));
  const shown = found.filter((file) => !/(?:^|\/)(?:vendor|testdata)\//.test(file));
  return Promise.all(
    shown.map(async (file) => {
      const text = await repo.read(file);
      return { dir: folderOf(file), path: /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? '', text };
    }),
  );
}

/** Whether a module builds another one from the same repository. */
function buildsFromHere(user: Module, used: Module, workspace: ReadonlySet<string>): boolean {
  const name = used.path.replace(/\W/g, '\\$&');
  if (!new RegExp(`(?:^|\\s)${name}\\s+v`, 'm').test(user.text)) return false;
  const isReplaced = new RegExp(`${name}(?:\\s+v\\S+)?\\s+=>\\s+\\.`).test(user.text);
  return isReplaced || (workspace.has(user.dir) && workspace.has(used.dir));
}

async function goProjects(repo: Repository, files: readonly string[]): Promise<Projects> {
  const modules = await readModules(repo);
  const dirs = new Set(modules.map(({ dir }) => dir));
  const work = await repo.read('go.work');
  const used = [...work.matchAll(WORK_USE)].map(([, path = '']) => within('', path));
  const workspace = new Set(used);
  const owners = files.map((file) => nearestOf(dirs, folderOf(file)));
  const why = new Map<Module, string>();
  for (const module of modules) if (owners.includes(module.dir)) why.set(module, '');
  // A Map grows while it is gone through, so this follows dependents of dependents.
  for (const [module] of why)
    for (const other of modules)
      if (!why.has(other) && buildsFromHere(other, module, workspace))
        why.set(other, `depends on ${module.path}`);
  const wanted = [...why].map(([{ dir, path }, reason]) => ({ dir, name: path, why: reason }));
  return { wanted, dirs, word: 'modules' };
}

/** Go: modules, and workspaces of them. */
export function go(detection: Detection): Language {
  const { ctx, repo, settings } = detection;

  async function adapt(argv: string[], cwd: string): Promise<Adapted> {
    const program = argv.find((word) => !/^env$|=/.test(word)) ?? 'go';
    if (settings.setup !== undefined || (await isProgram(ctx, program, cwd)))
      return { kind: 'ok', argv };
    return { kind: 'missing', message: `${program} is not installed` };
  }

  function holdsTests({ dir }: Project, dirs: ReadonlySet<string>): boolean {
    return repo.files.some(
      (file) => file.endsWith('_test.go') && nearestOf(dirs, folderOf(file)) === dir,
    );
  }

  return {
    id: 'Go',
    looksAt: 'go.mod, go.work and *_test.go',
    projects: (scope) => goProjects(repo, scope),
    async configured(project) {
      const { dirs } = await goProjects(repo, []);
      if (!holdsTests(project, dirs)) return [];
      return [configuration(within(project.dir, 'go.mod'), ['go', 'test', './...'], project.dir)];
    },
    covers: async () => false,
    adaptTests: ({ argv, cwd }) => adapt(argv, cwd),
    obstacle: async () => null,
    async checks({ dir }) {
      const source = within(dir, 'go.mod');
      if (!repo.has(source)) return [];
      const lint = foldersUp(dir)
        .flatMap((folder) => repo.namesIn(folder).map((name) => within(folder, name)))
        .find((file) => /(?:^|\/)\.golangci\.(?:ya?ml|toml|json)$/.test(file));
      const checks = [
        configuration(source, ['gofmt', '-l', '.'], dir),
        configuration(source, ['go', 'vet', './...'], dir),
      ];
      if (lint !== undefined) checks.push(configuration(lint, ['golangci-lint', 'run'], dir));
      return checks;
    },
    adaptCheck: ({ argv, cwd }) => adapt(argv, cwd),
  };
}
