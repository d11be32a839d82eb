/** INIT after the input: repository, scope, ledger, workspace, oracle, baseline; control and survey. */
import { COULD_NOT_RUN_LIMIT } from '../core/guard.js';
import {
  baselineInWords,
  countsInWords,
  expectedInWords,
  runnersOf,
  testsInWords,
} from '../core/gate-words.js';
import { actionable, addFindings } from '../core/ledger.js';
import type { CouldNotRun } from '../core/payloads.js';
import type { Refusal } from '../core/protocol.js';
import { halt, type End } from '../core/ends.js';
import { note, spend, type Oracle } from '../core/state.js';
import { askBrain } from './ask.js';
import type { Session } from './session.js';
import { together } from './together.js';

/** Brings the run to its first iteration; a typed HALT when it must not begin. */
export async function initialise(session: Session): Promise<End | undefined> {
  const end = (await prepare(session)) ?? (await measureOracle(session));
  const { oracle } = session.state;
  if (end !== undefined || oracle === null) return end;
  return together(
    () => surveyUnlessCarried(session),
    () => proveOracle(session, oracle),
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

async function measureOracle(session: Session): Promise<End | undefined> {
  const { state } = session;
  const detected = await session.call('detectGate', { scope: state.scope }, ['detect the oracle']);
  if (detected.kind === 'refused') return halt(detected.reason, detected.message);
  const { plan, gate } = detected;
  note(state, `oracle: ${testsInWords(gate)}`);

  const measured = await untilItRan(session, () =>
    session.call('measureBaseline', { plan }, ['baseline', runnersOf(gate)]),
  );
  if (measured.kind !== 'ok') return refusalEnd(measured);
  const { baseline, key, isConfirmed, summary } = measured;
  state.oracle = {
    plan,
    baseline,
    key,
    isConfirmed,
    summary: gate,
    measured: summary,
    relatedFirst: false,
  };
  const words = `baseline ${baselineInWords(summary)}: ${countsInWords(summary)}`;
  note(state, `${words}; ${expectedInWords(summary)}`);
  for (const text of summary.notes) note(state, text);
  return undefined;
}

/** Runs the oracle a second time and proves that it can go red, beside the survey. */
async function proveOracle(session: Session, oracle: Oracle): Promise<End | undefined> {
  const { state } = session;
  const { plan, key, measured } = oracle;
  if (!oracle.isConfirmed) {
    const { baseline } = oracle;
    const again = await untilItRan(session, () =>
      session.call('confirmBaseline', { plan, baseline, key }, [
        'baseline, second run',
        runnersOf(oracle.summary),
      ]),
    );
    if (again.kind !== 'ok') return refusalEnd(again);
    Object.assign(oracle, { baseline: again.baseline, isConfirmed: true, measured: again.summary });
    note(state, `baseline confirmed by a second run; ${expectedInWords(again.summary)}`);
    for (const text of again.summary.notes) if (!measured.notes.includes(text)) note(state, text);
  }
  const { baseline } = oracle;
  const control = await untilItRan(session, () =>
    session.call('controlGate', { plan, baseline, key, scope: state.scope }, [
      'negative control',
      `baseline ${oracle.measured.counts.passed} passed`,
    ]),
  );
  if (control.kind !== 'ok') return refusalEnd(control);
  oracle.relatedFirst = control.relatedFirst;
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
      ['survey', `baseline ${state.oracle?.measured.counts.passed ?? 0} passed`],
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
