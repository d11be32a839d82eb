/** The real command line, as processes with a state folder of their own; nothing of it is left. */
import { execa } from 'execa';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sendSignal } from '../../src/adapters/process-identity.js';
import { parseReport, type Report } from '../../src/core/contracts.js';
import { stopServer } from '../../src/local-server.js';

const CLI = fileURLToPath(new URL('../../dist/client/cli.js', import.meta.url));

/** For a loaded machine: what hangs still ends the test. */
export const PATIENCE = 480_000;

export interface Ended {
  code: number | undefined;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** Never rejects. */
  ended: Promise<Ended>;
  /** What it has written so far, both streams. */
  written(): string;
  signal(name: NodeJS.Signals): void;
}

export interface Settings {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

export interface CommandLine {
  /** The state folder; its path holds a blank. */
  home: string;
  start(args: string[], settings?: Settings): Running;
  run(args: string[], settings?: Settings): Promise<Ended>;
  /** Runs a command that ends with a report and gives that, checked. */
  report(
    args: string[],
    settings?: Settings,
  ): Promise<{ code: number | undefined; report: Report }>;
  /** The folder of the run on a repository, once there is one. */
  folderOfRun(repo: string): Promise<string>;
}

/** Gives the tests of a file a state folder, and expects after them that no process is left. */
export function withCommandLine(): CommandLine {
  const started: Running[] = [];
  const line = {
    start(args, settings) {
      const running = start(line.home, args, settings);
      started.push(running);
      return running;
    },
    run: (args, settings) => line.start(args, settings).ended,
    async report(args, settings) {
      const { code, stdout, stderr } = await line.run(args, settings);
      return { code, report: reportIn(stdout, stderr) };
    },
    folderOfRun: (repo) =>
      until(`a run on ${repo}`, async () => {
        const folders = await runFolders(line.home);
        return folders.find((folder) => folder.repo === repo)?.path;
      }),
  } as CommandLine;
  beforeAll(async () => {
    line.home = await realpath(await mkdtemp(join(tmpdir(), 'refactor-loop e2e-')));
  });
  afterAll(async () => {
    // Those of a test that failed in their middle.
    for (const running of started) running.signal('SIGKILL');
    await stopServer(line.home);
    const left = await untilNone(line.home);
    for (const { pid } of left) sendSignal(pid, 'SIGKILL');
    await rm(line.home, { recursive: true, force: true, maxRetries: 5 });
    expect(left).toEqual([]);
  }, PATIENCE);
  return line;
}

/** The one JSON document that stdout must be, as a report that fits its schema. */
export function reportIn(stdout: string, stderr = ''): Report {
  if (stdout === '') throw new Error(`no report on stdout; stderr: ${stderr}`);
  const parsed = parseReport(JSON.parse(stdout));
  if (parsed.kind === 'refused') throw new Error(`the report breaks its schema: ${parsed.problem}`);
  return parsed.value;
}

function start(home: string, args: string[], { env = {}, cwd }: Settings = {}): Running {
  let written = '';
  const child = execa(process.execPath, [CLI, ...args], {
    env: {
      TEMPORAL_ADDRESS: undefined,
      TEMPORAL_PROFILE: undefined,
      TEMPORAL_CONFIG_FILE: undefined,
      NODE_OPTIONS: undefined,
      REFACTOR_LOOP_HOME: home,
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
    reject: false,
    stripFinalNewline: false,
    stdin: 'ignore',
  });
  const keep = (chunk: Buffer): void => {
    written += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    ended: child.then(({ exitCode, stdout, stderr }) => ({ code: exitCode, stdout, stderr })),
    written: () => written,
    signal: (name) => child.kill(name),
  };
}

async function runFolders(home: string): Promise<{ path: string; repo: string }[]> {
  const names = await readdir(join(home, 'runs')).catch(() => []);
  const folders = await Promise.all(
    names.map(async (name) => {
      const path = join(home, 'runs', name);
      const text = await readFile(join(path, 'run.json'), 'utf8').catch(() => '{}');
      return { path, repo: String((JSON.parse(text) as { repo?: unknown }).repo) };
    }),
  );
  return folders;
}

/** Asks again until there is an answer. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  patienceMs = 240_000,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s for ${what}`);
    await delay(100);
  }
}

export interface Process {
  pid: number;
  /** Its command line. */
  args: string;
}

/** Waits for the end of every process that names a path; gives those that stay. */
export async function untilNone(path: string, patienceMs = 30_000): Promise<Process[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const left = await processesOf(path);
    if (left.length === 0 || Date.now() > deadline) return left;
    await delay(250);
  }
}

/** Processes that name a path: among their arguments, in their environment, or as their folder. */
export async function processesOf(path: string): Promise<Process[]> {
  const all = existsSync('/proc/self/environ') ? await fromProc() : await fromPs();
  return all.filter(({ text }) => text.includes(path)).map(({ pid, args }) => ({ pid, args }));
}

type Listed = Process & { text: string };

async function fromProc(): Promise<Listed[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const [args, environment, folder] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
      ]);
      return {
        pid: Number(pid),
        args: args.replaceAll('\0', ' ').trim(),
        text: [args, environment, folder].join('\0'),
      };
    }),
  );
}

async function fromPs(): Promise<Listed[]> {
  const { stdout } = await execa('ps', ['-A', '-ww', '-o', 'pid=,args=']);
  return stdout.split('\n').map((listed) => {
    const [, pid = '0', args = ''] = /^\s*(\d+) (.*)$/.exec(listed) ?? [];
    return { pid: Number(pid), args, text: args };
  });
}
