import parseArgv from 'string-argv';
import { asList, asText } from '../../json.js';
import { within } from '../paths.js';
import { redFlag } from '../red-flags.js';
import type { Repository } from '../repository.js';
import { iniSection } from './ini.js';
import { readToml, tableAt } from './toml.js';

/** What the one file says that pytest takes its configuration from. */
export interface PytestConfig {
  /** Relative to the repository's root. */
  file: string;
  addopts: string[];
  testpaths: string[];
  pythonpath: string[];
}

type Value = (key: string) => unknown;

const words = (value: unknown): string[] =>
  Array.isArray(value) ? asList(value).map(asText) : parseArgv(asText(value).replace(/\n/g, ' '));

async function fromToml(repo: Repository, file: string): Promise<Value | null> {
  const toml = await readToml(repo, file);
  const table =
    tableAt(toml, 'tool', 'pytest', 'ini_options') ??
    tableAt(toml, 'tool', 'pytest') ??
    tableAt(toml, 'pytest');
  return table === null ? null : (key) => table[key];
}

async function fromIni(repo: Repository, file: string, section: string): Promise<Value | null> {
  const found = iniSection(await repo.read(file), section);
  return found === null ? null : (key) => found.get(key);
}

/** Pytest's configuration in a folder; null when no file there is meant for it. */
export async function pytestConfig(repo: Repository, dir: string): Promise<PytestConfig | null> {
  const candidates: [string, (file: string) => Promise<Value | null>][] = [
    ['pytest.toml', (file) => fromToml(repo, file)],
    ['pytest.ini', async (file) => (await fromIni(repo, file, 'pytest')) ?? (() => undefined)],
    ['.pytest.ini', async (file) => (await fromIni(repo, file, 'pytest')) ?? (() => undefined)],
    ['pyproject.toml', (file) => fromToml(repo, file)],
    ['tox.ini', (file) => fromIni(repo, file, 'pytest')],
    ['setup.cfg', (file) => fromIni(repo, file, 'tool:pytest')],
  ];
  for (const [name, read] of candidates) {
    const file = within(dir, name);
    const value = repo.has(file) ? await read(file) : null;
    if (value === null) continue;
    return {
      file,
      addopts: words(value('addopts')),
      testpaths: words(value('testpaths')),
      pythonpath: words(value('pythonpath')),
    };
  }
  return null;
}

/** Why `addopts` make a green run prove nothing, or null. */
export function flagInAddopts({ file, addopts }: PytestConfig): string | null {
  const flag = redFlag(['pytest', ...addopts]);
  return flag === null ? null : `addopts in ${file}: ${flag}`;
}
