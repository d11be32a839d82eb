import picomatch from 'picomatch';
import { asList, asText } from '../../json.js';
import { readInvocation, toArgv, type Invocation } from '../../invocation.js';
import type { Detection } from '../detection.js';
import { isProgram } from '../installed.js';
import {
  configuration,
  type Adapted,
  type Language,
  type Project,
  type Projects,
} from '../language.js';
import { folderOf, foldersUp, isInside, within } from '../paths.js';
import type { Repository } from '../repository.js';
import type { Suggestion } from '../suggestions.js';
import { readToml, tableAt } from './toml.js';

const TEST =
  /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck|proptest)\b|\bproptest!|\bquickcheck!/;
const DOC_TEST = /^\s*\/\/[/!]\s*```(?!text|ignore|sh|console|toml|json|none)/m;
const MANIFEST = /(?:^|\/)Cargo\.toml$/;

/** The folder whose `Cargo.toml` is the workspace root of a crate; itself when there is none. */
async function workspaceOf(repo: Repository, crate: string): Promise<string> {
  for (const dir of foldersUp(crate)) {
    const file = within(dir, 'Cargo.toml');
    if (!repo.has(file)) continue;
    const workspace = tableAt(await readToml(repo, file), 'workspace');
    if (workspace === null) continue;
    const below = crate.slice(dir === '' ? 0 : dir.length + 1);
    const excluded = asList(workspace.exclude).map(asText);
    const isExcluded = excluded.some((path) => isInside(below, path.replace(/\/$/, '')));
    const members = picomatch(asList(workspace.members).map((path) => asText(path)));
    // Path dependencies are members too, so a crate that is not excluded is taken for one.
    if (crate === dir || (!isExcluded && (members(below) || dir !== crate))) return dir;
  }
  return crate;
}

async function rustProjects(repo: Repository, files: readonly string[]): Promise<Projects> {
  const crates = new Set(repo.files.filter((file) => MANIFEST.test(file)).map(folderOf));
  const roots = new Map<string, string>();
  for (const crate of crates) roots.set(crate, await workspaceOf(repo, crate));
  const owners = files.flatMap((file) => {
    const crate = foldersUp(folderOf(file)).find((dir) => crates.has(dir));
    return crate === undefined ? [] : [roots.get(crate) ?? crate];
  });
  const wanted = [...new Set(owners)].map((dir) => ({ dir, name: dir || 'the root', why: '' }));
  return { wanted, dirs: new Set(roots.values()), word: 'workspaces' };
}

/** A command without `+stable`, which is what cargo runs where nothing else is chosen. */
function readRust(argv: readonly string[]): Invocation {
  const { launcher, ...rest } = readInvocation(argv);
  return { ...rest, launcher: launcher.filter((word) => word !== '+stable') };
}

/** Rust: cargo over the whole workspace of a crate, nextest where it is configured. */
export function rust(detection: Detection): Language {
  const { ctx, repo, settings } = detection;

  const sourcesIn = (dir: string): string[] =>
    repo.files.filter((file) => file.endsWith('.rs') && isInside(file, dir));

  async function some(files: readonly string[], pattern: RegExp): Promise<boolean> {
    for (const file of files) if (pattern.test(await repo.read(file))) return true;
    return false;
  }

  async function configured({ dir }: Project): Promise<Suggestion[]> {
    const sources = sourcesIn(dir);
    const source = within(dir, 'Cargo.toml');
    const isNextest =
      repo.has(within(dir, '.config/nextest.toml')) && (await isProgram(ctx, 'cargo-nextest', dir));
    const all = isNextest
      ? ['cargo', 'nextest', 'run', '--workspace', '--all-targets']
      : ['cargo', 'test', '--workspace'];
    const isTested = await some(sources, TEST);
    const isDocumented = await some(sources, DOC_TEST);
    if (!isTested && !isDocumented) return [];
    // nextest runs no doc-tests.
    const ofDocs = ['cargo', 'test', '--workspace', '--doc'];
    const commands = isNextest
      ? [...(isTested ? [all] : []), ...(isDocumented ? [ofDocs] : [])]
      : [all];
    const suggestion = configuration(
      isNextest ? within(dir, '.config/nextest.toml') : source,
      [],
      dir,
    );
    const leaves = commands.map((argv) => ({ argv, cwd: dir, via: [], ignoresFailure: false }));
    return [{ ...suggestion, resolved: { kind: 'ok', leaves } }];
  }

  function flagsFor(args: readonly string[], dir: string): string[] {
    const isLocked = repo.has(within(dir, 'Cargo.lock'));
    const flags = ['--no-fail-fast', ...(isLocked ? ['--locked'] : []), '--offline'];
    return flags.filter((flag) => !args.includes(flag) && !args.includes('--frozen'));
  }

  async function adapt(argv: string[], cwd: string): Promise<Adapted> {
    if (settings.setup !== undefined || (await isProgram(ctx, 'cargo', cwd)))
      return { kind: 'ok', argv };
    return { kind: 'missing', message: 'cargo is not installed' };
  }

  return {
    id: 'Rust',
    looksAt: 'Cargo.toml, tests and doc tests in *.rs',
    projects: (scope) => rustProjects(repo, scope),
    configured,
    covers: async () => false,
    async adaptTests({ argv, cwd }, { dir }) {
      const { env, launcher, args } = readRust(argv);
      const end = args.includes('--') ? args.indexOf('--') : args.length;
      const flagged = args.toSpliced(end, 0, ...flagsFor(args.slice(0, end), dir));
      return adapt(toArgv({ env, launcher, args: flagged }), cwd);
    },
    obstacle: async () => null,
    async checks({ dir }) {
      const source = within(dir, 'Cargo.toml');
      if (!repo.has(source)) return [];
      const clippy = ['cargo', 'clippy', '--workspace', '--all-targets', '--offline'];
      const wanted: (readonly [program: string, argv: string[]])[] = [
        ['cargo-fmt', ['cargo', 'fmt', '--all', '--check']],
        ['cargo-clippy', clippy],
      ];
      const checks: Suggestion[] = [];
      for (const [program, argv] of wanted)
        if (await isProgram(ctx, program, dir)) checks.push(configuration(source, argv, dir));
      return checks;
    },
    adaptCheck({ argv, cwd }) {
      const { env, launcher, args } = readRust(argv);
      const end = args.includes('--') ? args.indexOf('--') : args.length;
      const isOffline = args[0] === 'fmt' || args.includes('--offline');
      const offline = isOffline ? args : args.toSpliced(end, 0, '--offline');
      return adapt(toArgv({ env, launcher, args: offline }), cwd);
    },
  };
}
