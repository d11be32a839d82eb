import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { LockboxRules, Refused } from '../change.js';
import { lstatIfAny } from '../filesystem.js';
import { refuse } from '../refuse.js';
import type { Index } from './entries.js';
import { namesOf, type Names } from './named-by-config.js';
import { foldPath } from './paths.js';
import { lockboxPatterns, matcher } from './patterns.js';
import { isRunnerConfig, namedValues, type NamedValue } from './runner-keys.js';
import { namedByScript } from './script-command.js';

const MAX_CONFIG_BYTES = 256 * 1024;
const byName = lockboxPatterns({ add: [], except: [], testFiles: [] });

/** What one value of a tracked configuration keeps from changes. */
interface Lock {
  file: string;
  key: string;
  value: string;
  names: Names;
}

async function textOf(workspace: string, path: string): Promise<string> {
  const stats = await lstatIfAny(join(workspace, path));
  const isReadable = stats?.isFile() === true && stats.size <= MAX_CONFIG_BYTES;
  return isReadable ? readFile(join(workspace, path), 'utf8') : '';
}

/** The values themselves; a package script is taken apart first. */
function singles(value: NamedValue): NamedValue[] {
  if (value.meaning !== 'command') return [value];
  const name = value.key.at(-1) ?? '';
  return namedByScript(name, value.value).map((named) => ({ ...named, key: value.key }));
}

/** Folders that relative paths of a configuration may start from: its own, and the root it names. */
function basesOf(file: string, values: NamedValue[]): string[] {
  const own = dirname(file) === '.' ? '' : dirname(file);
  const roots = values
    .filter(({ meaning }) => meaning === 'root')
    .map(({ value }) => posix.join(own, value).replace(/\/$/, ''))
    .map((root) => (root === '.' ? '' : root));
  return [...new Set([own, ...roots])].filter((base) => !base.startsWith('..'));
}

/** Whether at least half of the Python files that a name covers are tests anyway. */
function holdsTests(names: Names, index: Index, isTest: (path: string) => boolean): boolean {
  const code = [...index.entries.keys()].filter(
    (path) => /\.pyi?$/.test(path) && !path.endsWith('__init__.py') && names(foldPath(path)),
  );
  return code.filter(isTest).length * 2 >= code.length;
}

function locksOf(
  file: string,
  text: string,
  index: Index,
  patterns: ReturnType<typeof lockboxPatterns>,
): Lock[] {
  const values = namedValues(file, text);
  const locks = basesOf(file, values).flatMap((base) =>
    values.flatMap(singles).flatMap(({ key, value, meaning }) => {
      const names = namesOf(base, { key, value, meaning });
      return names === undefined ? [] : [{ file, key: key.join('.'), value, meaning, names }];
    }),
  );
  const isTest = (path: string): boolean =>
    patterns(path) !== undefined ||
    locks.some(({ meaning, names }) => meaning === 'python-files' && names(foldPath(path)));
  return locks.filter(
    ({ meaning, names }) => meaning !== 'test-paths' || holdsTests(names, index, isTest),
  );
}

/**
 * Reads what the tracked configurations of test runners name, by their syntax alone, and tells for
 * a path whether one of them names it: set-up files, test files, mocks, the scripts of the gate.
 */
export async function runnerLocks(
  workspace: string,
  index: Index,
  rules: LockboxRules,
): Promise<(path: string) => Refused | undefined> {
  // A source file may be called app.config.ts: what is no configuration to the lockbox is not read.
  const files = [...index.entries.keys()].filter(
    (path) => isRunnerConfig(path) && byName(path) !== undefined,
  );
  const patterns = lockboxPatterns(rules);
  const read = files.map(async (file) =>
    locksOf(file, await textOf(workspace, file), index, patterns),
  );
  const locks = (await Promise.all(read)).flat();
  const open = rules.except.map(matcher);
  return (path) => {
    const folded = foldPath(path);
    const lock = locks.find(({ names }) => names(folded));
    if (lock === undefined || open.some((matches) => matches(folded))) return undefined;
    const message = `${path} is part of the tests or of how they run: ${lock.file} names it (${lock.key}: ${JSON.stringify(lock.value)}). Leave the file as it is; only the project can open it, with lockbox.except.`;
    return refuse('test-file', message, [path]);
  };
}
