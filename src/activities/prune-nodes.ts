import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../change/change.js';
import type { LedgerNode, NewFinding } from '../core/ledger.js';
import type { PrunedNode, PruneNodesRequest, PruneNodesResult } from '../core/payloads.js';
import { formatSpan, moveSpan, parseSpan } from '../core/spans.js';
import { anchorOf } from './carry-over.js';
import { askSurvey, sortFindings } from './survey.js';
import type { Task } from './task.js';

/**
 * Maps the spans of pending nodes through the landed change, and looks again at the files that it
 * touched: the rules brain has detectors for that, other brains say `finding-gone` in their turn.
 * It only reads: a second run gives the same.
 */
export async function pruneNodes(
  request: PruneNodesRequest,
  task: Task,
): Promise<PruneNodesResult> {
  const { store } = task.folder;
  const change = await store.get<Change>(request.change);
  const settings = await task.settings();
  const scope = await store.get<string[]>(request.scope);
  const touched = new Set(change.files.map((file) => file.path));
  const gone = new Set(
    change.files.filter((file) => file.kind === 'delete').map((file) => file.path),
  );
  const moved = request.nodes
    .filter((node) => node.status === 'pending' && touched.has(parseSpan(node.span)?.path ?? ''))
    .map((node) => move(node, change));

  let found: NewFinding[] | undefined;
  if (settings.proposer.brain === 'rules') {
    const files = scope.filter((path) => touched.has(path) && !gone.has(path));
    const asked = files.length === 0 ? undefined : await askSurvey(request, task, files, null);
    if (asked?.kind === 'answer')
      found = (await sortFindings(task, scope, asked.answer.findings)).found;
  }
  const updates: PrunedNode[] = [];
  for (const node of moved) {
    const path = parseSpan(node.span)?.path ?? '';
    const match = found === undefined ? undefined : takeNearest(found, node);
    const text = await readFile(join(task.folder.workspace, path), 'utf8').catch(() => undefined);
    const span = match?.span ?? node.span;
    updates.push({
      id: node.id,
      span,
      anchor: anchorOf(text, span),
      gone: gone.has(path) || (found !== undefined && match === undefined),
    });
  }
  return {
    updates,
    found: (found ?? []).map((finding) => ({ ...finding, dependsOn: [] })),
    cost: { inputTokens: 0, outputTokens: 0, usd: 0, ms: task.elapsed() },
  };
}

function move(node: LedgerNode, change: Change): LedgerNode {
  const span = parseSpan(node.span);
  const file = span && change.touched.find((candidate) => candidate.path === span.path);
  if (span === undefined || file === undefined) return node;
  return { ...node, span: formatSpan(moveSpan(span, file).span) };
}

/** Takes the finding of the same smell and file that stands nearest to the node out of the list. */
function takeNearest(found: NewFinding[], node: LedgerNode): NewFinding | undefined {
  const at = parseSpan(node.span);
  const distance = (finding: NewFinding): number => {
    const span = parseSpan(finding.span);
    return span === undefined || at === undefined || span.path !== at.path
      ? Infinity
      : Math.abs(span.start - at.start);
  };
  const best = found
    .filter((finding) => finding.smell === node.smell && distance(finding) < Infinity)
    .sort((a, b) => distance(a) - distance(b))[0];
  if (best !== undefined) found.splice(found.indexOf(best), 1);
  return best;
}
