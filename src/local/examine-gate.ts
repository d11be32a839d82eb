import type { RunFolder } from '../adapters/run-folder.js';
import type { DoctorReport } from '../core/contracts.js';
import { measuredInWords } from '../core/gate-words.js';
import { gateReport } from '../core/report.js';
import type { GateCache } from '../gate/cache.js';
import { confirmOnce, controlOnce, measureOnce } from '../gate/cached-gate.js';
import type { BaselineResult, ControlResult, GateContext, GatePlan } from '../gate/gate.js';
import { summaryOf, summaryOfBaseline } from '../gate/summary.js';
import { makeScratch } from '../gate/workspace-copy.js';

/** Notes a check: its name, whether it holds, what was found, and else the way out. */
export type Add = (name: string, ok: boolean, message: string, fix?: string) => void;

/** Where doctor measures a gate. */
export interface GatePlace {
  folder: RunFolder;
  cache: GateCache;
  /** A context of the gate; the name keeps its logs apart and stands before its progress. */
  context: (name: string) => GateContext;
}

type Problem = Exclude<BaselineResult | ControlResult, { kind: 'ok' }>;
type Reason = Extract<Problem, { kind: 'refused' }>['reason'];

/** What to do about each refusal of a gate, beside what its message says. */
export const FIXES: Readonly<Record<Reason, string>> = {
  'baseline-red': 'make the base commit green, or accept what is red with --allow-failing ID…',
  'baseline-flaky': 'make these tests steady, or leave them out with --allow-flaky ID…',
  'no-tests': 'name the test command with --test "COMMAND": without tests nothing is ever landed',
  'gate-broken': 'name the right commands with --setup, --build, --test or --gate-timeout',
  'gate-cannot-fail': 'make a test import the code in scope, or give another scope',
};

const fixOf = (problem: Problem): string =>
  problem.kind === 'refused' ? FIXES[problem.reason] : 'run doctor again; the machine failed';

/** Measures the base commit twice and proves that the oracle can go red, as a run would at INIT. */
export async function examineGate(
  { folder, cache, context }: GatePlace,
  plan: GatePlan,
  { scope, report, add }: { scope: string[]; report: DoctorReport; add: Add },
): Promise<void> {
  const inScratch = async (name: string): Promise<GateContext> => {
    const ctx = context(name);
    await makeScratch(ctx.workspace, folder.scratch, ctx.signal);
    return { ...ctx, mounted: folder.scratch };
  };
  const first = await measureOnce(context('baseline'), plan, cache);
  const confirmed =
    first.kind !== 'ok' || first.isConfirmed
      ? first
      : await confirmOnce(await inScratch('second-baseline'), plan, first, cache);
  if (first.kind !== 'ok' || confirmed.kind !== 'ok') {
    const problem = first.kind === 'ok' ? confirmed : first;
    if (problem.kind !== 'ok') add('baseline', false, problem.message, fixOf(problem));
    return;
  }
  const { baseline } = confirmed;
  const measured = summaryOfBaseline(plan, baseline);
  report.gate = gateReport(summaryOf(plan), measured, measured.notes);
  add('baseline', true, measuredInWords(measured));
  const about = { baseline, key: first.key, scope };
  const control = await controlOnce(() => inScratch('negative-control'), plan, about, cache);
  if (control.kind === 'ok') add('negative control', true, `red with ${control.broken} broken`);
  else add('negative control', false, control.message, fixOf(control));
}
