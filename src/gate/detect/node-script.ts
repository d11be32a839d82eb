import { readInvocation, toArgv } from '../invocation.js';
import { importsOf } from './outputs.js';
import { folderOf, within } from './paths.js';
import type { Repository } from './repository.js';

const SCRIPT = /\.[cm]?[jt]s$/;
const NODE_TEST = /['"]node:test['"]/;

async function usesNodeTest(repo: Repository, file: string): Promise<boolean> {
  const text = await repo.read(file);
  if (NODE_TEST.test(text)) return true;
  const near = importsOf(text).filter((specifier) => specifier.startsWith('.'));
  for (const specifier of near)
    if (NODE_TEST.test(await repo.read(within(folderOf(file), specifier)))) return true;
  return false;
}

/**
 * `node test/index.js`, where that file or what it imports uses node:test, as the same command under
 * `node --test`: only so does every test reach the report. Null: it is something else.
 */
export async function asNodeTest(
  repo: Repository,
  argv: readonly string[],
  cwd: string,
): Promise<string[] | null> {
  const { env, launcher, tool, args } = readInvocation(argv);
  const at = args.findIndex((arg) => SCRIPT.test(arg) && repo.has(within(cwd, arg)));
  if (tool !== 'node' || at !== args.length - 1 || at === -1 || args.includes('--test'))
    return null;
  // A flag before may name a file that is only loaded.
  if (/^(?:-r|--require|--import|--loader)$/.test(args[at - 1] ?? '')) return null;
  if (!(await usesNodeTest(repo, within(cwd, args[at] ?? '')))) return null;
  return toArgv({ env, launcher, args: args.toSpliced(at, 0, '--test') });
}
