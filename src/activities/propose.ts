import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseFixAnswer,
  parseProposeAnswer,
  type BrainRequest,
  type FixAnswer,
  type Manifest,
} from '../core/contracts.js';
import { isTerminal, openNodes } from '../core/ledger.js';
import { answerProblem } from '../core/manifest-check.js';
import type { BrainCost, ProposeRequest, ProposeResult } from '../core/payloads.js';
import type { Settings } from '../core/protocol.js';
import { parseSpan } from '../core/spans.js';
import { callBrain } from './brain-call.js';
import { anchorOf } from './carry-over.js';
import { reassertPinned } from './pinned.js';
import { catalogue } from './rubric.js';
import type { Task } from './task.js';

const OPEN_SHOWN = 20;
const TERMINAL_SHOWN = 60;

/** Asks the proposer for one proposal or repair. It only reads: a second run asks again. */
export async function propose(request: ProposeRequest, task: Task): Promise<ProposeResult> {
  const { store } = task.folder;
  const settings = await task.settings();
  const scope = await store.get<string[]>(request.scope);
  const names = await catalogue();
  const question = await requestFor(request, task, settings, scope, names);
  const parse: (answer: unknown) => ReturnType<typeof parseFixAnswer> =
    request.fix === null ? parseProposeAnswer : parseFixAnswer;
  const asked = await callBrain<FixAnswer>(task, settings.proposer, question, parse);
  if (asked.kind === 'fault') return asked;
  if (asked.kind === 'refused')
    return malformed(asked.problem, namedOpenNode(asked.answer, request), asked.cost);

  const { answer, cost } = asked;
  const anchor =
    answer.kind === 'proposal' ? await anchorAt(task, answer.manifest.target_span) : '';
  const problem = answerProblem(answer, {
    nodes: request.nodes,
    scope: new Set(scope),
    catalogue: names,
    anchor,
    fixing: request.fix ?? undefined,
  });
  if (problem !== undefined) return malformed(problem, namedOpenNode(answer, request), cost);

  switch (answer.kind) {
    case 'finding-gone':
      return { kind: answer.kind, node: answer.node_id, note: answer.note, cost };
    case 'nothing-actionable':
      return { kind: answer.kind, note: answer.note, cost };
    case 'infeasible':
      return { kind: answer.kind, findings: answer.findings, cost };
    case 'proposal':
      return {
        kind: answer.kind,
        proposal: await store.put(answer.manifest),
        ...summaryOf(answer.manifest),
        anchor,
        cost,
      };
  }
}

function summaryOf(manifest: Manifest) {
  return {
    node: manifest.node_id,
    smell: manifest.smell ?? '',
    refactoring: manifest.named_refactoring,
    span: manifest.target_span,
    intent: manifest.stated_intent,
    dependsOn: manifest.depends_on,
    publicApiTouched: manifest.public_api_touched,
  };
}

async function requestFor(
  request: ProposeRequest,
  task: Task,
  settings: Settings,
  scope: string[],
  names: string[],
): Promise<BrainRequest> {
  const { lastFailure, previousError, fix } = request;
  const common = {
    protocol: 1 as const,
    run: request.run,
    iteration: request.iteration,
    workspace: task.folder.workspace,
    target_scope: scope,
    pinned_constraints: reassertPinned(request, settings),
    ...(settings.focus === null ? {} : { focus: settings.focus }),
    ...(previousError === null ? {} : { previous_error: previousError }),
    ...(lastFailure === null
      ? {}
      : {
          last_failure_evidence: {
            ...(lastFailure.node === null ? {} : { node_id: lastFailure.node }),
            stage: lastFailure.stage,
            evidence: lastFailure.evidence,
          },
        }),
  };
  if (fix !== null)
    return {
      ...common,
      role: 'fix',
      manifest: await task.folder.store.get<Record<string, unknown>>(fix.proposal),
      catalogue: names,
    };
  return {
    ...common,
    role: 'propose',
    ledger_open_nodes: openNodes(request.nodes)
      .slice(0, OPEN_SHOWN)
      .map((node) => ({
        node_id: node.id,
        smell: node.smell,
        span: node.span,
        severity: node.severity,
        confidence: node.confidence,
        depends_on: node.dependsOn,
      })),
    findings: request.nodes
      .filter((node) => isTerminal(node.status))
      .slice(-TERMINAL_SHOWN)
      .map((node) => ({
        node_id: node.id,
        smell: node.smell,
        span: node.span,
        status: node.status,
        note: node.note,
      })),
    catalogue: names,
  };
}

async function anchorAt(task: Task, span: string): Promise<string> {
  const path = parseSpan(span)?.path;
  if (path === undefined) return '';
  const text = await readFile(join(task.folder.workspace, path), 'utf8').catch(() => undefined);
  return anchorOf(text, span);
}

/** The open node that an answer names, whatever else is wrong with the answer. */
function namedOpenNode(answer: unknown, request: ProposeRequest): string | null {
  const { node_id, manifest } = record(answer);
  const named = node_id ?? record(manifest)['node_id'];
  return openNodes(request.nodes).find((node) => node.id === named)?.id ?? null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function malformed(problem: string, node: string | null, cost: BrainCost): ProposeResult {
  return { kind: 'malformed', problem, node, cost };
}
