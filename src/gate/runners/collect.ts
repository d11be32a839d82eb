import { lstat, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import picomatch from 'picomatch';
import { records, tryGit } from '../../adapters/git.js';
import type { ReportSource, ReportText } from './runner.js';

/** Where a suite's files lie, and where its programs see them: the same unless a copy is mounted. */
export interface SuiteFolder {
  files: string;
  seen: string;
}

/** What stood where the reports of a run will be: tracked files stay, and are old unless changed. */
export interface OldReports {
  startedMs: number;
  tracked: ReadonlyMap<string, string>;
}

export type Collected =
  { kind: 'ok'; reports: ReportText[] } | { kind: 'none' } | { kind: 'too-large'; bytes: number };

/** What all reports of a suite may hold together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What a file system may round a time down by. */
const CLOCK_MS = 1_000;
const NOT_SEARCHED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv']);

/** Files in a folder that match, relative to it; links are not followed. */
async function filesIn(
  root: string,
  folder: string,
  matches: (path: string) => boolean,
): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return matches(path) ? [path] : [];
      const isSearched = entry.isDirectory() && !NOT_SEARCHED.has(entry.name);
      return isSearched ? filesIn(root, path, matches) : [];
    }),
  );
  return found.flat();
}

/** A pattern never leads out of the suite's folder, whatever it says. */
async function matching(folder: string, pattern: string): Promise<string[]> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return [];
  const { base, isGlob } = picomatch.scan(pattern.replace(/^\.\//, ''));
  const start = isGlob ? base : base.split('/').slice(0, -1).join('/');
  const place = await realpath(join(root, start)).catch(() => null);
  if (place === null || (place !== root && !place.startsWith(`${root}/`))) return [];
  const matches = picomatch(pattern.replace(/^\.\//, ''), { dot: true });
  const found = await filesIn(root, relative(root, place), matches);
  return found.sort();
}

/** Tells any two states of a file apart, but for those of one and the same clock tick and size. */
async function stateOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

/** Takes the reports of earlier runs away; a file that git tracks may be what the tests read. */
export async function removeReports(source: ReportSource, folder: string): Promise<OldReports> {
  if (source.kind !== 'glob') return { startedMs: Date.now(), tracked: new Map() };
  const paths = await matching(folder, source.pattern);
  const listed = paths.length === 0 ? null : await tryGit(folder, ['ls-files', '-z']);
  const kept = new Set(records(listed?.stdout ?? ''));
  const tracked = new Map<string, string>();
  for (const path of paths) {
    const absolute = join(folder, path);
    if (kept.has(path)) tracked.set(path, await stateOf(absolute));
    else await rm(absolute);
  }
  return { startedMs: Date.now(), tracked };
}

async function freshFiles(pattern: string, folder: string, old: OldReports): Promise<string[]> {
  const paths = await matching(folder, pattern);
  const states = await Promise.all(paths.map((path) => stateOf(join(folder, path))));
  return paths.filter((path, index) => old.tracked.get(path) !== states[index]);
}

interface Place {
  /** Where it is read. */
  from: string;
  /** Where the suite saw it. */
  path: string;
}

async function readAll(places: Place[], oldestMs: number): Promise<Collected> {
  const stats = await Promise.all(places.map(({ from }) => lstat(from).catch(() => null)));
  const fresh = places.filter((_, index) => {
    const stat = stats[index];
    return stat?.isFile() === true && stat.mtimeMs >= oldestMs;
  });
  const bytes = stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
  if (bytes > MOST_BYTES) return { kind: 'too-large', bytes };
  if (fresh.length === 0) return { kind: 'none' };
  const reports = fresh.map(async ({ from, path }) => ({
    path,
    text: await readFile(from, 'utf8'),
  }));
  return { kind: 'ok', reports: await Promise.all(reports) };
}

/** Where a step's output was written. */
export interface Output {
  stdoutPath?: string;
  logPath: string;
}

/** Reads the reports that a run wrote; none that was there before it. */
export async function collectReports(
  source: ReportSource,
  { files, seen }: SuiteFolder,
  output: Output,
  old: OldReports,
): Promise<Collected> {
  const oldest = old.startedMs - CLOCK_MS;
  if (source.kind === 'file') return readAll([{ from: source.path, path: source.path }], oldest);
  if (source.kind === 'glob') {
    const paths = await freshFiles(source.pattern, files, old);
    const places = paths.map((path) => ({ from: join(files, path), path: join(seen, path) }));
    return readAll(places, oldest);
  }
  const path = source.kind === 'log' ? output.logPath : (output.stdoutPath ?? output.logPath);
  return readAll([{ from: path, path }], 0);
}
