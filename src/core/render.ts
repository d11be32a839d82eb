/** Words for people from a run's state: ledger file, status, Web UI summaries. Pure. */
import { baselineInWords, runnersOf } from './gate-words.js';
import { openNodes } from './ledger.js';
import { renderLedger } from './ledger-text.js';
import type { RunStatus } from './protocol.js';
import type { End } from './ends.js';
import type { LoopState } from './state.js';

/** The text of `.refactor-loop-ledger.md` for the state as it stands. */
export function ledgerText(state: LoopState, end: End | undefined): string {
  return renderLedger(
    {
      runner: state.oracle === null ? '' : runnersOf(state.oracle.summary),
      baseline: `${baselineInWords(state.oracle?.measured)} @ ${state.base}`,
      iteration: state.iteration,
      maxIterations: state.settings.maxIterations,
      pinned: state.settings.pinned,
      run: state.run,
      outcome: end === undefined ? 'running' : `${end.outcome}: ${end.reason}`,
    },
    state.nodes,
    state.head,
  );
}

export function statusOf(state: LoopState, end: End | undefined): RunStatus {
  return {
    run: state.run,
    workflowId: state.workflowId,
    repo: state.repo,
    branch: state.published,
    phase: state.phase,
    outcome: end === undefined ? 'running' : `${end.outcome}: ${end.reason}`,
    iteration: state.iteration,
    maxIterations: state.settings.maxIterations,
    node: state.node,
    doing: state.doing,
    landed: state.landed.length,
    open: openNodes(state.nodes).length,
    gate: state.oracle?.summary ?? null,
    suiteMs: state.oracle?.measured.suiteMs ?? 0,
    expectedMs: state.oracle?.measured.expectedMs ?? 0,
    notes: [...state.notes, ...(state.oracle?.measured.notes ?? [])],
    events: state.events,
  };
}

const NODES_SHOWN = 60;

/** Markdown for the Web UI's current details: where the run stands and its ledger. */
export function currentDetails(state: LoopState, end: End | undefined): string {
  const standing =
    end === undefined ? `running, phase ${state.phase}` : `${end.outcome}: ${end.reason}`;
  const shown = state.nodes.slice(0, NODES_SHOWN);
  const rest = state.nodes.length - shown.length;
  return [
    `**${standing}**, iteration ${state.iteration} of ${state.settings.maxIterations}, ${state.landed.length} landed on \`${state.published}\``,
    '',
    '| id | smell | span | status | note |',
    '| --- | --- | --- | --- | --- |',
    ...shown.map(
      (node) =>
        `| ${[node.id, node.smell, node.span, node.status, node.note.slice(0, 120)].map(cell).join(' | ')} |`,
    ),
    ...(rest > 0 ? ['', `and ${rest} more`] : []),
  ].join('\n');
}

function cell(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}

/** The longest summary that the server takes, with room for what it adds (bytes). */
const SUMMARY_BYTES = 180;

/** One line for the Web UI's timeline, cut to what the server accepts. */
export function summary(...parts: string[]): string {
  const text = parts
    .filter((part) => part !== '')
    .join(' · ')
    .replace(/\s+/g, ' ');
  if (byteLength(text) <= SUMMARY_BYTES) return text;
  const characters = [...text].slice(0, SUMMARY_BYTES);
  while (byteLength(`${characters.join('')}…`) > SUMMARY_BYTES) characters.pop();
  return `${characters.join('')}…`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
