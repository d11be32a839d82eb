import { asText } from '../../json.js';
import type { Detection } from '../detection.js';
import { configuration, type Project } from '../language.js';
import { within } from '../paths.js';
import type { Repository } from '../repository.js';
import type { Suggestion } from '../suggestions.js';
import { iniSection } from './ini.js';
import { readToml, tableAt } from './toml.js';

interface Signs {
  argv: string[];
  /** Files of its own. */
  files: readonly string[];
  /** Its table below `tool` in pyproject.toml. */
  table?: readonly string[];
  /** Its section in files of several tools. */
  section?: string;
}

const SIGNS: readonly Signs[] = [
  { argv: ['ruff', 'check', '.'], files: ['ruff.toml', '.ruff.toml'], table: ['ruff'] },
  { argv: ['ruff', 'format', '.'], files: [], table: ['ruff', 'format'] },
  { argv: ['flake8'], files: ['.flake8'], section: 'flake8' },
  { argv: ['black', '.'], files: [], table: ['black'] },
  { argv: ['isort', '.'], files: ['.isort.cfg'], table: ['isort'], section: 'isort' },
  { argv: ['mypy'], files: ['mypy.ini', '.mypy.ini'], table: ['mypy'], section: 'mypy' },
  { argv: ['pyright'], files: ['pyrightconfig.json'], table: ['pyright'] },
  { argv: ['basedpyright'], files: [], table: ['basedpyright'] },
];
const SHARED: readonly string[] = ['setup.cfg', 'tox.ini'];

async function sourceOf(repo: Repository, dir: string, signs: Signs): Promise<string | null> {
  const own = signs.files.map((name) => within(dir, name)).find((file) => repo.has(file));
  if (own !== undefined) return own;
  const pyproject = within(dir, 'pyproject.toml');
  if (signs.table !== undefined) {
    const toml = await readToml(repo, pyproject);
    if (tableAt(toml, 'tool', ...signs.table) !== null) return pyproject;
  }
  if (signs.section === undefined) return null;
  for (const file of SHARED.map((name) => within(dir, name)))
    if (iniSection(await repo.read(file), signs.section) !== null) return file;
  return null;
}

/** mypy needs to be told what to check, on its command line or in its configuration. */
async function mypyArgs(repo: Repository, dir: string, source: string): Promise<string[]> {
  const names = ['files', 'packages', 'modules'];
  const isToml = source.endsWith('.toml');
  const table = isToml ? tableAt(await readToml(repo, source), 'tool', 'mypy') : null;
  const section = isToml ? null : iniSection(await repo.read(source), 'mypy');
  const isTold = names.some(
    (name) => asText(section?.get(name)) !== '' || (table !== null && name in table),
  );
  return isTold ? [] : [repo.holdsFiles(within(dir, 'src')) ? 'src' : '.'];
}

/** Linters, formatters and type checkers that a project configures. */
export async function configuredChecks(
  { repo }: Detection,
  { dir }: Project,
): Promise<Suggestion[]> {
  const found: Suggestion[] = [];
  for (const signs of SIGNS) {
    const source = await sourceOf(repo, dir, signs);
    if (source === null) continue;
    const more = signs.argv[0] === 'mypy' ? await mypyArgs(repo, dir, source) : [];
    found.push(configuration(source, [...signs.argv, ...more], dir));
  }
  return found;
}
