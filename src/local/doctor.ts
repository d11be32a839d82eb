import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { tryGit } from '../adapters/git.js';
import { gateCacheFolder, stateHome } from '../adapters/home.js';
import {
  dirtyPaths,
  inspectRepository,
  resolveBase,
  type Repository,
} from '../adapters/repository.js';
import { resolveScope } from '../adapters/scope.js';
import { resolveTemporalBinary, TemporalBinaryError } from '../adapters/temporal-binary.js';
import { createWorkspace, removeWorkspace } from '../adapters/workspace.js';
import { RunFolder } from '../adapters/run-folder.js';
import { planInWords } from '../core/gate-words.js';
import { effectiveSettings } from '../core/settings.js';
import { lockbox } from '../change/lockbox/index.js';
import { parseRunInput, type DoctorReport } from '../core/contracts.js';
import type { Settings } from '../core/protocol.js';
import { GateCache } from '../gate/cache.js';
import { detectGate } from '../gate/detect/index.js';
import type { GateContext } from '../gate/gate.js';
import { contextIn, summaryOf } from '../gate/summary.js';
import { machineLockIn } from '../gate/turn.js';
import { examineGate, FIXES, type Add } from './examine-gate.js';
import { openLocalServer } from './server.js';

type Check = DoctorReport['checks'][number];

export interface ExamineOptions {
  /** Leaves the suite out. */
  quick: boolean;
  namesServer: boolean;
  /** Tells each check as it is known. */
  tell: (check: Check) => void;
  /** Tells what is being done now: a gate takes its time. */
  progress: (text: string) => void;
  /** Ends the examination; nothing of it is left. */
  signal?: AbortSignal;
}

/**
 * Says whether a run would start here: by server, repository, scope, oracle, baseline and negative
 * control, in a scratch workspace. What the gate measures, the next run need not measure again.
 */
export async function examine(input: unknown, options: ExamineOptions): Promise<DoctorReport> {
  const report: DoctorReport = { ok: true, checks: [], gate: null };
  const add = (name: string, ok: boolean, message: string, fix = ''): void => {
    const check = { name, ok, message, fix: ok ? '' : fix };
    report.checks.push(check);
    report.ok &&= ok;
    options.tell(check);
  };
  if (!options.namesServer) await examineServer(add);
  const parsed = parseRunInput(input);
  if (parsed.kind === 'refused') {
    add('input', false, parsed.problem, 'see refactor-loop doctor --help');
    return report;
  }
  const settings = effectiveSettings(parsed.value);
  if (!(await examineGit(add))) return report;
  const repository = await inspectRepository(settings.repo);
  if (repository.kind === 'refused') {
    add('repository', false, repository.message, 'follow the message');
    return report;
  }
  add('repository', true, `${repository.top} at ${repository.head.slice(0, 10)}`);
  await examineOracle(settings, repository, options, report, add);
  return report;
}

async function examineServer(add: Add): Promise<void> {
  try {
    const binary = await resolveTemporalBinary();
    add('binary', true, `${binary.path} (${binary.source})`);
    const server = await openLocalServer();
    add('server', true, `${server.started ? 'starts' : 'runs'} on ${server.address}`);
    await server.release();
  } catch (error) {
    const name = error instanceof TemporalBinaryError ? 'binary' : 'server';
    const message = error instanceof Error ? error.message : String(error);
    add(name, false, message, 'follow the message');
  }
}

async function examineGit(add: Add): Promise<boolean> {
  const asked = await tryGit(tmpdir(), ['--version']).catch(() => undefined);
  const message = asked?.stdout.trim() ?? 'git was not found on PATH';
  add('git', asked !== undefined, message, 'install git 2.30 or newer, or add its folder to PATH');
  return asked !== undefined;
}

async function examineOracle(
  settings: Settings,
  repository: Repository,
  options: ExamineOptions,
  report: DoctorReport,
  add: Add,
): Promise<void> {
  const base = await resolveBase(repository.top, settings.base);
  if (base.kind === 'refused') {
    add('base', false, base.message, 'give another --base');
    return;
  }
  const locked = lockbox({ ...settings.lockbox, testFiles: [] });
  const scope = await resolveScope({
    repo: repository.top,
    base: base.sha,
    scope: settings.scope ?? undefined,
    changes: settings.changes,
    isLocked: (path) => locked(path) !== undefined,
    dirty: await dirtyPaths(repository.top),
  });
  if (scope.kind === 'refused') {
    add('scope', false, scope.message, 'give paths to code files: refactor-loop doctor src');
    return;
  }
  add('scope', true, scope.files.length === 1 ? 'one file' : `${scope.files.length} files`);
  const home = stateHome();
  const folder = new RunFolder(home, `doctor-${randomUUID()}`);
  try {
    const workspace = await createWorkspace({
      repo: repository.top,
      commonDir: repository.commonDir,
      base: base.sha,
      branch: 'refactor-loop/doctor',
      workspace: folder.workspace,
      copy: settings.copy,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (workspace.kind === 'refused') {
      add('workspace', false, workspace.message, 'follow the message');
      return;
    }
    const signal = options.signal ?? new AbortController().signal;
    const context = (name: string): GateContext => ({
      ...contextIn(folder, settings.gate, signal, name),
      machineLock: machineLockIn(home),
      repository: repository.commonDir,
      onProgress: (text) => options.progress(`${name}: ${text}`),
    });
    const detected = await detectGate(context('detection'), settings.gate, scope.files);
    if (detected.kind === 'refused') {
      add('oracle', false, detected.message, FIXES[detected.reason]);
      return;
    }
    const { plan } = detected;
    add('oracle', true, planInWords(summaryOf(plan)));
    if (options.quick) return;
    await examineGate({ folder, cache: new GateCache(gateCacheFolder(home)), context }, plan, {
      scope: scope.files,
      report,
      add,
    });
  } finally {
    await removeWorkspace(folder.workspace);
    await rm(folder.root, { recursive: true, force: true });
  }
}
