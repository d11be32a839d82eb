import { basename } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { asList, asRecord, asText, parseJson } from '../json.js';
import { unwrap } from '../wrappers.js';
import { within } from './paths.js';
import type { Repository } from './repository.js';

const CONFIGS = ['.nycrc', '.nycrc.json', '.nycrc.yml', '.nycrc.yaml'] as const;
const BEFORE = /=|^(?:env|cross-env|npx|npm|pnpm|yarn|bunx|exec|--)$/;

/** The words that nyc itself is given; null: the command does not run under nyc. */
function wordsOfNyc(argv: readonly string[]): string[] | null {
  const at = argv.findIndex((word) => !BEFORE.test(word));
  if (basename(argv[at] ?? '') !== 'nyc') return null;
  const args = argv.slice(at + 1);
  const inner = unwrap('nyc', args);
  return inner === null ? null : args.slice(0, args.length - inner.length);
}

function required(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const [, value] = /^--require=(.+)$/.exec(word) ?? [];
    if (value !== undefined) return [value];
    return /^(?:-r|--require)$/.test(words[at - 1] ?? '') ? [word] : [];
  });
}

async function configured(repo: Repository, dir: string): Promise<unknown> {
  const file = CONFIGS.map((name) => within(dir, name)).find((path) => repo.has(path));
  if (file === undefined) return (await repo.readRecord(within(dir, 'package.json'))).nyc;
  const text = await repo.read(file);
  if (!/\.ya?ml$/.test(file)) return parseJson(text);
  try {
    return parseYaml(text);
  } catch {
    return null;
  }
}

/**
 * Variables that load into Node what nyc loads before the tests, such as a compiler, since the tests
 * run without nyc. Empty when the command does not run under nyc, or nyc loads nothing.
 */
export async function preloadsOfNyc(
  repo: Repository,
  argv: readonly string[],
  cwd: string,
): Promise<string[]> {
  const words = wordsOfNyc(argv);
  if (words === null) return [];
  const { require: key } = asRecord(await configured(repo, cwd));
  const listed = typeof key === 'string' ? [key] : asList(key).map(asText);
  const modules = [...listed, ...required(words)].filter((name) => name !== '' && !/\s/.test(name));
  if (modules.length === 0) return [];
  return [`NODE_OPTIONS=${modules.map((name) => `--require ${name}`).join(' ')}`];
}
