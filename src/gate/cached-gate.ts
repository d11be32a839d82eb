import { readFile, realpath } from 'node:fs/promises';
import { sha256 } from '../adapters/content-store.js';
import { hostSandbox } from '../adapters/sandbox.js';
import { agoInWords } from '../core/gate-words.js';
import { confirmBaseline, measureBaseline, prepareOracle } from './baseline.js';
import type { GateCache } from './cache.js';
import { negativeControl } from './control.js';
import { stampDependencies } from './dependency-stamp.js';
import type { Baseline, BaselineResult, ControlResult, GateContext, GatePlan } from './gate.js';
import { openContext } from './run-step.js';
import { withoutWorkspace } from './text.js';
import { stampTools } from './tool-stamp.js';
import { rememberTree } from './tree-guard.js';
import { limited } from './limits.js';

/** Changes with the shape of what is kept. */
const SHAPE = 3;
const PACKAGE = new URL('../../package.json', import.meta.url);

/** A baseline with the key under which it is kept once it is confirmed. */
export type MeasuredResult =
  | { kind: 'ok'; baseline: Baseline; key: string; isConfirmed: boolean }
  | Exclude<BaselineResult, { kind: 'ok' }>;

/** Hash of all that a measurement of the workspace, as it stands now, depends on. */
export async function measurementKey(ctx: GateContext, plan: GatePlan): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  const { tree } = await rememberTree(ctx.workspace, ctx.outDir);
  const { tier, networkOff } = await hostSandbox();
  const dependencies = await stampDependencies(ctx.workspace, ctx.signal);
  const tools = await stampTools(await realpath(ctx.workspace), plan);
  const parts = [SHAPE, version, process.version, tree, tier, networkOff, dependencies, tools];
  const command = withoutWorkspace(JSON.stringify(plan), ctx.workspace);
  return sha256(JSON.stringify([...parts, command, ctx.timeoutMs ?? null]));
}

/**
 * The baseline of an earlier process for the same tree, commands, tools, dependencies and sandbox,
 * or else that of a first run. The setup command runs first: what it installs counts.
 */
export async function measureOnce(
  given: GateContext,
  plan: GatePlan,
  cache: GateCache,
): Promise<MeasuredResult> {
  const ctx = limited(await openContext(given), plan);
  const unready = await prepareOracle(ctx, plan);
  if (unready !== null) return unready;
  const key = await measurementKey(ctx, plan);
  const kept = await cache.read<Baseline>(key);
  if (kept === null) {
    const result = await measureBaseline(ctx, { ...plan, setup: null });
    return result.kind === 'ok' ? { ...result, key, isConfirmed: false } : result;
  }
  const note = `baseline measured ${agoInWords(kept.ageMs)}, for the same files and commands`;
  const baseline = { ...kept.value, notes: [...kept.value.notes, note] };
  return { kind: 'ok', baseline, key, isConfirmed: true };
}

/** Confirms a baseline by a second run and keeps it; a refusal is never kept. */
export async function confirmOnce(
  ctx: GateContext,
  plan: GatePlan,
  { baseline, key }: { baseline: Baseline; key: string },
  cache: GateCache,
): Promise<BaselineResult> {
  const result = await confirmBaseline(ctx, plan, baseline);
  if (result.kind === 'ok') await cache.write(key, result.baseline);
  return result;
}

/**
 * The negative control of an earlier process for the same baseline and scope, or else a new one in
 * the place that `open` makes.
 */
export async function controlOnce(
  open: () => Promise<GateContext>,
  plan: GatePlan,
  { baseline, key, scope }: { baseline: Baseline; key: string; scope: readonly string[] },
  cache: GateCache,
): Promise<ControlResult> {
  const own = sha256(JSON.stringify([key, 'control', scope]));
  const kept = await cache.read<ControlResult>(own);
  if (kept !== null) return kept.value;
  const result = await negativeControl(await open(), plan, baseline, scope);
  if (result.kind === 'ok') await cache.write(own, result);
  return result;
}
