import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { tryGit } from '../adapters/git.js';
import { stateHome } from '../adapters/home.js';
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
import { effectiveSettings } from '../core/settings.js';
import { lockbox } from '../change/lockbox/index.js';
import { parseRunInput, type DoctorReport } from '../core/contracts.js';
import type { Settings } from '../core/protocol.js';
import { measureBaseline } from '../gate/baseline.js';
import { negativeControl } from '../gate/control.js';
import { detectGate } from '../gate/detect/index.js';
import type { GateContext, GatePlan } from '../gate/gate.js';
import { apiInWords, contextIn, suiteMsOf, summaryOf } from '../gate/summary.js';
import { openLocalServer } from './server.js';

type Check = DoctorReport['checks'][number];

/** Tells each check as it is known. */
export type Tell = (check: Check) => void;

/**
 * Says whether a run would start here, by server, repository, scope, oracle, baseline and control, in a scratch
 * workspace. `quick`
 * leaves the suite out.
 */
export async function examine(
  input: unknown,
  options: { quick: boolean; namesServer: boolean; tell: Tell },
): Promise<DoctorReport> {
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
  await examineOracle(settings, repository, options.quick, report, add);
  return report;
}

type Add = (name: string, ok: boolean, message: string, fix?: string) => void;

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
  quick: boolean,
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
  add('scope', true, `${scope.files.length} files`);
  const folder = new RunFolder(stateHome(), `doctor-${randomUUID()}`);
  try {
    const workspace = await createWorkspace({
      repo: repository.top,
      commonDir: repository.commonDir,
      base: base.sha,
      branch: 'refactor-loop/doctor',
      workspace: folder.workspace,
      copy: settings.copy,
    });
    if (workspace.kind === 'refused') {
      add('workspace', false, workspace.message, 'follow the message');
      return;
    }
    const { signal } = new AbortController();
    const context = (name: string): GateContext => contextIn(folder, settings.gate, signal, name);
    const detected = await detectGate(context('detect'), settings.gate);
    if (detected.kind === 'refused') {
      add('oracle', false, detected.message, 'follow the message');
      return;
    }
    const { plan } = detected;
    add('oracle', true, `${plan.test.argv.join(' ')} (${plan.runner}, from ${plan.source})`);
    if (quick) return;
    await measure(context, plan, scope.files, report, add);
  } finally {
    await removeWorkspace(folder.workspace);
    await rm(folder.root, { recursive: true, force: true });
  }
}

async function measure(
  context: (name: string) => GateContext,
  plan: GatePlan,
  scope: string[],
  report: DoctorReport,
  add: Add,
): Promise<void> {
  const measured = await measureBaseline(context('baseline'), plan);
  if (measured.kind !== 'ok') {
    add('baseline', false, measured.message, 'make the suite green and steady first');
    return;
  }
  const { baseline } = measured;
  const { counts } = baseline;
  add(
    'baseline',
    true,
    `${counts.passed} passed, ${counts.skipped} skipped in ${(suiteMsOf(baseline) / 1000).toFixed(1)} s`,
  );
  report.gate = {
    ...summaryOf(plan),
    sandbox: baseline.sandbox,
    network: baseline.network,
    publicApi: apiInWords(baseline),
    notes: [...plan.notes, ...baseline.notes],
    baseline: counts,
  };
  const control = await negativeControl(context('control'), plan, baseline, scope);
  if (control.kind === 'ok') add('negative control', true, `red with ${control.broken} broken`);
  else add('negative control', false, control.message, 'make a test import the code in scope');
}
