/** INIT after the input: repository, scope, ledger, workspace, oracle, baseline, control, survey. */
import { COULD_NOT_RUN_LIMIT } from '../core/guard.js';
import { actionable, addFindings } from '../core/ledger.js';
import type { CouldNotRun } from '../core/payloads.js';
import type { Refusal } from '../core/protocol.js';
import { halt, type End } from '../core/ends.js';
import { note, spend } from '../core/state.js';
import { askBrain } from './ask.js';
import type { Session } from './session.js';

/** Brings the run to its first iteration; a typed HALT when it must not begin. */
export async function initialise(session: Session): Promise<End | undefined> {
  return (
    (await prepare(session)) ?? (await proveOracle(session)) ?? (await surveyUnlessCarried(session))
  );
}

async function prepare(session: Session): Promise<End | undefined> {
  const { state } = session;
  session.enter('init', '');
  const prepared = await session.call(
    'prepareRun',
    {
      configuration: state.settings,
      workflowId: state.workflowId,
      firstRunId: state.firstRunId,
    },
    ['repository, scope, workspace'],
  );
  if (prepared.kind === 'refused') return halt(prepared.reason, prepared.message);
  state.repo = prepared.repo;
  state.branch = prepared.branch;
  state.base = prepared.base;
  state.head = prepared.base;
  state.headTree = prepared.baseTree;
  state.scope = prepared.scope;
  state.scopeSize = prepared.scopeSize;
  state.nodes = prepared.nodes;
  state.notes = prepared.notes;
  state.reported = prepared.notIncluded.map((path) => ({
    smell: 'uncommitted file',
    span: path,
    why: 'not included',
  }));
  note(state, `${prepared.scopeSize} files in scope at ${prepared.base.slice(0, 10)}`);
  for (const text of prepared.notes) note(state, text);
  if (prepared.notIncluded.length > 0)
    note(state, `not included, since uncommitted: ${prepared.notIncluded.join(', ')}`);
  return undefined;
}

async function proveOracle(session: Session): Promise<End | undefined> {
  const { state } = session;
  const detected = await session.call('detectGate', {}, ['detect the oracle']);
  if (detected.kind === 'refused') return halt(detected.reason, detected.message);
  const { plan, gate } = detected;
  note(state, `oracle: ${gate.test.join(' ')} (${gate.runner}, from ${gate.source})`);

  const baseline = await untilItRan(session, () =>
    session.call('measureBaseline', { plan }, ['baseline', gate.runner]),
  );
  if (baseline.kind !== 'ok') return refusalEnd(baseline);
  state.oracle = {
    plan,
    baseline: baseline.baseline,
    summary: gate,
    counts: baseline.counts,
    suiteMs: baseline.suiteMs,
    sandbox: baseline.sandbox,
    network: baseline.network,
    publicApi: baseline.publicApi,
  };
  state.notes = [...state.notes, ...baseline.notes];
  note(
    state,
    `baseline green: ${baseline.counts.passed} passed, ${baseline.counts.skipped} skipped in ${(baseline.suiteMs / 1000).toFixed(1)} s`,
  );

  const control = await untilItRan(session, () =>
    session.call('controlGate', { plan, baseline: baseline.baseline, scope: state.scope }, [
      'negative control',
      `baseline ${baseline.counts.passed} passed`,
    ]),
  );
  if (control.kind !== 'ok') return refusalEnd(control);
  note(state, `negative control red, as it must be: ${control.broken} broken in a scratch copy`);
  return undefined;
}

/** Tries a gate again that could not run; the last failure stands. */
async function untilItRan<T extends { kind: string; ms?: number }>(
  session: Session,
  run: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const result = await run();
    session.state.gateMs += result.ms ?? 0;
    if (result.kind !== 'could-not-run' || tries >= COULD_NOT_RUN_LIMIT) return result;
  }
}

function refusalEnd(result: Refusal | CouldNotRun): End {
  return result.kind === 'refused'
    ? halt(result.reason, result.message)
    : halt('gate-broken', `the gate could not run: ${result.message}`);
}

async function surveyUnlessCarried(session: Session): Promise<End | undefined> {
  const { state } = session;
  if (actionable(state.nodes, state.settings).length > 0) {
    note(state, 'pending nodes of an earlier ledger carry over: no survey');
    return undefined;
  }
  const answer = await askBrain(session, (previousError) =>
    session.call(
      'survey',
      {
        scope: state.scope,
        pinned: state.settings.pinned,
        pinnedHash: state.pinnedHash,
        nodes: state.nodes,
        previousError,
      },
      ['survey', 'negative control red'],
    ),
  );
  if (answer.kind === 'end') return answer.end;
  if (answer.kind === 'malformed')
    return halt('brain-failed', `the survey's answer was refused twice: ${answer.problem}`);
  spend(state, answer.result.cost);
  state.nodes = addFindings(state.nodes, answer.result.found);
  state.reported = [...state.reported, ...answer.result.reported];
  note(
    state,
    `survey: ${answer.result.found.length} findings for the loop, ${answer.result.reported.length} reported`,
  );
  return undefined;
}
